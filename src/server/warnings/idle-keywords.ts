import type { Group } from '../../schema/emit/value-types.js'
import { keywordOf } from '../../schema/keywords/table.js'
import { typesOf } from '../../schema/model/json-schema.js'
import { openSchema, type SchemaDocuments } from '../../schema/model/schema-documents.js'
import { visitSchemas } from '../../schema/model/walk.js'
import { pointerTo } from '../../support/json-pointer.js'
import { didYouMean, nearMisses } from '../../support/near-miss.js'
import { isPlainObject, type PlainObject, typesOfValue } from '../../support/values.js'
import { nameOfPlace } from './schema-places.js'

/** A problem of one keyword of a schema. */
export interface KeywordProblem {
  readonly pointer: string
  readonly problem: string
}

/**
 * Finds keywords without effect. These are keywords for values of another type than the schema's, and limits that
 * exclude each other. An `enum` without a value of the type is one, too. It also finds names under `required` that are
 * near a declared name. It does not follow `$ref`.
 *
 * @param formats known names, if an unknown one does not fail the boot; null elsewhere
 */
export function findIdleKeywords(schema: unknown, formats: readonly string[] | null): KeywordProblem[] {
  const found: KeywordProblem[] = []
  visitSchemas(schema, (each, pointer) => {
    const add: Add = (keyword, problem) => found.push({ pointer: pointerTo(pointer, keyword), problem })
    addOtherTypes(each, add)
    addLimits(each, add)
    addEnum(each, add)
    addNullable(each, add)
    addPattern(each, add)
    addRequired(each, add)
    if (formats !== null) addFormat(each, formats, add)
  })
  return found
}

type Add = (keyword: string, problem: string) => unknown

const groupOf: Readonly<Record<string, Group>> = { integer: 'number' }

function addOtherTypes(schema: PlainObject, add: Add): void {
  const types = typesOf(schema)
  if (types.length === 0) return
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
  if (types.length === 0 || !Array.isArray(schema.enum) || schema.enum.length === 0) return
  if (schema.enum.some((value) => typesOfValue(value).some((type) => types.includes(type)))) return
  add(
    'enum',
    `has no value of the type ${types.join(' or ')}, so the schema refuses every value. Correct the type or the values.`,
  )
}

/** `nullable` changes the type only, so `enum` and `const` must contain null too. */
function addNullable({ nullable, enum: listed, const: only }: PlainObject, add: Add): void {
  if (nullable !== true) return
  const refusing = Array.isArray(listed) && !listed.includes(null) ? 'enum' : (only ?? null) === null ? null : 'const'
  if (refusing !== null) add('nullable', `has no effect, because "${refusing}" does not contain null. Add null there.`)
}

/** Slashes around a pattern belong to the literals of JavaScript. */
function addPattern({ pattern }: PlainObject, add: Add): void {
  if (typeof pattern !== 'string' || !/^\/\^.*\$\/[a-z]*$/.test(pattern)) return
  add('pattern', 'contains the slashes of a literal, so no text matches. Write the expression between them.')
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

/** An annotation of JSON Schema that OpenAPI takes for a rule of requests or responses. */
const annotations = {
  input: { keyword: 'readOnly', effect: 'a client can send the value' },
  output: { keyword: 'writeOnly', effect: 'the value is sent' },
} as const

/** An annotation in a schema, with its place. */
export interface Unenforced {
  readonly at: string
  readonly message: string
}

/** Finds `readOnly` in schemas of requests and `writeOnly` in those of responses. The server enforces neither. */
export function findUnenforced(
  schema: unknown,
  direction: keyof typeof annotations,
  documents: SchemaDocuments,
): Unenforced[] {
  const { keyword, effect } = annotations[direction]
  const reached = [openSchema(schema)]
  const seen = new Set<unknown>()
  const found: Unenforced[] = []
  for (const located of reached) {
    const { schema: each, resource, pointer } = located
    if (!isPlainObject(each) || seen.has(each)) continue
    seen.add(each)
    const at = nameOfPlace(resource.document.sharedId, `${pointer}/${keyword}`)
    const message = `"${at}" has no effect: ${effect}. Use a schema without this property.`
    if (each[keyword] === true) found.push({ at, message })
    const target = documents.target(located)
    reached.push(...documents.inner(located), ...(target === null ? [] : [target]))
  }
  return found
}
