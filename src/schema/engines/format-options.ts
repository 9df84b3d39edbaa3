import { causedBy } from '../../errors/coded-error.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { formatsOf6, formatsOf8 } from '../../packages/libraries.cjs'
import {
  describeValue,
  isAsyncFunction,
  isPlainObject,
  isRecord,
  messageOf,
  readProperty,
} from '../../support/values.js'
import type { Format } from '../emit/native-options.js'
import { acceptAll, linearFormats, openApiFormats6 } from './formats.js'

/**
 * The formats that schemas may name before any plugin adds others: those of a version and of the application. `null`:
 * only ajv checks it.
 */
export function readFormats(
  version: 6 | 8,
  customOptions: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, Format | null> {
  const builtIn = version === 6 ? formatsOf6(customOptions.format) : formatsOf8()
  const ours = version === 6 ? { ...openApiFormats6, ...linearFormats[6] } : linearFormats[8]
  const { formats: own, unknownFormats } = customOptions
  const formats = { ...namedFormats(unknownFormats), ...builtIn, ...ours, ...Object(own) }
  const entries = Object.entries(formats).map(([name, definition]) => [name, readFormat(definition)] as const)
  return unknownFormats === 'ignore' ? new OpenFormats(entries) : new Map(entries)
}

/** Formats of which unknown ones accept any value: the option `unknownFormats: 'ignore'` of version 6. */
export class OpenFormats extends Map<string, Format | null> {
  override get(name: string): Format | null {
    const known = super.get(name)
    return known === undefined ? anyText : known
  }
}

const anyText: Format = { type: 'string', isRight: null }

/** The option `unknownFormats` of version 6 may list formats that accept any value. */
function namedFormats(unknownFormats: unknown): Readonly<Record<string, unknown>> {
  const names: readonly unknown[] = Array.isArray(unknownFormats) ? unknownFormats : []
  return Object.fromEntries(names.map((name) => [name, true]))
}

function readFormat(definition: unknown): Format | null {
  if (definition === true || definition === acceptAll) return anyText
  if (definition instanceof RegExp) return { type: 'string', isRight: (text: string) => definition.test(text) }
  if (typeof definition === 'function') return { type: 'string', isRight: (text) => definition(text) }
  if (!isRecord(definition)) return null
  const { type = 'string', validate, async } = definition
  if (async === true || (type !== 'string' && type !== 'number')) return null
  const inner = readFormat(validate)
  return inner && { ...inner, type }
}

/** Forms that both versions of ajv take. They would fail with any other at the first request. */
type OwnTest = RegExp | ((value: never) => unknown)
type OwnFormat = OwnTest | Readonly<Record<string, unknown> & { validate: OwnTest }>

/**
 * The option `customOptions.formats` in forms that both versions of ajv take.
 *
 * @throws ALC_ERR_VALIDATOR_FORMATS
 */
export function readOwnFormats(formats: unknown): Readonly<Record<string, OwnFormat>> {
  if (formats === undefined || formats === null) return {}
  if (!isPlainObject(formats)) throw new schemaCodes.ALC_ERR_VALIDATOR_FORMATS('', `is ${describeValue(formats)}`)
  const given = Object.entries(formats).filter(([, definition]) => definition !== undefined)
  return Object.fromEntries(given.map(([name, definition]) => [name, readOwnFormat(`.${name}`, definition)]))
}

function readOwnFormat(place: string, given: unknown): OwnFormat {
  if (!isRecord(given) || typeof given.test === 'function') {
    refuseAsync(place, given)
    return readOwnTest(place, given)
  }
  const { type, validate, async } = given
  if (async !== true) refuseAsync(`${place}.validate`, validate)
  if (type === undefined || type === 'string' || type === 'number')
    return { ...given, validate: readOwnTest(`${place}.validate`, validate) }
  throw new schemaCodes.ALC_ERR_VALIDATOR_FORMATS(
    `${place}.type`,
    `is ${describeValue(type)}, not 'string' or 'number'`,
  )
}

/** The promise of an async function would count as true for each value. */
function refuseAsync(place: string, given: unknown): void {
  if (isAsyncFunction(given)) throw new schemaCodes.ALC_ERR_VALIDATOR_FORMATS(place, 'is an async function')
}

function readOwnTest(place: string, given: unknown): OwnTest {
  if (given === true) return acceptAll
  if (typeof given === 'function') return given as OwnTest // its parameter cannot be checked
  if (given instanceof RegExp) return withoutState(given)
  if (typeof given === 'string') return expressionOf(place, given)
  const test = readProperty(given, 'test') // of an expression of another engine
  if (typeof test === 'function') return test.bind(given)
  throw new schemaCodes.ALC_ERR_VALIDATOR_FORMATS(place, `is ${describeValue(given)}`)
}

/** With the flag `g` or `y` a test begins where the last one has ended, so that every second request would fail. */
function withoutState(expression: RegExp): RegExp {
  const { source, flags, global, sticky } = expression
  if (!global && !sticky) return expression
  // With the flag `m`, a `^` would also match after a line break.
  return new RegExp(sticky ? `(?<![\\s\\S])(?:${source})` : source, flags.replaceAll(/[gy]/g, ''))
}

function expressionOf(place: string, source: string): RegExp {
  try {
    return new RegExp(source)
  } catch (error) {
    throw causedBy(new schemaCodes.ALC_ERR_VALIDATOR_FORMATS(place, `cannot be read: ${messageOf(error)}`), error)
  }
}
