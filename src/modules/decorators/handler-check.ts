import type { Answer, DeclaredAnswer, DeclaredBody, Settled } from '../../contracts/answer.js'
import type { NoAnswer } from '../../contracts/infer-parts.js'
import type { Mismatch, NameOf, Sentences } from '../../contracts/mismatch.js'
import type { Reply } from '../../contracts/reply.js'
import type { InferResponse, ReturnOf } from '../../contracts/route-types.js'
import type { MethodReturning, MethodShape } from './decorator-types.js'
import type { EventMessage } from './event-message.js'
import type { MemberKey } from './facts.js'

// The comparison of a handler with its route schema by `@Schema`. A handler that fits costs one check of assignability.
// For any other handler, the required type of the class is a sentence. No class has this type, so the compiler shows
// the sentence.

declare const checked: unique symbol

/** A decorator of methods of shape M whose return types fit the success responses of each route schema in L. */
export interface CheckingDecorator<M, L extends readonly unknown[]> {
  /** For types only. `compose` requires that a method fits the requirements of all its parts. */
  readonly [checked]: [shape: M, schemas: L]
  <F extends M, G extends Fitting<L>>(
    target: NoInfer<TargetFor<F, G, L>>,
    key: MemberKey,
    descriptor: TypedPropertyDescriptor<F> | TypedPropertyDescriptor<G>,
  ): void
}

/** The route schemas that a decorator compares handlers with. */
export type SchemasOf<D> = D extends { readonly [checked]: [unknown, infer L extends readonly unknown[]] } ? L : []
/** The shape that a decorator requires. */
export type ShapeOf<D> = D extends { readonly [checked]: [infer M, unknown] } ? M : MethodShape<D>
/** Any decorator that compares handlers. */
export interface AnyCheckingDecorator {
  readonly [checked]: unknown
}

/**
 * Every class if F fits, otherwise the sentence with the reason. F and G are inferred from the same method. G becomes
 * its own constraint if the method does not meet it. This form takes the compiler less time than a condition.
 */
type TargetFor<F, G, L extends readonly unknown[]> = [G] extends [F] ? object : Refusal<F, L>

/** The methods that fit all schemas. There is one schema, except below `compose`. */
type Fitting<L extends readonly unknown[]> = L extends readonly [infer S]
  ? FittingOne<S>
  : L extends readonly [infer S, ...infer Rest]
    ? FittingOne<S> & Fitting<Rest>
    : unknown
type FittingOne<S> = MethodReturning<
  HandlerResult<
    S extends EventsOf<infer D, infer By> ? EventSource<DataOf<D>, By> : PlainValue<ReturnOf<S>> | DeclaredAnswer<S>
  >
>

declare const events: unique symbol

/** In place of a route schema: the handler yields events, whose data fits schema D. */
export interface EventsOf<D, By extends YieldingDecorator = '@Events'> {
  readonly [events]: [D, By]
}
type YieldingDecorator = '@Events' | '@Socket'
type DataOf<D> = unknown extends D ? unknown : InferResponse<D, 'check'>
type EventSource<D, By> = By extends '@Events' ? AsyncIterable<D | EventMessage<D>> | Answer : AsyncIterable<D>
type Yielded<R, By> =
  R extends AsyncIterable<infer Y>
    ? By extends '@Events'
      ? Y extends EventMessage<infer Data>
        ? Data
        : Y
      : Y
    : never
/** Any value but an `Answer`, if the schema allows every value. */
type PlainValue<T> = unknown extends T ? (object & NoAnswer) | Primitive : T
type Primitive = string | number | bigint | boolean | symbol | null

type Refusal<F, L extends readonly unknown[]> = F extends (...args: never[]) => infer R
  ? Refusals<Settled<R>, L> extends infer Found
    ? [Found] extends [never]
      ? object
      : Sentences<Found>
    : never
  : object
type Refusals<R, L extends readonly unknown[]> = { [I in keyof L]: Refused<R, L[I]> }[number]

/** The return types of a handler for answers of type R: the answer, its promise, the reply, or nothing. */
export type HandlerResult<R> = R | Unanswered | PromiseLike<R | Unanswered>
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers by `reply.send` may be declared `void`
type Unanswered = AnyReply | undefined | void
/** The reply of a handler. Methods of plugins, such as `reply.sendFile()`, return a reply of Fastify's type. */
type AnyReply = Pick<Reply, 'sent'> & { hijack(): object }

type Refused<R, S> =
  S extends EventsOf<infer D, infer By> ? RefusedEvents<Exclude<R, Unanswered>, D, By> : RefusedAnswer<R, S>

type RefusedEvents<R, D, By extends YieldingDecorator> = unknown extends R
  ? never
  : [NotYielding<R, By>] extends [never]
    ? Mismatch<Yielded<R, By>, DataOf<D>, 'handler'>
    : `the handler returns ${NameOf<NotYielding<R, By>>}, ${By} needs an async generator or an async iterable`
type NotYielding<R, By> = Exclude<R, AsyncIterable<unknown> | (By extends '@Events' ? Answer : never)>

type RefusedAnswer<R, S> =
  | OfAnswers<Extract<R, Answer>, S>
  | Mismatch<
      Exclude<R, Answer | Unanswered>,
      ReturnOf<S>,
      SourceOf<S extends { readonly response: infer P } ? P : never>
    >

type SourceOf<P> = [Extract<P[keyof P], { readonly '~standard': unknown }>] extends [never] ? 'handler' : 'library'

type OfAnswers<A, S> =
  A extends Answer<infer Status, infer Body>
    ? S extends { readonly response: infer P }
      ? [DeclaredBody<P, Status>] extends [never]
        ? `the handler answers with status ${Status}, the schema declares ${NameOf<keyof P>}`
        : Mismatch<Settled<Body>, DeclaredBody<P, Status>[0], SourceOf<P>>
      : never
    : never
