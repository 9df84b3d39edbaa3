import type { Reply } from './reply.js'
import type { Request } from './request.js'

declare const injected: unique symbol

/** A class that can be built. */
export type Class<T = object> = new (...args: never[]) => T

/** A class as the token of an injected value. It can be abstract or have a private constructor. */
export interface ClassToken<T = unknown> {
  /** Carries the type of the objects. */
  readonly prototype: T
  /** The name of the class, for messages. */
  readonly name: string
}

/** The place of a token's value: the request, the reply, the context, or its providers (docs/guide/injection.md). */
export type TokenKind = 'request' | 'reply' | 'context' | 'provider'

/** A typed name of a value that a context declares and its routes and classes inject (docs/guide/injection.md). */
export interface Token<T = unknown, K extends TokenKind = TokenKind> {
  /** The place of the value. */
  readonly kind: K
  /** The name of the value, as a property of its place. */
  readonly name: string
  /** One symbol per kind and name: two tokens of one kind and name are the same token. */
  readonly key: symbol
  /** This token for an optional value: `undefined` is injected if the value is not visible, instead of a boot error. */
  readonly optional: OptionalToken<T, K>
  readonly [injected]?: T
}

/** The name of a decoration: a name, or the token that declares it. */
export type DecorationName<K extends TokenKind> = string | symbol | Token<unknown, K>

/** `Token.optional`. */
export interface OptionalToken<T = unknown, K extends TokenKind = TokenKind> {
  /** Marks the token among others. */
  readonly kind: 'optional'
  /** The token of the value. */
  readonly token: Token<T, K>
}

/** `lazy(() => X)`: injects an object that looks X up at its first use. It breaks a cycle. */
export interface LazyToken<T = unknown> {
  /** Marks the token among others. */
  readonly kind: 'lazy'
  /** Called after all modules have loaded. */
  readonly read: () => ClassToken<T> | Token<T, 'provider'>
}

/** A value of every request. */
export interface RequestToken<T = unknown> extends Token<T, 'request'> {
  /** Declares the value in a module's `decorateRequest`. If it is an object, all requests share it. */
  is(value: T): Decoration<'request'>
  /**
   * Declares a value computed at its first use in each request. A promise is awaited before the code that injects the
   * value runs. `inject` lists the further arguments of the function, after the request.
   */
  from(create: (request: Request) => T | PromiseLike<T>): Decoration<'request'>
  from<const D extends readonly InjectToken[]>(
    create: (request: Request, ...dependencies: InjectedList<NoInfer<D>>) => T | PromiseLike<T>,
    options: { inject: D },
  ): Decoration<'request'>
  /** Sets the value of this request. A guard with the token in `static provides` calls it (docs/guide/guards.md). */
  set(request: Request, value: T): void
  /**
   * The value of this request, as `request[name]` reads it. It is `undefined` if no code has set or declared it, and a
   * promise until an awaited value has resolved. Functions of plugins get the request as Fastify's type, so the
   * parameter accepts any object.
   */
  of(request: object): T
}

/** A value of every reply. */
export interface ReplyToken<T = unknown> extends Token<T, 'reply'> {
  /** Declares the value in a module's `decorateReply`. If it is an object, all replies share it. */
  is(value: T): Decoration<'reply'>
  /** Declares a value computed at its first use in each reply. Promises and `inject` work as for a request value. */
  from(create: (reply: Reply) => T | PromiseLike<T>): Decoration<'reply'>
  from<const D extends readonly InjectToken[]>(
    create: (reply: Reply, ...dependencies: InjectedList<NoInfer<D>>) => T | PromiseLike<T>,
    options: { inject: D },
  ): Decoration<'reply'>
  /**
   * The value of this reply, as `reply[name]` reads it. It is `undefined` if no code has declared it, and a promise
   * until an awaited value has resolved. As for a request value, the parameter accepts any object.
   */
  of(reply: object): T
}

/** A value of a context: `instance[name]` there and below. */
export interface ContextToken<T = unknown> extends Token<T, 'context'> {
  /** Declares the value in a module's `decorate`. */
  is(value: T): Decoration<'context'>
}

/** One entry of `decorate`, `decorateRequest` or `decorateReply`. */
export type Decoration<K extends TokenKind = TokenKind> =
  | FixedDecoration<K>
  | RecordedDecoration<K>
  | ComputedDecoration<K>

/** Made by `Token.is`: all requests share an object on purpose. */
export interface FixedDecoration<K extends TokenKind = TokenKind> {
  /** The place of the value. */
  readonly kind: K
  /** The name of the value. */
  readonly name: string
  /** Marks the entry among other decorations. */
  readonly how: 'fixed'
  /** The value, the same object for all. */
  readonly value: unknown
}

/** Made by the record form: the value that `decorate*` of the instance takes under the name. */
export interface RecordedDecoration<K extends TokenKind = TokenKind> {
  /** The place of the value. */
  readonly kind: K
  /** The name of the value. */
  readonly name: string
  /** Marks the entry among other decorations. */
  readonly how: 'recorded'
  /** The value, or `{ getter, setter }`. */
  readonly value: unknown
}

/** Made by `Token.from`: computed at its first use in each request. */
export interface ComputedDecoration<K extends TokenKind = TokenKind> {
  /** The place of the value. */
  readonly kind: K
  /** The name of the value. */
  readonly name: string
  /** Marks the entry among other decorations. */
  readonly how: 'computed'
  /** Computes the value from the request or reply. */
  readonly create: (...given: never[]) => unknown
  /** Tokens of the further arguments of the function, after the request or reply. */
  readonly inject: readonly InjectToken[]
}

/** tsyringe's `delay(() => X)`. It has the meaning of `lazy(() => X)`. */
export interface DelayedToken<T = unknown> {
  /** Creates an object that calls the function at its first use. */
  // biome-ignore lint/suspicious/noExplicitAny: tsyringe declares the parameter as `any`
  createProxy(createObject: (target: any) => T): T
}

/**
 * The tokens that `@Inject` accepts. A bare string names a request value, a context value or a provider, in this order.
 * A symbol names a provider.
 */
export type InjectToken = string | symbol | Token | OptionalToken | LazyToken | DelayedToken | ClassToken

/** The type of the value that a token injects. */
export type Injected<X> = X extends string | symbol
  ? // biome-ignore lint/suspicious/noExplicitAny: a bare name or symbol carries no type
    any
  : X extends OptionalToken<infer T>
    ? T | undefined
    : X extends Token<infer T>
      ? T
      : X extends LazyToken<infer T> | DelayedToken<infer T>
        ? T
        : X extends { readonly prototype: infer T }
          ? T
          : unknown

/** The types of the values that a list of tokens injects, in order. */
export type InjectedList<D extends readonly InjectToken[]> = { -readonly [I in keyof D]: Injected<D[I]> }

/** Options of `Token.from` and `paramOf`. */
export interface InjectingOptions {
  /** Tokens of the further arguments of the function, in order. */
  inject?: readonly InjectToken[]
}

/**
 * The lifetime of one built object: that of its context, of one request, or of one injection (docs/guide/injection.md).
 */
export type Scope = 'context' | 'request' | 'transient'
