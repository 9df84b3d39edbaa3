import { plural } from '../../support/plural.js'
import { misuse, refuseBare } from './decorator.js'

/** The number of arguments that a decorator takes. Null: its own checks refuse further ones. */
const most = {
  ...{ NotFoundHandler: 0, PluginWrapped: 0, Messages: 0, Public: 0, Rep: 0, Req: 0, SchemaErrorFormatter: 0 },
  ...{ Around: 1, Body: 1, Controller: 1, Events: 1, Hook: 1, Inject: 1, Injectable: 1, Module: 1, Params: 1 },
  ...{ Route: 1, Schema: 1, Status: 1 },
  ...{ Guard: 2, Headers: 2, Param: 2, Query: 2, Socket: 2, Use: 2 },
  ...{ All: 2, Delete: 2, Get: 2, Head: 2, Options: 2, Patch: 2, Post: 2, Put: 2 },
  ...{ ErrorHandler: null, paramOf: null },
} as const

/** The decorators of alcove. A new one does not compile without an entry. */
export type DecoratorName = keyof typeof most

const counts = ['none', 'one', 'two at most']
const each = (decorator: string) => `Write @${decorator} once for each`

/** The fix for a further argument. */
const advice: { readonly [name in DecoratorName]?: string } = {
  Body: 'The schema describes the whole body, and replaces pipes',
  ...{
    Around: each('Around'),
    ErrorHandler: each('ErrorHandler'),
    Guard: each('Guard'),
    Hook: each('Hook'),
    Schema: each('Schema'),
    Use: each('Use'),
  },
  Controller: "Options go beside the prefix: { prefix: '/users', bodyLimit: 1000 }",
  Inject: 'For a value that may be missing, inject Token.optional',
}

/**
 * Refuses a decorator without its parentheses, and arguments that it does not read. A second guard in one @Guard would
 * protect nothing. The compiler refuses them too, but other compilers only strip the types.
 */
export function checkArguments(decorator: DecoratorName, given: readonly unknown[], takesClass = false): void {
  refuseBare(decorator, given, takesClass)
  const known = most[decorator]
  if (known !== null) refuseFurther(`@${decorator}(…)`, given, known, advice[decorator])
}

/** Refuses more arguments than `known`: the further ones would have no effect. */
export function refuseFurther(call: string, given: readonly unknown[], known: number, fix?: string): void {
  if (given.length <= known || isOfMap(given)) return
  const wanted = [counts[known], fix ?? []].flat().join('. ')
  throw misuse('ALC_ERR_DECLARATION_ARGUMENT', call, plural(given.length, 'argument'), wanted)
}

/** Whether a method of a list passed the arguments: `names.map(token)` also passes the index and the list. */
function isOfMap(given: readonly unknown[]): boolean {
  const [item, index, list] = given
  return given.length === 3 && Array.isArray(list) && typeof index === 'number' && list[index] === item
}
