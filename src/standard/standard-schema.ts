// Hot path: validates requests and writes answers by schemas that follow Standard Schema (standardschema.dev), version 1.
import type { SchemaFailure, SerializeFunction, ValidateFunction } from '../contracts/schema.js'
import { schemaCodes } from '../errors/schema-codes.js'
import { pointerTo } from '../support/json-pointer.js'
import { findLostEntries, placedAdvice } from '../support/lost-entries.js'
import { containRejection, describeValue, isRecord, messageOf, pendingOf, readProperty } from '../support/values.js'
import { pickDescribed } from './pick-described.js'

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
    if (lost !== null) throw new schemaCodes.ALC_ERR_SERIALIZATION(route, `${part} schema`, placedAdvice(lost))
    return text
  }
  const serialize = (data: unknown): string | Promise<string> => {
    const result: unknown = schema['~standard'].validate(data)
    const pending = pendingOf(result)
    return pending === null ? write(result) : pending.then(write)
  }
  return serialize as SerializeFunction // the code that writes answers awaits a promise
}

/** The JSON Schema (draft 7) of a schema, from its library; null if the library gives none. */
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

/**
 * One issue as a failure. The library has refused the value even if the issue is malformed, so properties that cannot
 * be read are omitted.
 */
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
