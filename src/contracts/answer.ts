import type { given } from './infer-parts.js'
import type { HeaderValue } from './reply.js'
import type { InferResponse } from './route-types.js'

/** An answer with its status, made by `answer`. A handler returns or throws it to choose the status. */
export interface Answer<Status extends number = number, Body = unknown> {
  /** The status. */
  readonly status: Status
  /** The payload, as `reply.send` takes it. */
  readonly body: Body
  /** Headers that the answer gets. */
  readonly headers: Readonly<Record<string, HeaderValue>>
  /** For types only: a status with its body, which is compared with the declarations of the route. */
  readonly [given]: Given<Status, Settled<Body>>
}

/** The type of a value that may be a promise, when it has settled. */
export type Settled<T> = T extends PromiseLike<infer V> ? V : T

interface Given<Status extends number, Body> {
  readonly status: Status
  readonly body: Body
}

/**
 * The answers that a handler of a route with schema S may return. It is an interface, so the compiler reads the schemas
 * of all statuses only for handlers that return an answer.
 */
export interface DeclaredAnswer<S> {
  readonly [given]: GivenBy<S>
}

type GivenBy<S> = S extends { readonly response: infer P }
  ?
      | { [K in keyof P]: Given<StatusOf<K, keyof P>, BodyOf<InferResponse<P[K], 'check'>, K>> }[keyof P]
      | { [K in keyof P]: Empty<StatusOf<K, keyof P>> }[keyof P]
  : unknown

/** 204 has no body, also where a class or `default` declares one for the other statuses. */
type Empty<Status> = 204 extends Status ? Given<204, null | undefined> : never

/** The bodies declared for a status, in a list of one; an empty list if none is declared. */
export type DeclaredBody<P, Status extends number> = {
  [K in keyof P]: Status extends StatusOf<K, keyof P>
    ? [BodyOf<InferResponse<P[K], 'check'>, Status extends 204 ? 204 : K>]
    : never
}[keyof P]

/** 204 has no body. A body of `{ type: 'null' }` may be omitted. */
type BodyOf<B, K> = `${K & (string | number)}` extends '204' ? B | null | undefined : null extends B ? B | undefined : B

/**
 * The statuses that a key of `response` covers. A class such as `2xx`, and `default`, cover statuses without their own
 * key.
 */
type StatusOf<K, All> = `${K & (string | number)}` extends `${infer Code extends number}`
  ? Code
  : Lowercase<K & string> extends `${infer First}xx`
    ? Exclude<InClass<First>, Exact<All>>
    : Exclude<InClass<'2' | '3' | '4' | '5'>, Exact<All> | InDeclaredClass<All>>

type Exact<K> = K extends string | number ? (`${K}` extends `${infer Code extends number}` ? Code : never) : never
type InDeclaredClass<K> = K extends string ? (Lowercase<K> extends `${infer First}xx` ? InClass<First> : never) : never
type InClass<First extends string> = NumberOf<`${First}${Digit}${Digit}`>
type NumberOf<Text> = Text extends `${infer Code extends number}` ? Code : never
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
