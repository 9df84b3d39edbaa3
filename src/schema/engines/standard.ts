// Hot path: validates requests and writes answers by schemas that follow Standard Schema (standardschema.dev), version 1.
import type { SchemaFailure, SerializeFunction, ValidateFunction } from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { findLostEntries } from '../../support/lost-entries.js'
import { isRecord, isThenable, readProperty } from '../../support/values.js'
import { pointerTo } from '../model/pointer.js'
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

/** Marks validators that take `undefined` for a part that is missing. Others get `null`. */
const standard = Symbol('standard')

export function isStandardValidate(validate: ValidateFunction): boolean {
  return standard in validate
}

/** The validator of one part of a request: one failure for each issue. */
export function createStandardValidate(schema: StandardSchema): ValidateFunction {
  const { validate: run, vendor } = schema['~standard']
  const settle = ({ issues, value }: StandardResult) => {
    return issues === undefined ? { value } : { error: issues.map((issue) => failureOf(issue, vendor)) }
  }
  const validate = (data: unknown) => {
    const result = run(data)
    return isThenable(result) ? Promise.resolve(result).then(settle) : settle(result as StandardResult) // no promise
  }
  return Object.assign(validate, { [standard]: true })
}

/** Writes an answer as JSON: validated, and without the keys that the library's JSON Schema does not describe. */
export function createStandardSerialize(schema: StandardSchema, route: string, part: string): SerializeFunction {
  const described = describeStandard(schema, 'output')
  const write = ({ issues, value }: StandardResult): string => {
    if (issues !== undefined) {
      const { vendor } = schema['~standard']
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
    const result = schema['~standard'].validate(data)
    return isThenable(result) ? Promise.resolve(result).then(write) : write(result as StandardResult) // no promise
  }
  return serialize as SerializeFunction // a promise is awaited where answers are written
}

/** The JSON Schema (draft 7) that the library gives of its schema; null where it gives none. */
export function describeStandard(schema: StandardSchema, direction: 'input' | 'output'): unknown {
  const describe = schema['~standard'].jsonSchema?.[direction]
  if (describe === undefined) return null
  try {
    // JSON Schema has no dates. zod throws for them, unless it is told to describe them by a schema of any value.
    const described: unknown = describe({ target: 'draft-07', libraryOptions: { unrepresentable: 'any' } })
    return isRecord(described) ? described : null
  } catch {
    return null // the library cannot describe this schema: the same as none
  }
}

function failureOf({ message, path = [], ...rest }: StandardIssue, vendor: string): SchemaFailure {
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step))
  const instancePath = pointerTo('', ...keys.map(String))
  const code = readProperty(rest, 'code')
  return { keyword: typeof code === 'string' ? code : vendor, instancePath, schemaPath: '', params: {}, message }
}

function textOf({ instancePath, message }: SchemaFailure): string {
  return `${instancePath} ${message}`.trim()
}
