import { listType, type RouteContract, type TypedParameter } from '../../context/route-contract.js'
import { formOf, type UserFunction } from '../../lifecycle/function-form.js'
import { isStandardSchema } from '../../standard/standard-schema.js'
import type { ParameterSource, PartSource } from '../decorators/facts.js'
import { className, isClass, type Member } from '../decorators/read-facts.js'

/**
 * The contract of a method of a controller, from its declaration and from the parts that the controller adds.
 *
 * @param contested parts and values that have two schemas, so the schema of their parameters is not known
 */
export function contractOf(
  member: Member,
  contested: ReadonlySet<string>,
  {
    method,
    ...given
  }: Pick<RouteContract, 'arounds' | 'outermost' | 'socket' | 'named' | 'unvalidated'> & { method: UserFunction },
): RouteContract {
  return {
    member: member.name,
    status: member.status,
    parameters: typedParameters(member).filter(({ part, property }) => {
      return !contested.has(part) && !contested.has(`${part} "${property}"`)
    }),
    bodyParameter: bodyParameter(member),
    objectBody: objectBody(member),
    bodySchema: bodySchema(member),
    method,
    takesReply: takesReply(member, method),
    takesBody: takesBody(member, method),
    ...given,
  }
}

function bodyParameter({ parameters }: Member): number | null {
  const index = (parameters ?? []).findIndex(isBody)
  return index === -1 ? null : index + 1
}

function bodySchema({ parameters }: Member): number | null {
  const index = (parameters ?? []).findIndex((source) => isBody(source) && source.schema !== null)
  return index === -1 ? null : index + 1
}

/** Whether a handler takes the reply, by which it can set another status. */
function takesReply({ parameters }: Member, run: UserFunction): boolean {
  if (parameters === null) return formOf(run, 2) !== 'returns'
  return parameters.some(({ from }) => from === 'reply' || from === 'own')
}

/** Whether a handler takes the body, or the request, which has the body. */
function takesBody({ parameters }: Member, { length }: { readonly length: number }): boolean {
  if (parameters === null) return length > 0
  return parameters.some((source) => isBody(source) || source.from === 'request' || source.from === 'own')
}

type Place = Pick<TypedParameter, 'part' | 'property'>

/** The parameters of a handler for which the compiler emitted a number, a boolean or a class. */
function typedParameters({ parameters, types }: Member): TypedParameter[] {
  return (parameters ?? []).flatMap((source, index) => {
    const place = placeOf(source)
    const declared = place === null ? null : typeOf(types[index], place)
    return place === null || declared === null ? [] : [{ position: index + 1, declared, ...place }]
  })
}

/**
 * The position of a body that the compiler records as `Object` or `Array`: an interface, an alias, a list or `unknown`.
 * Without a schema, no code validates this body.
 */
function objectBody({ parameters, types }: Member): number | null {
  const open: readonly unknown[] = [Object, Array]
  const index = (parameters ?? []).findIndex((source, position) => isBody(source) && open.includes(types[position]))
  return index === -1 ? null : index + 1
}

function placeOf(source: ParameterSource): Place | null {
  if (source.from !== 'part') return null
  const { part, name, schema } = source
  return name !== null && isStandardSchema(schema) ? null : { part, property: name } // a library may convert the value
}

function isBody(source: ParameterSource): source is PartSource {
  return source.from === 'part' && source.part === 'body'
}

/** Types without information about the value, and types that requests have without a schema. */
const free: ReadonlySet<unknown> = new Set([Object, String, Array, BigInt, Symbol, Function, Promise])

function typeOf(type: unknown, { part, property }: Place): string | null {
  if (type === Array) return property !== null && part === 'querystring' ? listType : null
  if (type === Number) return 'number'
  if (type === Boolean) return 'boolean'
  if (!isClass(type) || free.has(type) || isBytes(type) || isSchema(type)) return null
  // Parsers of the application make objects of global classes from bodies: FormData, URLSearchParams, Map.
  if (part === 'body' && Reflect.get(globalThis, type.name) === type && type.name !== 'Date') return null
  return className(type)
}

/** Whether a class is a buffer, a view of bytes, or a stream. Parsers pass its objects unchanged. */
function isBytes({ prototype }: { prototype: object }): boolean {
  const isView = prototype instanceof Object.getPrototypeOf(Uint8Array) || prototype === ArrayBuffer.prototype
  return isView || 'pipe' in prototype || 'getReader' in prototype
}

/** Whether a class is a schema itself: of a library, or with keywords as static members. */
function isSchema(type: object): boolean {
  return ['~standard', '$id', 'type', 'properties', 'schema'].some((key) => key in type)
}
