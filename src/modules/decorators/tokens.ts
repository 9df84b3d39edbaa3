import type { Logger } from '../../contracts/logger.js'
import type { Request } from '../../contracts/request.js'
import type {
  ClassToken,
  ComputedDecoration,
  ContextToken,
  FixedDecoration,
  InjectingOptions,
  LazyToken,
  ReplyToken,
  RequestToken,
  Token,
  TokenKind,
} from '../../contracts/token.js'
import { isCallable } from '../../support/values.js'
import { refuseFurther } from './check-arguments.js'
import { wrongDeclaration } from './decorator.js'
import { checkInject, injectOf } from './inject-list.js'
import { makeToken } from './inject-source.js'

/**
 * A typed name of a value of every request (docs/guide/injection.md): `decorateRequest: [Answer.is(42)]` declares it,
 * `@Inject(Answer) answer: number` injects it, and `request.answer` reads it.
 */
export function requestValue<T>(name: string): RequestToken<T>
export function requestValue<T>(...given: [name: string]): RequestToken<T> {
  const [name] = given
  return createToken<T, 'request', Pick<RequestToken<T>, 'is' | 'from' | 'set' | 'of'>>(
    'requestValue',
    'request',
    given,
    {
      is: fixed('request', name),
      from: computed('request', name),
      set: (request, value) => setRequestValue(request, name, value),
      of: (request) => readValueOf(request, name) as T, // declared and set values have the type of the token
    },
  )
}

/**
 * A typed name of a value of every reply (docs/guide/injection.md): declared in `decorateReply`, read as `reply[name]`.
 */
export function replyValue<T>(name: string): ReplyToken<T>
export function replyValue<T>(...given: [name: string]): ReplyToken<T> {
  const [name] = given
  return createToken<T, 'reply', Pick<ReplyToken<T>, 'is' | 'from' | 'of'>>('replyValue', 'reply', given, {
    is: fixed('reply', name),
    from: computed('reply', name),
    of: (reply) => readValueOf(reply, name) as T, // a declared value has the type of the token
  })
}

/** A typed name of a value of a context (docs/guide/injection.md): declared in `decorate`, read as `instance[name]`. */
export function contextValue<T>(name: string): ContextToken<T>
export function contextValue<T>(...given: [name: string]): ContextToken<T> {
  const [name] = given
  return createToken<T, 'context', Pick<ContextToken<T>, 'is'>>('contextValue', 'context', given, {
    is: fixed('context', name),
  })
}

/**
 * The logger of the context that injects it (docs/guide/injection.md). No module declares it. In handlers, and in
 * objects of request scope, it is `request.log`.
 */
export const Log: ContextToken<Logger> = contextValue<Logger>('log')

/**
 * A typed name of a provider that is not a class (docs/guide/injection.md): `providers: [provide(Clock, { useFactory
 * })]`.
 */
export function token<T>(name: string): Token<T, 'provider'>
export function token<T>(...given: [name: string]): Token<T, 'provider'> {
  return createToken<T, 'provider', object>('token', 'provider', given, {})
}

/**
 * Breaks a cycle (docs/guide/injection.md): it injects an object that looks the provider up at its first use. Declare
 * the parameter by an interface, or by an imported type: the class itself may not be loaded yet.
 */
export function lazy<T>(read: () => ClassToken<T> | Token<T, 'provider'>): LazyToken<T>
export function lazy<T>(...given: [read: LazyToken<T>['read']]): LazyToken<T> {
  refuseFurther('lazy(…)', given, 1)
  const [read] = given
  if (isCallable(read)) return Object.freeze({ kind: 'lazy', read })
  throw wrongDeclaration('lazy(…)', read, 'a function such as () => MyClass')
}

/**
 * Makes a token of any kind, with its further members. `call` is the public function that makes the token, for
 * messages, and `given` are its arguments.
 */
export function createToken<T, K extends TokenKind, X>(
  call: string,
  kind: K,
  given: readonly unknown[],
  declares: X,
): Token<T, K> & X {
  const [name] = given
  if (typeof name !== 'string' || name === '') {
    throw wrongDeclaration(`${call}(…)`, name, 'a name that is not empty')
  }
  refuseFurther(`${call}('${name}', …)`, given, 1)
  return makeToken(kind, name, declares)
}

type Valued = 'request' | 'reply' | 'context'

function fixed<K extends Valued>(kind: K, name: string) {
  return (...given: [value: unknown]): FixedDecoration<K> => {
    refuseFurther(`${kind}Value('${name}').is(…)`, given, 1)
    return { kind, name, how: 'fixed', value: given[0] }
  }
}

type Computed = ComputedDecoration['create']

function computed<K extends Exclude<Valued, 'context'>>(kind: K, name: string) {
  return (...given: [create: Computed, options?: InjectingOptions]): ComputedDecoration<K> => {
    const call = `${kind}Value('${name}').from(…)`
    const refuse = (value: unknown, wanted: string) => wrongDeclaration(call, value, wanted)
    refuseFurther(call, given, 2, 'The tokens are a list: { inject: [A, B] }')
    const [create, options = {}] = given
    if (typeof create !== 'function')
      throw refuse(create, 'a function that computes the value from the request or reply')
    const inject = injectOf(options, refuse)
    checkInject(call, inject)
    return { kind, name, how: 'computed', create, inject: Object.freeze([...inject]) }
  }
}

// Hot path: guards set values of a request, and hooks read them.

/** A request, reply or instance with the values that are declared for it. */
export type Bag = Record<string, unknown>

function setRequestValue(request: Request, name: string, value: unknown): void {
  const bag = bagOf(request)
  // A value that a module or plugin declares is on the prototype. There it may be an accessor without a setter.
  const isDeclared = name in bag && !Object.hasOwn(bag, name)
  if (isDeclared) Object.defineProperty(bag, name, { value, writable: true, enumerable: true, configurable: true })
  else bag[name] = value
}

/** Whether the request itself has the value. */
export function hasRequestValue(request: Request, name: string): boolean {
  return Object.hasOwn(request, name)
}

/** The value of one request or reply: its own value, or the declared one. */
function readValueOf(owner: object, name: string): unknown {
  return bagOf(owner)[name]
}

export function bagOf(owner: object): Bag {
  return owner as unknown as Bag // its type does not list the properties of values
}
