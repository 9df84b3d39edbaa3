import { didYouMean, nearMisses } from '../../support/near-miss.js'
import type { Group } from '../keywords/keyword.js'
import { keywordOf } from '../keywords/table.js'
import { isPlainObject, type PlainObject } from './plain-data.js'
import { pointerTo } from './pointer.js'
import { schemasIn } from './walk.js'

/** Something that a schema says and that constrains no value, or refuses every value. */
export interface IdleKeyword {
  /** JSON pointer to the keyword. */
  readonly pointer: string
  readonly problem: string
}

/**
 * Finds keywords for values of another type than the schema's, limits that exclude each other, `enum`s without a value of
 * the type, and names under `required` that nearly are declared ones. It does not follow `$ref`.
 *
 * @param formats known names, where an unknown one does not fail the boot; null elsewhere
 */
export function findIdleKeywords(schema: unknown, formats: readonly string[] | null): IdleKeyword[] {
  const found: IdleKeyword[] = []
  visit(schema, '', { found, formats, seen: new Set() })
  return found
}

interface Search {
  readonly found: IdleKeyword[]
  readonly formats: readonly string[] | null
  readonly seen: Set<unknown>
}

function visit(schema: unknown, pointer: string, search: Search): void {
  if (!isPlainObject(schema) || search.seen.has(schema)) return
  search.seen.add(schema)
  const add = (keyword: string, problem: string) => {
    search.found.push({ pointer: pointerTo(pointer, keyword), problem })
  }
  addOtherTypes(schema, add)
  addLimits(schema, add)
  addEnum(schema, add)
  addRequired(schema, add)
  if (search.formats !== null) addFormat(schema, search.formats, add)
  for (const { keyword, name, schema: inner } of schemasIn(schema)) {
    visit(inner, pointerTo(pointer, keyword, name), search)
  }
}

type Add = (keyword: string, problem: string) => void

const groupOf: Readonly<Record<string, Group>> = { integer: 'number' }

/** The types that a schema names; null where it names none that are known. */
function typesOf({ type, nullable }: PlainObject): string[] | null {
  const types = [type ?? []].flat().map(String)
  return types.length === 0 ? null : [...types, ...(nullable === true ? ['null'] : [])]
}

function addOtherTypes(schema: PlainObject, add: Add): void {
  const types = typesOf(schema)
  if (types === null) return
  const groups = new Set<Group | string>(types.map((type) => groupOf[type] ?? type))
  for (const name of Object.keys(schema)) {
    const of = keywordOf(name)?.groups ?? []
    if (of.length === 0 || of.includes('any') || of.some((group) => groups.has(group))) continue
    add(
      name,
      `is for values of the type ${of.join(' or ')}, and the schema is for ${types.join(' or ')}. Remove it, or correct the type.`,
    )
  }
}

const limits = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

function addLimits(schema: PlainObject, add: Add): void {
  for (const [least, most] of limits) {
    const [from, to] = [schema[least], schema[most]]
    if (typeof from !== 'number' || typeof to !== 'number' || from <= to) continue
    add(least, `is above "${most}", so the schema refuses every value. Correct one of them.`)
  }
}

function addEnum(schema: PlainObject, add: Add): void {
  const types = typesOf(schema)
  if (types === null || !Array.isArray(schema.enum) || schema.enum.length === 0) return
  if (schema.enum.some((value) => types.some((type) => isOf(type, value)))) return
  add(
    'enum',
    `has no value of the type ${types.join(' or ')}, so the schema refuses every value. Correct the type or the values.`,
  )
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isPlainObject(value)
    default:
      return typeof value === type
  }
}

function addRequired({ required, properties }: PlainObject, add: Add): void {
  if (!Array.isArray(required) || !isPlainObject(properties)) return
  const free = Object.keys(properties).filter((name) => !required.includes(name))
  for (const name of required.map(String)) {
    if (Object.hasOwn(properties, name)) continue
    const near = nearMisses(name, free)
    if (near.length > 0) add('required', `names "${name}", which the properties do not declare: ${didYouMean(near)}`)
  }
}

function addFormat({ format }: PlainObject, formats: readonly string[], add: Add): void {
  if (typeof format !== 'string' || formats.includes(format)) return
  const near = nearMisses(format, formats)
  if (near.length > 0) add('format', `names the unknown format "${format}": ${didYouMean(near)}`)
}
