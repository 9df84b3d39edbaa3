import type { ProviderDefinition, ProviderRecipe, ProviderToken } from '../../contracts/provider.js'
import type { DelayedToken, InjectToken } from '../../contracts/token.js'
import { describeValue } from '../../support/values.js'
import { isDelayed, lazyOf } from './inject-source.js'
import { misuse } from './misuse.js'
import { isClass } from './read-facts.js'
import { token as createToken } from './tokens.js'

/**
 * A provider for a class, a `token`, a bare name or a symbol (docs/guide/injection.md). Its value comes from a value, a
 * class, a factory, or an async factory. An async factory is awaited at boot; with the scope `'request'` it is awaited
 * once in each request that needs it. The tokens in `inject` are the factory's parameters, in order. A factory without
 * `inject` gets the container of its context, as tsyringe's factories do.
 */
export function provide<T, const D extends readonly InjectToken[] = []>(
  token: ProviderToken<T>,
  recipe: ProviderRecipe<NoInfer<T>, D>,
): ProviderDefinition<T> {
  const call = `provide(${nameOf(token)}, …)`
  if (token === undefined || token === null)
    throw wrong('provide(…)', token, 'a class, a token<T>(name), a name or a symbol first')
  const head = { kind: 'provider', token: declared(token) } as const
  checkRecipe(call, recipe)
  if ('useValue' in recipe) return Object.freeze({ ...head, how: 'value', value: recipe.useValue })
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

function declared<T>(token: ProviderToken<T>): ProviderDefinition<T>['token'] {
  if (typeof token === 'string') return createToken<T>(token)
  if (isDelayed(token)) return lazyOf(token as DelayedToken<T>) // isDelayed loses the T
  return token as Exclude<ProviderToken<T>, string | DelayedToken<T>> // the two others are handled above
}

const scopes: readonly unknown[] = ['context', 'request', 'transient']
/**
 * Scopes of async providers. A transient one would be awaited at boot by some consumers, and in a request by others.
 */
const awaitedScopes: readonly unknown[] = ['context', 'request']

const ways = ['useValue', 'useClass', 'useFactory', 'useAsync'] as const

function checkRecipe(call: string, recipe: object): void {
  const wanted = 'exactly one of useValue, useClass, useFactory and useAsync'
  if (typeof recipe !== 'object' || recipe === null) throw wrong(call, recipe, wanted)
  const given = ways.filter((way) => way in recipe)
  if (given.length !== 1) {
    throw misuse('ALC_ERR_DECLARATION_ARGUMENT', call, given.length === 0 ? 'none' : given.join(' and '), wanted)
  }
  const parts: Record<string, unknown> = { ...recipe }
  if ('useClass' in parts && !isClass(parts.useClass)) throw wrong(call, parts.useClass, 'a class in useClass')
  if ('useFactory' in parts && typeof parts.useFactory !== 'function') {
    throw wrong(call, parts.useFactory, 'a function in useFactory')
  }
  if ('useAsync' in parts && typeof parts.useAsync !== 'function') {
    throw wrong(call, parts.useAsync, 'an async function in useAsync')
  }
  const known = 'useAsync' in parts ? awaitedScopes : scopes
  if (parts.scope !== undefined && !known.includes(parts.scope)) {
    throw wrong(call, parts.scope, `one of ${known.join(', ')} as scope`)
  }
}

function wrong(call: string, given: unknown, wanted: string): Error {
  return misuse('ALC_ERR_DECLARATION_ARGUMENT', call, describeValue(given), wanted)
}

function nameOf(token: ProviderToken | null | undefined): string {
  if (typeof token === 'symbol') return String(token)
  if (isDelayed(token)) return 'delay(…)'
  if (typeof token === 'string') return `'${token}'`
  return String(token?.name)
}
