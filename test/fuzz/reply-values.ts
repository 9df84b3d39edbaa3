import { isRecord, mapped } from './copies.js'
import type { Dice } from './dice.js'

class Account {
  readonly a = 'own'
  get b(): string {
    return 'got'
  }
}

const byCall = (give: () => unknown) => Object.defineProperty({}, 'toJSON', { value: give })

/** Replies of applications other than JSON: made anew for each place. */
const strangers: readonly (() => unknown)[] = [
  () => new Date(0),
  () => new Date(Number.NaN),
  () => new Map([['a', 1]]),
  () => new Set([1]),
  () => new Account(),
  () => byCall(() => ({ a: 1, b: 'x' })),
  () => byCall(() => 'text'),
  () => byCall(() => null),
  () => ({ toString: () => 'said' }),
  () => Object.defineProperty({}, 'a', { enumerable: true, get: () => 'lazy' }),
  () => Object.create(null),
  () => /a"b/,
  () => 10n,
  () => Symbol('x'),
  () => () => 1,
  () => undefined,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
]

/** A JSON value as an application may have it. Some parts are objects of a class, or values that JSON does not have. */
export function asReplied(dice: Dice, value: unknown): unknown {
  if (dice.is(0.05)) return dice.pick(strangers)()
  if (Array.isArray(value)) return value.map((item) => asReplied(dice, item))
  return isRecord(value) ? mapped(value, (inner) => asReplied(dice, inner)) : value
}

/** Whether a value is, or holds, what is not JSON. */
export function isStrange(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value !== 'object' || value === null)
    return !['string', 'boolean'].includes(typeof value) && value !== null
  if (Array.isArray(value)) return value.some(isStrange)
  const isPlain = Object.getPrototypeOf(value) === Object.prototype
  return !isPlain || Object.keys(value).length !== Reflect.ownKeys(value).length || Object.values(value).some(isStrange)
}
