import type { Bundle } from './bundle.js'
import { schemaPlaces } from './keywords.js'
import { isPlainObject, type PlainObject } from './plain-data.js'

/**
 * A bundle as the serializer takes it. A lone `object` becomes a list of one: in that form the serializer refuses a
 * string or an array in its place instead of writing `{}`. Where schemas contain themselves it never ends on a list,
 * so there a lone `object` stays, `object` or `null` becomes `nullable`, and any other list a choice of schemas.
 */
export function typedForSerializer(bundle: Bundle): Bundle {
  if (!isPlainObject(bundle)) return bundle
  const { definitions = {}, ...root } = bundle
  const units = new Map<string, unknown>([['#', root]])
  for (const [name, schema] of Object.entries(Object(definitions))) units.set(`#/definitions/${name}`, schema)
  const recursive = recursiveUnits(units)
  const typed = [...units].map(([ref, schema]): [string, unknown] => {
    return [ref, retyped(schema, recursive.has(ref) ? withoutList : withList)]
  })
  const result = Object.fromEntries(typed.map(([ref, schema]) => [ref.slice('#/definitions/'.length), schema]))
  const { '': top, ...others } = result
  if (!isPlainObject(top)) return bundle
  return Object.keys(others).length === 0 ? top : { ...top, definitions: others }
}

type Retype = (schema: PlainObject) => PlainObject

const withList: Retype = (schema) => (schema.type === 'object' ? { ...schema, type: ['object'] } : schema)

const withoutList: Retype = (schema) => {
  const { type } = schema
  if (!Array.isArray(type) || !type.includes('object')) return schema
  const others = type.filter((name) => name !== 'object' && name !== 'null')
  if (others.length > 0) return { anyOf: type.map((name) => ({ ...schema, type: name })) }
  return type.includes('null') ? { ...schema, type: 'object', nullable: true } : { ...schema, type: 'object' }
}

function retyped(value: unknown, retype: Retype): unknown {
  if (Array.isArray(value)) return value.map((entry) => retyped(entry, retype))
  if (!isPlainObject(value)) return value
  const result: PlainObject = {}
  for (const keyword of Object.keys(value)) {
    const place = schemaPlaces.get(keyword)
    if (place === undefined) result[keyword] = value[keyword]
    else if (place === 'map' || place === 'dependencies') result[keyword] = mapped(value[keyword], retype)
    else result[keyword] = retyped(value[keyword], retype)
  }
  return retype(result)
}

function mapped(value: unknown, retype: Retype): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, retyped(schema, retype)]))
}

function recursiveUnits(units: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const targets = new Map([...units].map(([ref, schema]) => [ref, refsIn(schema)]))
  const reaches = (from: string) => {
    const reached = new Set<string>()
    const pending = [...(targets.get(from) ?? [])]
    for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
      if (reached.has(ref)) continue
      reached.add(ref)
      pending.push(...(targets.get(ref) ?? []))
    }
    return reached
  }
  return new Set([...units.keys()].filter((ref) => reaches(ref).has(ref)))
}

function refsIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const entry of value) refsIn(entry, found)
  if (!isPlainObject(value)) return found
  if (typeof value.$ref === 'string') found.add(value.$ref)
  for (const entry of Object.values(value)) refsIn(entry, found)
  return found
}
