import { pointerTo, stepsOf, valueAt } from '../../support/json-pointer.js'
import { readProperty, typesOfValue } from '../../support/values.js'
import { typesOf } from '../model/json-schema.js'

const mismatch = /^The value of '#([^']*)' does not match schema definition$/

interface Part {
  readonly path: string
  readonly value: unknown
}

/**
 * Adds the place and the type of the value to the message of a serializer. The message itself names only the place of
 * the schema. It stays as it is where the schema names no type.
 */
export function explainMismatch(message: string, schema: unknown, data: unknown): string {
  const pointer = mismatch.exec(message)?.[1]
  const types = pointer === undefined ? [] : typesOf(valueAt(schema, pointer))
  if (pointer === undefined || types.length === 0) return message
  for (const { path, value } of partsOf(stepsOf(pointer), { path: '', value: data })) {
    const own = typesOfValue(value)
    if (own.some((type) => types.includes(type))) continue
    return `${message}: ${path === '' ? 'it' : `"${path}"`} has the type ${own[0]}, not ${types.join(' or ')}`
  }
  return message
}

/** The parts of a value to which a schema applies, by the steps to it. Other keywords may apply to parts or not. */
function* partsOf([keyword, ...steps]: readonly string[], part: Part): Generator<Part> {
  const at = (name: string) => ({ path: pointerTo(part.path, name), value: readProperty(part.value, name) })
  if (keyword === undefined) yield part
  else if (keyword === 'properties') yield* partsOf(steps.slice(1), at(steps[0] ?? ''))
  else if (keyword === 'items' && Array.isArray(part.value))
    for (let index = 0; index < part.value.length; index++) yield* partsOf(steps, at(String(index)))
}
