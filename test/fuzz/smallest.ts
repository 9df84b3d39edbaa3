import { isRecord, mapped } from './copies.js'
import type { Asked, Case } from './wide-cases.js'

/** The smallest case, as far as it can be found, of which something still holds. */
export function smallestCase(given: Case, holds: (smaller: Case) => boolean, tries = 3_000): Case {
  let smallest = given
  let left = tries
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const smaller of smallerCases(smallest)) {
      if (left-- <= 0) return smallest
      if (!holds(smaller)) continue
      smallest = smaller
      isSmaller = true
      break
    }
  }
  return smallest
}

function* smallerCases(given: Case): Generator<Case> {
  const { asked, shared, customOptions } = given
  for (const others of shorter(asked)) if (others.length > 0) yield { ...given, asked: others }
  for (const others of shorter(shared)) yield { ...given, shared: others }
  for (const name of Object.keys(customOptions)) yield { ...given, customOptions: without(customOptions, name) }
  if (given.compile === 'lazy') yield { ...given, compile: 'boot' }
  for (const [index, own] of asked.entries()) {
    for (const other of smallerAsked(own)) yield { ...given, asked: asked.with(index, other) }
  }
  for (const [index, { $id, ...schema }] of shared.entries()) {
    for (const other of smaller(schema)) {
      if (isRecord(other)) yield { ...given, shared: shared.with(index, { ...other, $id }) }
    }
  }
}

function* smallerAsked(asked: Asked): Generator<Asked> {
  const { schema, values } = asked
  for (const others of shorter(values)) if (others.length > 0) yield { ...asked, values: others }
  for (const other of smaller(schema)) yield { ...asked, schema: other }
  for (const [index, value] of values.entries()) {
    for (const other of smaller(value)) yield { ...asked, values: values.with(index, other) }
  }
}

/** Halves of a list, then the list without one of its entries. */
function* shorter<T>(list: readonly T[]): Generator<readonly T[]> {
  if (list.length > 3) {
    yield list.slice(0, list.length >> 1)
    yield list.slice(list.length >> 1)
  }
  for (const index of list.keys()) yield list.toSpliced(index, 1)
}

/** The value without a part, a part of it alone, or with a smaller part. Then plainer texts and numbers. */
function* smaller(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    yield* shorter(value)
    yield* value.filter((item) => typeof item === 'object')
    for (const [index, item] of value.entries()) {
      for (const other of smaller(item)) yield value.with(index, other)
    }
  } else if (isRecord(value)) {
    for (const name of Object.keys(value)) yield without(value, name)
    yield* Object.values(value).filter(isRecord)
    for (const name of Object.keys(value)) {
      for (const other of smaller(value[name])) yield mapped(value, (inner, at) => (at === name ? other : inner))
    }
  } else if (typeof value === 'string' && value.length > 1) {
    yield* ['', 'a', value.slice(0, value.length >> 1)]
  } else if (typeof value === 'number' && value !== 0 && value !== 1) {
    yield* [0, 1]
  }
}

function without(object: object, name: string): Record<string, unknown> {
  const rest = Object.entries(object).filter(([own]) => own !== name)
  const result: Record<string, unknown> = Object.fromEntries(rest)
  return Object.getPrototypeOf(object) === null ? Object.assign(Object.create(null), result) : result
}
