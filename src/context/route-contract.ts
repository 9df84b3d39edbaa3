import type { AroundFunction } from '../contracts/around.js'
import type { NamedSchema } from '../schema/validation/named-values.js'

/**
 * The key of a route option under which a controller hands over what a method says of its answers. A symbol: `onRoute`
 * hooks that copy or change the options carry it along, and no option of a plugin has its name.
 */
export const contract: unique symbol = Symbol('alcove.contract')

/** What a method says of its answers, beside its schema. */
export interface RouteContract {
  /** `Class.method`, for messages. */
  readonly member: string
  /** `@Status`. */
  readonly status: number | null
  /** Parameters whose declared type a schema must make true. */
  readonly parameters: readonly TypedParameter[]
  /** Values of its parameters that have a schema of another library each. */
  readonly named: readonly NamedSchema[]
  /** The method itself, as the class has it. */
  readonly method: (...args: never[]) => unknown
  /** Whether the method gets the reply, by which it can set another status. */
  readonly takesReply: boolean
  /** Whether its handler may read the body. Where it does not, an empty one may have the media type of JSON. */
  readonly takesBody: boolean
  /** Functions around the handler, inside those of its context, the outermost first. */
  readonly arounds: readonly AroundFunction[]
}

/** A parameter of a handler that is declared as a number, a boolean or a class. */
export interface TypedParameter {
  /** From 1. */
  readonly position: number
  /** `number`, `boolean`, or the name of the class. */
  readonly declared: string
  readonly part: 'body' | 'querystring' | 'params' | 'headers'
  /** The one value of the part that it takes; null for the whole part. */
  readonly property: string | null
}

/** Route options of a controller. */
export interface ContractOptions {
  [contract]?: RouteContract
}
