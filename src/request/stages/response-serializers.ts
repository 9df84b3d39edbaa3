// Hot path: `select` runs once for every reply of a route with response schemas.

import type {
  ResponseSerializers,
  RouteName,
  RouteSchema,
  SerializeFunction,
  SerializerCompilerInput,
} from '../../contracts/schema.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { Deferred, type Prepared } from '../../schema/compiler/default-compiler.js'
import { buildError, responsePart, routeText } from '../../schema/compiler/schema-error.js'
import { hasContentMap } from '../../schema/model/route-schema.js'
import { asFastify } from '../../support/as-fastify.js'
import { declaredFor, mediaTypeOf } from '../../support/media-type.js'
import { attempt, attemptEach, failFast, type Report } from '../../support/report.js'
import { containRejection, describeValue, isPlainObject } from '../../support/values.js'

/** The parts from which the serializers of a route are compiled. The schema is in full form. */
export interface ResponseSerializerParts {
  schema: RouteSchema
  route: RouteName
  /** Compiles a serializer now, or prepares one that is compiled at its first use. */
  compileSerializer: (input: SerializerCompilerInput) => Prepared<SerializeFunction>
  /** Reports the problem of a response. It throws, or returns so that the other responses are compiled. */
  report?: Report
}

/** One serializer for a status, or one per media type. */
type Entry = SerializeFunction | ReadonlyMap<string, SerializeFunction>

/**
 * Compiles the response schemas of a route; `null` if it declares no response schema.
 *
 * @throws FST_ERR_SCH_SERIALIZATION_BUILD and the coded errors of the default serializer's compiler
 */
export function compileResponseSerializers(parts: ResponseSerializerParts): ResponseSerializers | null {
  const { report = failFast } = parts
  const { response } = parts.schema
  if (!isPlainObject(response)) return null
  const entries = new Map<string, Entry>()
  for (const key of Object.keys(response)) {
    if (response[key] === undefined) continue
    const status = key.toLowerCase()
    const entry = attempt(report, () => compileEntry(parts, status, response[key]))
    if (entry !== undefined) entries.set(status, entry)
  }
  return entries.size === 0 ? null : new SerializersByStatus(entries)
}

/**
 * The media types of responses that declare exactly one media type, by the key of the response. The type must be a JSON
 * type other than `application/json`. Null if there are no such responses, and on the drop-in.
 */
export function readOnlyTypes(serializers: ResponseSerializers | null): ReadonlyMap<string, string> | null {
  if (asFastify || !(serializers instanceof SerializersByStatus)) return null
  return serializers.readOnlyTypes()
}

class SerializersByStatus implements ResponseSerializers {
  // The serializers of the statuses that have occurred; null before the first one. A status is a number of three
  // digits, so there are never more than 900.
  #byStatus: Map<number, Entry | null> | null = null

  constructor(private readonly entries: ReadonlyMap<string, Entry>) {}

  select(statusCode: number, contentType: string | undefined): SerializeFunction | null {
    return ofMediaType(this.#entryOf(statusCode), contentType)
  }

  named(key: string, contentType: string | undefined): SerializeFunction | null {
    const declared = this.entries.get(key.toLowerCase())
    return declared === undefined ? this.select(Number(key), contentType) : ofMediaType(declared, contentType)
  }

  has(statusCode: number): boolean {
    return this.#entryOf(statusCode) !== null
  }

  keyOf(statusCode: number): string | null {
    const status = String(statusCode)
    return [status, `${status[0]}xx`, 'default'].find((key) => this.entries.has(key)) ?? null
  }

  readOnlyTypes(): ReadonlyMap<string, string> | null {
    let types: Map<string, string> | null = null // few routes have any
    for (const [key, entry] of this.entries) {
      const [only = '', ...others] = typeof entry === 'function' ? [] : entry.keys()
      if (others.length > 0 || !only.endsWith('+json') || only.includes('*')) continue
      types ??= new Map()
      types.set(key, only)
    }
    return types
  }

  #entryOf(statusCode: number): Entry | null {
    const known = this.#byStatus?.get(statusCode)
    if (known !== undefined) return known
    const declared = this.entries.get(this.keyOf(statusCode) ?? '') ?? null
    const entry = declared !== null && statusCode === 204 ? writeNothing : declared
    this.#byStatus ??= new Map()
    this.#byStatus.set(statusCode, entry)
    return entry
  }
}

/** 204 has no body, so the returned value need not fit a schema. */
const writeNothing: SerializeFunction = () => ''

function ofMediaType(entry: Entry | null, contentType: string | undefined): SerializeFunction | null {
  if (entry === null || typeof entry === 'function') return entry
  const mediaType = contentType === undefined ? 'application/json' : mediaTypeOf(contentType)
  return declaredFor(entry, mediaType) ?? null
}

function compileEntry(parts: ResponseSerializerParts, status: string, schema: unknown): Entry {
  if (!hasContentMap(schema)) return compileOne(parts, { schema, httpStatus: status })
  const serializers = new Map<string, SerializeFunction>()
  attemptEach(Object.entries(schema.content), ([contentType, entry]) => {
    const { schema: own } = entry as { schema: unknown } // checked when the route schema was normalized
    serializers.set(mediaTypeOf(contentType), compileOne(parts, { schema: own, httpStatus: status, contentType }))
  })
  return serializers
}

interface ResponseSchema {
  schema: unknown
  httpStatus: string
  contentType?: string
}

function compileOne(parts: ResponseSerializerParts, response: ResponseSchema): SerializeFunction {
  const part = responsePart(response)
  let serialize: Prepared<SerializeFunction>
  try {
    serialize = parts.compileSerializer(inputOf(response, parts.route))
  } catch (error) {
    throw buildError('FST_ERR_SCH_SERIALIZATION_BUILD', error, parts.route, part)
  }
  if (serialize instanceof Deferred) return (data) => serialize.get()(data)
  if (typeof serialize === 'function' || asFastify) return serialize
  containRejection(serialize) // of an async compiler
  throw new schemaCodes.ALC_ERR_SERIALIZER_COMPILER_RESULT(routeText(parts.route), part, describeValue(serialize))
}

/** Each field is listed: V8 adds fields to a copy made by spread in slow code, once for each route. */
function inputOf(
  { schema, httpStatus, contentType }: ResponseSchema,
  { method, url }: RouteName,
): SerializerCompilerInput {
  if (contentType === undefined) return { schema, httpStatus, method, url }
  return { schema, httpStatus, contentType, method, url }
}
