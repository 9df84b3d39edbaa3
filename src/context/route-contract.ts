import type { AroundFunction } from '../contracts/around.js'
import type { RouteName, RouteSchema } from '../contracts/schema.js'
import type { NamedSchema } from '../request/validation/named-values.js'
import { normalizeRouteSchema } from '../schema/model/route-schema.js'
import { readProperty } from '../support/values.js'

/**
 * The key of the route option in which a controller passes the contract of a method. It is a symbol, so it cannot
 * collide with an option of a plugin. `onRoute` hooks that copy or change the options keep it.
 */
export const contract: unique symbol = Symbol('alcove.contract')

/** The declarations of a controller's method, apart from its schema. */
export interface RouteContract {
  /** `Class.method`, for messages. */
  readonly member: string
  /** `@Status`. */
  readonly status: number | null
  /** Parameters whose declared type needs a schema that guarantees it. */
  readonly parameters: readonly TypedParameter[]
  /** Position, from 1, of a parameter for the body; or null. */
  readonly bodyParameter: number | null
  /** Position, from 1, of a parameter for the body whose type is an interface, an alias or `unknown`; or null. */
  readonly objectBody: number | null
  /** Position, from 1, of a parameter with its own schema of the body, `@Body(schema)`; or null. */
  readonly bodySchema: number | null
  /** Parameters that each have their own schema of another library. */
  readonly named: readonly NamedSchema[]
  /** Values of the query and the headers that the method takes by name, without a schema. */
  readonly unvalidated: readonly UnvalidatedValue[]
  /** The method of the class itself. */
  readonly method: (...args: never[]) => unknown
  /** Whether the method gets the reply, by which it can set another status. */
  readonly takesReply: boolean
  /** Whether its handler may read the body. If it does not, an empty body may have the media type of JSON. */
  readonly takesBody: boolean
  /** Functions around the handler, the outermost first. They run within the functions of the context. */
  readonly arounds: readonly AroundFunction[]
  /** The messages of a socket; null for other routes. */
  readonly socket: SocketContract | null
  /** A function around all others, also those of the context; or null. */
  readonly outermost: AroundFunction | null
}

/** The declared type of a list of the query. A client that sends the value once sends a string. */
export const listType = 'a list'

/** The messages of a route that takes sockets, by `@Socket`. Its schema for the status 200 is that of sent messages. */
export interface SocketContract {
  /** The schema of a message of the client, or null. */
  readonly receive: unknown
}

/** A parameter of a handler that is declared as a number, a boolean, a list or a class. */
export interface TypedParameter {
  /** The position of the parameter, from 1. */
  readonly position: number
  /** The name of its declared type. */
  readonly declared: string
  readonly part: 'body' | 'querystring' | 'params' | 'headers'
  /** The one value of the part that the parameter takes; null for the whole part. */
  readonly property: string | null
}

/** `@Query(name)` or `@Headers(name)`, of a part without a schema. */
export interface UnvalidatedValue {
  readonly part: 'querystring' | 'headers'
  /** The name of the value, in lower case for a header. */
  readonly name: string
}

/** Route options of a controller. */
export interface ContractOptions {
  [contract]?: RouteContract
}

/** The messages that a route receives and sends on its sockets, with their schemas in full form; null without sockets. */
export function messagesOf(
  { [contract]: declared, schema }: ContractOptions & Schemas,
  route: RouteName,
): Messages | null {
  if (declared?.socket == null) return null
  const { receive } = declared.socket
  return {
    receive: receive === null ? undefined : normalizeRouteSchema({ body: receive }, route).body,
    send: readProperty(schema?.response, '200'),
  }
}

interface Schemas {
  readonly schema?: RouteSchema
}

/** Schemas of messages; undefined for any message. */
export interface Messages {
  readonly receive: unknown
  readonly send: unknown
}

/** The name of a route in errors. It includes the method of the controller, if there is one. */
export function titleOf(options: ContractOptions, { method, url }: RouteName): string {
  const name = `${method} ${url}`
  return options[contract] === undefined ? name : `${options[contract].member} (${name})`
}
