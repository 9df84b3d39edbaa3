import type { ProviderDefinition, ProviderRecipe, ProviderToken } from '../../contracts/provider.js'
import type { Class, DelayedToken, InjectToken, Scope } from '../../contracts/token.js'
import { describeValue, isCallable } from '../../support/values.js'
import { refuseFurther } from './check-arguments.js'
import { knownNames, misuse, wrongDeclaration } from './decorator.js'
import { valueLists } from './facts.js'
import { checkInject } from './inject-list.js'
import { isDelayed, isInjectToken, lazyOf } from './inject-source.js'
import { scopes } from './injectable.js'
import { ownFacts } from './metadata.js'
import { className, isClass } from './read-facts.js'
import { token as createToken } from './tokens.js'

/**
 * A provider for a class, a `token`, a bare name or a symbol (docs/guide/injection.md). Its value comes from a value, a
 * class, a factory, or an async factory. The boot awaits an async factory. With the scope `'request'`, each request
 * that needs it awaits it once. The tokens in `inject` are the factory's parameters, in order. A factory without
 * `inject` gets the container of its context, as tsyringe's factories do.
 */
export function provide<T, const D extends readonly InjectToken[] = []>(
  token: ProviderToken<T>,
  recipe: ProviderRecipe<NoInfer<T>, D>,
): ProviderDefinition<T>
export function provide<T, const D extends readonly InjectToken[]>(
  token: ProviderToken<T>,
  recipe: ProviderRecipe<NoInfer<T>, D>,
  ...further: never[]
): ProviderDefinition<T> {
  if (!isInjectToken(token)) {
    throw wrongDeclaration('provide(…)', token, wantedToken)
  }
  refuseOtherTokens(token)
  const call = `provide(${nameOf(token)}, …)`
  refuseFurther(call, [token, recipe, ...further], 2, 'The scope is a key beside the factory')
  const head = { kind: 'provider', token: declared(token) } as const
  checkRecipe(call, recipe)
  if ('useValue' in recipe) {
    // the public members of a T are all that a consumer reads
    return Object.freeze({ ...head, how: 'value', value: recipe.useValue as T })
  }
  if ('useClass' in recipe) {
    return Object.freeze({ ...head, how: 'class', Class: recipe.useClass, scope: recipe.scope ?? null })
  }
  if ('useFactory' in recipe) {
    const { useFactory: create, inject = [], scope = 'context' } = recipe
    return Object.freeze({ ...head, how: 'factory', create, inject, scope })
  }
  const { useAsync: create, inject = [], scope = 'context' } = recipe
  return Object.freeze({ ...head, how: 'async', create, inject, scope })
}

/** Whether a value is a result of `provide`. A token has the kind too, but contains no token. */
export function isProviderDefinition(entry: unknown): entry is ProviderDefinition {
  return typeof entry === 'object' && entry !== null && 'kind' in entry && entry.kind === 'provider' && 'token' in entry
}

const wantedToken = 'a class, a token<T>(name), a name or a symbol first'

/** JavaScript programs can pass any token. Only a provider is found by its key. */
function refuseOtherTokens(token: InjectToken): void {
  if (typeof token !== 'object' || !('kind' in token) || token.kind === 'provider') return
  if (token.kind === 'lazy' || token.kind === 'optional') {
    const given = token.kind === 'lazy' ? 'lazy(…)' : `${token.token.name}.optional`
    throw misuse('ALC_ERR_DECLARATION_ARGUMENT', 'provide(…)', given, wantedToken)
  }
  const { kind, name } = token
  const wanted = `${wantedToken}. A module declares the value: ${valueLists[kind]}: [${kind}Value('${name}').is(…)]`
  throw misuse('ALC_ERR_DECLARATION_ARGUMENT', 'provide(…)', `the ${kind} value "${name}"`, wanted)
}

function declared<T>(token: ProviderToken<T>): ProviderDefinition<T>['token'] {
  if (typeof token === 'string') return createToken<T>(token)
  if (isDelayed(token)) return lazyOf(token as DelayedToken<T>) // isDelayed loses the T
  return token as Exclude<ProviderToken<T>, string | DelayedToken<T>> // the two others are handled above
}

/**
 * Scopes of async providers. A transient one would be awaited at boot by some consumers, and in a request by others.
 */
const awaitedScopes: ReadonlySet<unknown> = new Set<Scope>(['context', 'request'])

const ways = ['useValue', 'useClass', 'useFactory', 'useAsync'] as const

/** The other keys beside each of them. */
const besides: Readonly<Record<(typeof ways)[number], readonly string[]>> = {
  useValue: [],
  useClass: ['scope'],
  useFactory: ['inject', 'scope'],
  useAsync: ['inject', 'scope'],
}

/** The aliases of Nest and of tsyringe. */
const aliases = ['useExisting', 'useToken'] as const
const aliasInstead = '{ useFactory: (other) => other, inject: [TheOther] }'

/** Refuses keys without an effect. A factory whose dependencies are under a wrong key would get the container. */
function refuseUnknownKeys(call: string, recipe: object, way: (typeof ways)[number]): void {
  const known = [way, ...besides[way]]
  const stray = Object.keys(recipe).find((key) => !known.includes(key))
  if (stray === undefined) return
  const wanted = stray === 'deps' && known.includes('inject') ? 'inject: [TheDependency]' : knownNames(stray, known)
  throw misuse('ALC_ERR_DECLARATION_ARGUMENT', call, `the key ${stray}`, wanted)
}

function checkRecipe(call: string, recipe: object): void {
  const wanted = 'exactly one of useValue, useClass, useFactory and useAsync'
  if (typeof recipe !== 'object' || recipe === null) throw wrongDeclaration(call, recipe, wanted)
  const given = ways.filter((way) => way in recipe)
  if (given.length !== 1) {
    const alias = aliases.find((name) => name in recipe)
    if (alias !== undefined) throw misuse('ALC_ERR_DECLARATION_ARGUMENT', call, alias, aliasInstead)
    const keys = given.length === 0 ? Object.keys(recipe) : given
    throw misuse('ALC_ERR_DECLARATION_ARGUMENT', call, keys.join(' and ') || 'none of these', wanted)
  }
  const parts: Record<string, unknown> = { ...recipe }
  refuseUnknownKeys(call, parts, given[0]!) // the check above found one
  if ('useClass' in parts && !isClass(parts.useClass))
    throw wrongDeclaration(call, parts.useClass, 'a class in useClass')
  if ('useFactory' in parts && !isCallable(parts.useFactory)) {
    throw wrongDeclaration(call, parts.useFactory, 'a function in useFactory. A class belongs in useClass')
  }
  if ('useAsync' in parts && !isCallable(parts.useAsync)) {
    throw wrongDeclaration(call, parts.useAsync, 'an async function in useAsync')
  }
  if (parts.inject !== undefined) checkInject(call, parts.inject)
  refuseUnlisted(call, parts)
  const known = 'useAsync' in parts ? awaitedScopes : scopes
  if (parts.scope !== undefined && !known.has(parts.scope)) {
    throw wrongDeclaration(call, parts.scope, `one of ${[...known].join(', ')} as scope`)
  }
}

/** Refuses a factory of several parameters without `inject`: it would get the container, and nothing else. */
function refuseUnlisted(call: string, { useFactory, useAsync, inject = [] }: Record<string, unknown>): void {
  const factory = useFactory ?? useAsync
  if (!isCallable(factory) || factory.length < 2 || (Array.isArray(inject) && inject.length > 0)) return
  const given = `a function of ${factory.length} parameters without inject`
  const wanted = 'inject: [TheDependency, …] with a token for each parameter'
  throw misuse('ALC_ERR_DECLARATION_ARGUMENT', call, given, wanted)
}

function nameOf(token: ProviderToken): string {
  if (typeof token === 'symbol') return String(token)
  if (isDelayed(token)) return 'delay(…)'
  if (typeof token === 'string') return `'${token}'`
  return String(token.name)
}

/** An entry of `override` that replaces a class with another, wherever it is listed. */
export interface Replacement {
  /** Marks the entry among those of `override`. */
  readonly kind: 'replacement'
  /** The class that the application lists. */
  readonly target: Class
  /** The class in its place. */
  readonly by: Class
}

/**
 * Replaces a module with a module, or a controller with a controller, wherever it is listed (docs/guide/testing.md):
 * `override: [replace(MailModule, FakeMailModule)]`. `provide` replaces a provider.
 */
export function replace(target: Class, by: Class): Replacement
export function replace(...given: [target: Class, by: Class]): Replacement {
  refuseFurther('replace(…)', given, 2, 'Write replace once for each')
  const [target, by] = given
  for (const each of given) {
    if (isClass(each)) continue
    throw misuse('ALC_ERR_DECLARATION_ARGUMENT', 'replace(…)', describeValue(each), 'two modules or two controllers')
  }
  const kind = kindOf(target)
  if (kind === null) {
    const wanted = 'a module or a controller. For a provider, write provide(TheClass, { useClass })'
    throw misuse('ALC_ERR_DECLARATION_ARGUMENT', 'replace(…)', className(target), wanted)
  }
  if (kind !== kindOf(by)) {
    const declaring = kind === 'module' ? '@Module' : '@Controller'
    const wanted = `a ${kind} in its place: a class with ${declaring}`
    throw misuse('ALC_ERR_DECLARATION_ARGUMENT', `replace(${className(target)}, …)`, className(by), wanted)
  }
  return Object.freeze({ kind: 'replacement', target, by })
}

function kindOf(Class: Class): 'module' | 'controller' | null {
  const { module, controller } = ownFacts(Class)
  if (module !== null) return 'module'
  return controller === null ? null : 'controller'
}
