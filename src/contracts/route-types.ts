import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Full } from './full-schema.js'
import type { Infer, InferChecked, InferOutput } from './infer.js'
import type { Out } from './infer-parts.js'
import type { Mismatch, NameOf, Sentences } from './mismatch.js'

// What a route schema says of a request and its answers. `unknown`, or node's own type, where it says nothing.

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

/** The type of the path parameters: a route is found only with all of them. */
export type InferParams<S> = InferPart<S> extends infer P ? (P extends object ? { [K in keyof P]-?: P[K] } : P) : never

/** `request.body` of a route with schema S. */
export type BodyOf<S> = S extends { readonly body: infer B } ? InferPart<B> : unknown
/** `request.params` of a route with schema S. */
export type ParamsOf<S> = S extends { readonly params: infer P } ? InferParams<P> : unknown
/** `request.query` of a route with schema S. */
export type QueryOf<S> = S extends { readonly querystring: infer Q } | { readonly query: infer Q }
  ? InferPart<Q>
  : unknown
/** `request.headers` of a route with schema S: the declared ones, in lower case, and node's. */
export type HeadersOf<S> = S extends { readonly headers: infer H } ? InferHeaders<H> : IncomingHttpHeaders

/** The type of a headers schema; undeclared headers stay. */
export type InferHeaders<H> = LowerCase<InferPart<H>> & {
  readonly [K in Exclude<KnownHeader, keyof LowerCase<InferPart<H>>>]?: IncomingHttpHeaders[K]
}
type LowerCase<T> = { [K in keyof T as K extends string ? Lowercase<K> : K]: T[K] }
type KnownHeader = keyof {
  [K in keyof IncomingHttpHeaders as string extends K ? never : number extends K ? never : K]: unknown
}

/** The class key of a status: `'2xx'` for 204. */
type ClassKey<Status extends number> = `${Status}` extends `${infer D}${string}` ? `${D}xx` | `${D}XX` : never

/** What `reply.send` takes on a route with schema S after `code(Status)`; every answer when the status is not known. */
export type PayloadOf<S, Status extends number> = S extends { readonly response: infer P }
  ? (number extends Status ? InferResponse<P[keyof P]> : ByStatus<P, Status>) | RawPayload
  : unknown

/**
 * What `reply.send` is compared with when it is given a G: the payload where G fits, otherwise the sentence that says why
 * not. The compiler infers G from the branch that is G itself.
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

/** What goes to the client as it is, or to the error handlers. */
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

/** What a handler of a route with schema S may return as the answer; `unknown` when no schema speaks of success. */
export type ReturnOf<S> = S extends { readonly response: infer P }
  ? SuccessKey<keyof P> extends never
    ? P extends { readonly default: infer D }
      ? InferResponse<D, 'check'>
      : unknown
    : InferResponse<P[SuccessKey<keyof P>], 'check'>
  : unknown

type SuccessKey<K> = K extends string | number ? (`${K}` extends `2${string}` ? K : never) : never
