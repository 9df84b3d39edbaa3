import type { AroundFunction, Next } from '../../contracts/around.js'
import type { HookName } from '../../contracts/hooks.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { RouteShorthandOptions } from '../../contracts/route.js'
import type { RouteSchema } from '../../contracts/schema.js'
import type { Class, ClassToken, LazyToken, Scope, Token } from '../../contracts/token.js'
import type { DeclaredValue } from '../../lifecycle/provenance.js'
import type { Place } from '../../support/place.js'
import type { ModuleFact } from './module-fact.js'
import type { EventsFact, SocketFact } from './stream-facts.js'

// The facts that decorators record. The bootstrap reads only these. A fact is frozen, and replaced instead of changed.
// `null` means that the decorator was not used; a list is empty instead.

/** The name of a method: a string or a symbol. */
export type MemberKey = string | symbol

/** `@Controller`. */
export interface ControllerFact {
  readonly prefix: string
  /** Route options that all routes of the controller start from. */
  readonly options: RouteShorthandOptions
}

/** `@Injectable`. */
export interface InjectableFact {
  readonly scope: Scope
}

/** One route decorator on a method. */
export interface RouteFact {
  /** Upper case. `null`: every method that the server supports. */
  readonly methods: readonly string[] | null
  readonly path: string
  readonly options: RouteShorthandOptions
}

/** `@Hook(name)` on a method. */
export interface HookFact {
  readonly hook: HookName
}

/** `@Use(name, fn)`. */
export interface UseFact {
  readonly hook: HookName
  // biome-ignore lint/suspicious/noExplicitAny: the decorator has checked the function against the name's hook type
  readonly run: (...args: any[]) => any
}

/** A decorator of `memberDecorator` on a method. */
export interface MarkFact {
  readonly decorator: string
  /** The list of methods with the decorator. */
  readonly list: symbol
  readonly args: readonly unknown[]
}

/** `@ErrorHandler(Type?)` on a method. */
export interface ErrorHandlerFact {
  /** The class that `instanceof` checks; `null`: every error. */
  readonly type: ErrorType | null
}

/** A class of errors, or another object with `instanceof` support. */
export interface ErrorType<E = unknown> {
  /** Carries the type of the errors. */
  readonly prototype: E
  /** The name of the class, for messages. */
  readonly name: string
}

/** The result of a guard. `false`, or a promise of it, answers 403. The reply means that the guard answers itself. */
export type GuardResult = boolean | Reply | Promise<boolean | Reply>

/** A guard as a function. */
export type GuardFunction = (request: Request, reply: Reply) => GuardResult

/** A guard as a class, built by the container of the context in which it is used. */
export interface CanActivate {
  /** Decides whether the request goes on. `false` answers 403, and a thrown error goes to the error handlers. */
  canActivate(request: Request, reply: Reply): GuardResult
}

/** A class whose objects run around handlers, built by the container of the context in which it is used. */
export interface HandlerAround {
  /** Runs around the handler. `next()` runs the handler, and its promise resolves to the payload. */
  around(request: Request, reply: Reply, next: Next): unknown
}

/** `@Around(fnOrClass)`. */
export type AroundFact =
  | { readonly how: 'function'; readonly run: AroundFunction }
  | { readonly how: 'class'; readonly Class: Class<HandlerAround> }

/** The class of a guard; `provides` names the request values that it sets before it lets a request in. */
export interface GuardClass extends Class<CanActivate> {
  /** Tokens of the request values that the guard sets. */
  readonly provides?: readonly Token<unknown, 'request'>[]
}

/** The points of a request at which a guard may run. */
export type GuardPoint = 'onRequest' | 'preParsing' | 'preValidation' | 'preHandler'

/** `@Guard(fnOrClass, { on })`. */
export type GuardFact = { readonly on: GuardPoint | null; readonly unknownPaths: boolean } & (
  | { readonly how: 'function'; readonly run: GuardFunction }
  | {
      readonly how: 'class'
      readonly Class: Class<CanActivate>
      /** Names of the request values that `static provides` lists. */
      readonly provides: readonly string[]
    }
)

/** The source of the value of a handler's or constructor's parameter. */
export type ParameterSource =
  | PartSource
  | { readonly from: 'request' }
  | { readonly from: 'reply' }
  | { readonly from: 'messages' }
  | OwnSource
  | InjectSource
  | UnresolvedSource

/** A decorator that `paramOf` made. */
export interface OwnSource {
  readonly from: 'own'
  readonly read: (...given: never[]) => unknown
  /** The further arguments of its function, after the request, or after the request and the reply. */
  readonly inject: readonly (InjectSource | UnresolvedSource)[]
  readonly takesReply: boolean
}

/** A part of the request, such as `@Query()`, or one value of the part, such as `@Query(name)`. */
export interface PartSource {
  readonly from: 'part'
  readonly part: 'body' | 'querystring' | 'params' | 'headers'
  /** The name of the value, in lower case for a header; null for the whole part. */
  readonly name: string | null
  /** The schema of the part or value, or null. */
  readonly schema: unknown
}

/** One value of the path, the query or the headers. */
export interface NamedSource extends PartSource {
  readonly part: 'querystring' | 'params' | 'headers'
  readonly name: string
}

/** `@Inject(token)`, or the declared class of a constructor's parameter. */
export interface InjectSource {
  readonly from: 'inject'
  readonly token: Token | ClassToken | LazyToken | string | symbol
  readonly optional: boolean
}

/** A parameter without a source, which is a boot error. */
export interface UnresolvedSource {
  readonly from: 'unresolved'
  readonly reason: UnresolvedReason
  /** The declared type as far as it exists at run time: `Object`, `String`, `undefined`. */
  readonly declared: string
}

/**
 * `undefined`: the class was not loaded yet (a cycle of imports). `no-token`: the same for a token.
 * `not-a-class`: an interface, alias or primitive.
 * `no-metadata`: the compiler emitted no `design:paramtypes`. `undecorated`: a base class without a class decorator.
 * `not-listed`: the option `inject` ends before it.
 * `no-source`: a handler's parameter without a decorator next to others with one. `several`, `transformed`: tsyringe's
 * `@injectAll` and `@injectWithTransform`.
 */
export type UnresolvedReason =
  | 'undefined'
  | 'no-token'
  | 'not-a-class'
  | 'no-metadata'
  | 'undecorated'
  | 'not-listed'
  | 'no-source'
  | 'several'
  | 'transformed'

/** The options of `@Module` that declare values, by the kind of the values. */
export const valueLists = { request: 'decorateRequest', reply: 'decorateReply', context: 'decorate' } as const

/** The decorators of values, by the part or another source of the values. */
const decoratorNames = {
  body: 'Body',
  querystring: 'Query',
  params: 'Params',
  headers: 'Headers',
  request: 'Req',
  reply: 'Rep',
  messages: 'Messages',
  own: 'paramOf',
  inject: 'Inject',
  unresolved: 'Inject',
} as const

/** The name of the decorator that gives a parameter its source. */
export function decoratorOf(source: ParameterSource): string {
  if (source.from !== 'part') return decoratorNames[source.from]
  return source.part === 'params' && source.name !== null ? 'Param' : decoratorNames[source.part]
}

/** Facts that a method, a controller and a module can have. */
export interface PlacedFacts {
  readonly guards: readonly GuardFact[]
  readonly uses: readonly UseFact[]
  /** `@Use(Class)`. */
  readonly useClasses: readonly Class[]
  readonly values: readonly DeclaredValue[]
  readonly arounds: readonly AroundFact[]
  /** `@Public()`. */
  readonly isPublic: boolean
}

/** All facts of one method. */
export interface MemberFacts extends PlacedFacts {
  /** The place of the first decorator that ran on the method. */
  readonly place: Place | null
  readonly routes: readonly RouteFact[]
  /** Several `@Schema` are merged part by part. */
  readonly schema: RouteSchema | null
  /** `@Status`. */
  readonly status: number | null
  readonly events: EventsFact | null
  readonly socket: SocketFact | null
  /** By parameter index, from parameter decorators only. */
  readonly parameters: ReadonlyMap<number, ParameterSource>
  readonly hooks: readonly HookFact[]
  readonly errorHandlers: readonly ErrorHandlerFact[]
  readonly notFoundHandler: boolean
  readonly schemaErrorFormatter: boolean
  /** `@Around()`: the method itself runs around handlers. */
  readonly isAround: boolean
  readonly marks: readonly MarkFact[]
}

/** All facts that were recorded on one class itself, without those of its base classes. */
export interface ClassFacts extends PlacedFacts {
  /** The place of its decorators. */
  readonly place: Place | null
  readonly module: ModuleFact | null
  readonly wrapped: boolean
  readonly controller: ControllerFact | null
  readonly injectable: InjectableFact | null
  /** Parameters of the constructor as the option `inject` lists them. */
  readonly inject: readonly ParameterSource[] | null
  /** Parameters of the constructor, by index, from parameter decorators only. */
  readonly parameters: ReadonlyMap<number, ParameterSource>
  readonly members: ReadonlyMap<MemberKey, MemberFacts>
}

const noPlacedFacts: PlacedFacts = {
  guards: [],
  uses: [],
  useClasses: [],
  values: [],
  arounds: [],
  isPublic: false,
}

export const noMemberFacts: MemberFacts = Object.freeze({
  ...noPlacedFacts,
  place: null,
  routes: [],
  schema: null,
  status: null,
  events: null,
  socket: null,
  parameters: new Map<number, ParameterSource>(),
  hooks: [],
  errorHandlers: [],
  notFoundHandler: false,
  schemaErrorFormatter: false,
  isAround: false,
  marks: [],
})

export const noClassFacts: ClassFacts = Object.freeze({
  ...noPlacedFacts,
  place: null,
  module: null,
  wrapped: false,
  controller: null,
  injectable: null,
  inject: null,
  parameters: new Map<number, ParameterSource>(),
  members: new Map<MemberKey, MemberFacts>(),
})
