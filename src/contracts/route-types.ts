import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Full } from './full-schema.js'
import type { Infer, InferChecked, InferOutput } from './infer.js'
import type { Out } from './infer-parts.js'
import type { Mismatch, NameOf, Sentences } from './mismatch.js'

// The types that a route schema gives to a request and its answers. A part without a schema is `unknown`, or node's own
// type.

/** The type of one part of a request: a full schema, a short form, or schemas by media type. */
export type InferPart<S> = S extends abstract new (
  ...args: never[]
) => infer Made
  ? Made // a class as schema, for validators that make its objects
  : S extends { readonly content: infer C }
    ? C extends Readonly<Record<string, { readonly schema: unknown }>>
      ? Infer<C[keyof C]['schema']>
      : Infer<Full<S>>
    : Infer<Full<S>>

/** The type of the path parameters. All are required, because a path without one of them does not match the route. */
export type InferParams<S> = InferPart<S> extends infer P ? (P extends object ? { [K in keyof P]-?: P[K] } : P) : never

/** `request.body` of a route with schema S. */
export type BodyOf<S> = S extends { readonly body: infer B } ? InferPart<B> : unknown
/** `request.params` of a route with schema S. */
export type ParamsOf<S> = S extends { readonly params: infer P } ? InferParams<P> : unknown
/** `request.query` of a route with schema S. */
export type QueryOf<S> = S extends { readonly querystring: infer Q } | { readonly query: infer Q }
  ? InferPart<Q>
  : unknown
/** `request.headers` of a route with schema S: the declared headers, in lower case, and those of node. */
export type HeadersOf<S> = S extends { readonly headers: infer H } ? InferHeaders<H> : IncomingHttpHeaders

/** The type of a headers schema. Undeclared headers remain. */
export type InferHeaders<H> = LowerCase<InferPart<H>> & {
  readonly [K in Exclude<KnownHeader, keyof LowerCase<InferPart<H>>>]?: IncomingHttpHeaders[K]
}
type LowerCase<T> = { [K in keyof T as K extends string ? Lowercase<K> : K]: T[K] }
type KnownHeader = keyof {
  [K in keyof IncomingHttpHeaders as string extends K ? never : number extends K ? never : K]: unknown
}

/** The class key of a status: `'2xx'` for 204. */
type ClassKey<Status extends number> = `${Status}` extends `${infer D}${string}` ? `${D}xx` | `${D}XX` : never

/**
 * The type of `reply.send` after `code(Status)` on a route with schema S. If the status is not known, these are the
 * types of all answers.
 */
export type PayloadOf<S, Status extends number> = S extends { readonly response: infer P }
  ? (number extends Status ? InferResponse<P[keyof P]> : ByStatus<P, Status>) | RawPayload
  : unknown

/**
 * The type of the argument of `reply.send` for a value of type G. It is the payload if G fits, otherwise a text with
 * the reason. The compiler infers G from the branch that is G itself.
 */
export type Sendable<G, Payload> = [G] extends [Payload]
  ? Payload
  : unknown extends G
    ? Payload
    : Undeclared<Payload> extends infer Text
      ? [Text] extends [never]
        ? Mismatch<G, Exclude<Payload, RawPayload>, 'handler'> extends infer Found
          ? [Found] extends [never]
            ? G
            : Sentences<Found>
          : never
        : [G] extends [never]
          ? G
          : Text
      : never
type Undeclared<Payload> = Extract<Payload, `the handler answers with status ${string}`>

type ByStatus<P, Status extends number> =
  `${Status}` extends StringKey<keyof P>
    ? InferResponse<P[KeyLike<P, `${Status}`>]>
    : ClassKey<Status> & keyof P extends never
      ? P extends { readonly default: infer D }
        ? InferResponse<D>
        : `the handler answers with status ${Status}, the schema declares ${NameOf<keyof P>}`
      : InferResponse<P[ClassKey<Status> & keyof P]>

type StringKey<K> = K extends string | number ? `${K}` : never
type KeyLike<P, Name extends string> = { [K in keyof P]: StringKey<K> extends Name ? K : never }[keyof P]

/** Payloads that the client gets unchanged, and errors for the error handlers. */
type RawPayload = Buffer | Readable | ReadableStream | Response | Error

/** The type of one response: a full schema, a short form, or schemas by media type. */
export type InferResponse<S, M extends Out = 'out'> = S extends { readonly content: infer C }
  ? C extends Readonly<Record<string, { readonly schema: unknown }>>
    ? {
        [K in keyof C]: Given<C[K]['schema'], M> | (K extends `${string}json${string}` ? never : string | RawPayload)
      }[keyof C]
    : Given<Full<S>, M>
  : Given<Full<S>, M>

type Given<S, M extends Out> = M extends 'check' ? InferChecked<S> : InferOutput<S>

/**
 * The values that a handler of a route with schema S may return as the answer. `unknown` if no schema declares a
 * success status.
 */
export type ReturnOf<S> = S extends { readonly response: infer P }
  ? SuccessKey<keyof P> extends never
    ? P extends { readonly default: infer D }
      ? InferResponse<D, 'check'>
      : unknown
    : InferResponse<P[SuccessKey<keyof P>], 'check'>
  : unknown

type SuccessKey<K> = K extends string | number ? (`${K}` extends `2${string}` ? K : never) : never
