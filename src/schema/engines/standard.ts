// Hot path: validates requests and writes answers by schemas that follow Standard Schema (standardschema.dev), version 1.
// Hot path: runs for each answer of a route whose response schema is of another library.
import type { SchemaFailure, SerializeFunction, ValidateFunction } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { findLostEntries } from '../../support/lost-entries.js'
import { containRejection, describeValue, isRecord, messageOf, pendingOf, readProperty } from '../../support/values.js'
import { pointerTo, valueAt } from '../model/plain-data.js'

/** A schema of another library: zod, valibot, arktype and others implement it. */
export interface StandardSchema {
  readonly '~standard': {
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>
    /** Standard JSON Schema: the library describes its own schema. */
    readonly jsonSchema?: {
      readonly input: (options: object) => unknown
      readonly output: (options: object) => unknown
    }
  }
}

interface StandardResult {
  readonly value?: unknown
  readonly issues?: readonly StandardIssue[] | undefined
}

interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

export function isStandardSchema(schema: unknown): schema is StandardSchema {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return false
  return typeof readProperty(readProperty(schema, '~standard'), 'validate') === 'function'
}

/** Marks validators that accept `undefined` for a missing part. Others get `null`. */
const standard = Symbol('standard')

export function isStandardValidate(validate: ValidateFunction): boolean {
  return standard in validate
}

/**
 * The validator of one part of a request: one failure for each issue.
 *
 * @param what the part as errors name it: `body of POST /users`
 */
export function createStandardValidate(schema: StandardSchema, what: string): ValidateFunction {
  const { validate: run, vendor } = schema['~standard']
  const settle = (result: unknown) => {
    const { issues, value } = readResult(result, vendor, what)
    return issues === null ? { value } : { error: issues.map((issue) => failureOf(issue, vendor)) }
  }
  const validate = (data: unknown) => {
    const result: unknown = run(data)
    const pending = pendingOf(result)
    return pending === null ? settle(result) : pending.then(settle)
  }
  return Object.assign(validate, { [standard]: true })
}

/** `null`: the value is valid. */
interface ReadResult {
  readonly issues: readonly unknown[] | null
  readonly value: unknown
}

/**
 * Libraries of an application may break the protocol: a result of another form would pass as the value `undefined`. The
 * protocol ignores falsy issues.
 *
 * @throws ALC_ERR_SCHEMA_RESULT
 */
function readResult(result: unknown, vendor: string, what: string): ReadResult {
  if (typeof result === 'object' && result !== null) {
    const { issues, value } = result as { issues?: unknown; value?: unknown } // any object may have them
    if (Array.isArray(issues)) return { issues, value: undefined }
    if (!issues && 'value' in result) {
      containRejection(value) // a handler that does not await it would end the process
      return { issues: null, value }
    }
    containRejection(issues)
  }
  throw new schemaCodes.ALC_ERR_SCHEMA_RESULT(what, messageOf(vendor), describeValue(result))
}

/** Writes an answer as JSON: validated, and without the keys that the library's JSON Schema does not describe. */
export function createStandardSerialize(schema: StandardSchema, route: string, part: string): SerializeFunction {
  const described = describeStandard(schema, 'output')
  const { vendor } = schema['~standard']
  const write = (result: unknown): string => {
    const { issues, value } = readResult(result, vendor, `${part} answer of ${route}`)
    if (issues !== null) {
      const found = issues.map((issue) => failureOf(issue, vendor))
      throw new schemaCodes.ALC_ERR_RESPONSE_INVALID(route, part, found.slice(0, 3).map(textOf).join(', '))
    }
    const picked = described === null ? value : pickDescribed(value, described)
    const text = JSON.stringify(picked) ?? 'null'
    const lost = findLostEntries(picked, text)
    if (lost !== null) throw new schemaCodes.ALC_ERR_SERIALIZATION(route, `${part} schema`, lost)
    return text
  }
  const serialize = (data: unknown): string | Promise<string> => {
    const result: unknown = schema['~standard'].validate(data)
    const pending = pendingOf(result)
    return pending === null ? write(result) : pending.then(write)
  }
  return serialize as SerializeFunction // the code that writes answers awaits a promise
}

/** The JSON Schema (draft 7) that the library gives of its schema; null if it gives none. */
export function describeStandard(schema: StandardSchema, direction: 'input' | 'output'): unknown {
  const describe = schema['~standard'].jsonSchema?.[direction]
  if (describe === undefined) return null
  try {
    // JSON Schema has no dates. This option makes zod describe them by a schema of any value. Without it zod throws.
    const described: unknown = describe({ target: 'draft-07', libraryOptions: { unrepresentable: 'any' } })
    return isRecord(described) ? described : null
  } catch {
    return null // the library cannot describe this schema, which counts as no description
  }
}

/** The value has been refused, even if the issue is malformed: properties that cannot be read are omitted. */
function failureOf(issue: unknown, vendor: string): SchemaFailure {
  const [message, path, code] = ['message', 'path', 'code'].map((name) => readContained(issue, name))
  const keys = isList(path)
    ? path.map((step) =>
        textOfKey(typeof step === 'object' && step !== null ? (readContained(step, 'key') ?? {}) : step),
      )
    : []
  return {
    keyword: typeof code === 'string' ? code : vendor,
    instancePath: pointerTo('', ...keys),
    schemaPath: '',
    params: {},
    message: typeof message === 'string' ? message : 'is not valid',
  }
}

/** A property of a value of a library. A promise there is not awaited, and must not end the process. */
function readContained(value: unknown, name: string): unknown {
  containRejection(value)
  const found = readProperty(value, name)
  containRejection(found)
  return found
}

function textOfKey(key: unknown): string {
  containRejection(key)
  return typeof key === 'object' && key !== null ? '?' : messageOf(key)
}

/** A revoked proxy throws here. */
function isList(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value) && Number.isInteger(value.length)
  } catch {
    return false
  }
}

function textOf({ instancePath, message }: SchemaFailure): string {
  return `${instancePath} ${message}`.trim()
}

type Schema = Record<string, unknown>

/**
 * A value without the keys that a JSON Schema does not describe. Other keys stay only if the schema has
 * `additionalProperties`. Nothing is checked: the library has validated the value.
 */
export function pickDescribed(value: unknown, schema: unknown): unknown {
  return pick(value, schema, schema)
}

function pick(given: unknown, schema: unknown, root: unknown): unknown {
  const value = jsonOf(given)
  if (typeof value !== 'object' || value === null) return value
  const parts = partsFor(value, schema, root)
  if (Array.isArray(value)) return pickItems(value, parts, root)
  const known = parts.filter(appliesToKeys)
  if (known.length === 0) return value
  const picked: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const found = known.map((part) => propertyOf(part, key)).find((each) => each !== undefined)
    if (found === undefined) continue
    const inner = pick(readProperty(value, key), found, root)
    Object.defineProperty(picked, key, { value: inner, enumerable: true, configurable: true, writable: true })
  }
  return picked
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value
  return typeof value.toJSON === 'function' ? value.toJSON() : value
}

function pickItems(list: readonly unknown[], parts: readonly Schema[], root: unknown): unknown[] {
  const { items, prefixItems, additionalItems }: Schema = Object.assign({}, ...parts)
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
  const rest = Array.isArray(items) ? additionalItems : items
  return list.map((item, index) => pick(item, tuple[index] ?? rest, root))
}

/** The schema and those beside it that apply to a value: `$ref`, `allOf`, and the branches that fit. */
function partsFor(value: object, given: unknown, root: unknown): Schema[] {
  if (!isRecord(given)) return []
  const referred = typeof given.$ref === 'string' ? partsFor(value, resolve(given.$ref, root), root) : []
  const all = Array.isArray(given.allOf) ? given.allOf.flatMap((part) => partsFor(value, part, root)) : []
  const branches = [given.anyOf, given.oneOf].filter(Array.isArray).flatMap((list) => {
    const fitting = list.filter((branch) => fits(value, branch, root))
    return (fitting.length === 0 ? list : fitting).flatMap((branch) => partsFor(value, branch, root))
  })
  return [given, ...referred, ...all, ...branches]
}

/** Whether a branch may apply to a value: by its type, the keys that it requires, and fixed values of its keys. */
function fits(value: object, branch: unknown, root: unknown): boolean {
  return partsFor(value, branch, root).every((schema) => {
    const types = schema.type === undefined ? [] : [schema.type].flat()
    if (types.length > 0 && !types.includes(Array.isArray(value) ? 'array' : 'object')) return false
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
    if (required.some((key) => !Object.hasOwn(value, String(key)))) return false
    const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : []
    return properties.every(([key, property]) => !isRecord(property) || allows(property, readProperty(value, key)))
  })
}

function allows({ const: only, enum: values }: Schema, value: unknown): boolean {
  if (value === undefined || typeof value === 'object') return true
  if (only !== undefined) return only === value
  return !Array.isArray(values) || values.includes(value)
}

function appliesToKeys(schema: Schema): boolean {
  return (
    schema.properties !== undefined ||
    schema.additionalProperties !== undefined ||
    schema.patternProperties !== undefined
  )
}

/** The schema of a key; undefined if the key is not described. */
function propertyOf({ properties, patternProperties, additionalProperties }: Schema, key: string): unknown {
  if (isRecord(properties) && Object.hasOwn(properties, key)) return properties[key]
  const patterns = isRecord(patternProperties) ? Object.entries(patternProperties) : []
  const pattern = patterns.find(([source]) => new RegExp(source, 'u').test(key))
  if (pattern !== undefined) return pattern[1]
  return additionalProperties === false ? undefined : additionalProperties
}

function resolve(ref: string, root: unknown): unknown {
  return valueAt(root, decodeURIComponent(ref.slice(1)))
}
