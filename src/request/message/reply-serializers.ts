import type { RequestRoute } from '../../contracts/compiled-route.js'
import type { SerializeFunction, SerializerCompilerInput } from '../../contracts/schema.js'
import { replyCodes } from '../../errors/message-codes.js'
import { asFastify } from '../../support/as-fastify.js'
import type { ServerRequest } from './request.js'
import * as slots from './slots.js'

type Status = string | number

interface SchemaToCompile {
  schema: object
  httpStatus?: Status | null | undefined
  contentType?: string | null | undefined
}

interface SerializerChoice {
  schemaOrStatus: object | Status
  httpStatus?: Status | null | undefined
  contentType?: string | null | undefined
}

/** The serializer of the route for a status, or the serializer that was compiled earlier for a schema. */
export function findSerializer(
  route: RequestRoute,
  schemaOrStatus: object | Status,
  contentType?: string,
): SerializeFunction | undefined {
  if (typeof schemaOrStatus === 'object') return route.compiledOnDemand.serializers.get(schemaOrStatus)
  return route.getSerializer(String(schemaOrStatus), contentType)
}

/** Compiles a schema with the serializer compiler of the route's context, once for each schema. */
export function compileSerializer(
  request: ServerRequest,
  { schema, httpStatus, contentType }: SchemaToCompile,
): SerializeFunction {
  const { compiledOnDemand, compileSerializer: compile } = request[slots.route]
  const known = compiledOnDemand.serializers.get(schema)
  if (known !== undefined) return known
  const { method, url } = request
  const serialize = compile({ schema, method, url, ...namedAnswer(httpStatus, contentType) })
  compiledOnDemand.serializers.set(schema, serialize)
  return serialize
}

/** Fastify passes the given values to compilers of the application, and null for each missing value. */
function namedAnswer(
  httpStatus: SchemaToCompile['httpStatus'],
  contentType: SchemaToCompile['contentType'],
): Pick<SerializerCompilerInput, 'httpStatus' | 'contentType'> {
  // The types omit the null, as those of Fastify do.
  if (asFastify) return { httpStatus: (httpStatus ?? null) as string, contentType: (contentType ?? null) as string }
  const status = httpStatus == null ? '' : String(httpStatus)
  return contentType == null ? { httpStatus: status } : { httpStatus: status, contentType }
}

/**
 * The serializer that the arguments of `serializeInput` name: `(input, status, contentType?)` or `(input, schema,
 * status?, contentType?)`.
 */
export function serializeInput(request: ServerRequest, choice: SerializerChoice): SerializeFunction {
  const { schemaOrStatus } = choice
  if (typeof schemaOrStatus === 'object') {
    if (choice.httpStatus == null) return compileSerializer(request, { ...choice, schema: schemaOrStatus })
    return ofRoute(request, choice.httpStatus, choice.contentType)
  }
  return ofRoute(request, schemaOrStatus, choice.httpStatus == null ? undefined : String(choice.httpStatus))
}

function ofRoute(request: ServerRequest, status: Status, contentType: string | null | undefined): SerializeFunction {
  const found = request[slots.route].getSerializer(String(status), contentType ?? undefined)
  if (found !== undefined) return found
  if (contentType == null) throw new replyCodes.FST_ERR_MISSING_SERIALIZATION_FN(String(status))
  throw new replyCodes.FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN(String(status), contentType)
}
