import type { InjectedList, InjectToken } from '../../contracts/token.js'
import { isRecord } from '../../support/values.js'
import { checkClass, type DecoratorArguments, misuse, wrongArgument, wrongDeclaration } from './decorator.js'
import type { AnyClass, ClassDecoratorFunction, ParameterMismatch } from './decorator-types.js'
import type { ClassFacts, InjectSource, UnresolvedSource } from './facts.js'
import { injectSourceOf, isInjectToken } from './inject-source.js'
import { enlistWithEngine } from './injection.js'
import { recordOnClass } from './metadata.js'
import { className } from './read-facts.js'

/** Option of `@Injectable`, `@Controller` and `@Module`: tokens of the constructor's parameters, in order. */
export interface InjectOption<D = readonly InjectToken[]> {
  /** Tokens of the constructor's parameters, in order, if the compiler emits no types (docs/guide/injection.md). */
  inject?: D
}

/** A class decorator. With a list of tokens, the constructor must accept the values of the tokens. */
export type InjectingClassDecorator<D> = D extends readonly InjectToken[]
  ? number extends D['length']
    ? ClassDecoratorFunction
    : <C extends AnyClass>(target: C & TakesAll<D, C>) => void
  : ClassDecoratorFunction

type TakesAll<D extends readonly InjectToken[], C extends AnyClass> =
  InjectedList<D> extends ConstructorParameters<C>
    ? unknown
    : ParameterMismatch<InjectedList<D>, ConstructorParameters<C>>

type InjectingFact = 'module' | 'controller' | 'injectable'

/**
 * A class decorator with the option `inject`. `read` checks its options, and returns its fact and the list of tokens.
 */
export function injectingDecorator<K extends InjectingFact, D>(
  decorator: string,
  kind: K,
  read: (where: string) => { readonly fact: ClassFacts[K]; readonly inject: readonly InjectToken[] | undefined },
): InjectingClassDecorator<D> {
  const decorate = (...args: DecoratorArguments) => {
    const target = checkClass(decorator, args)
    const where = className(target)
    const change = (facts: ClassFacts) => {
      const what = kind === 'injectable' ? 'scope' : 'options'
      if (facts[kind] !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', decorator, where, what)
      const { fact, inject } = read(where)
      return { [kind]: fact, ...(inject !== undefined && { inject: readInject(decorator, { facts, where }, inject) }) }
    }
    recordOnClass(target, change, decorate)
    enlistWithEngine(target)
  }
  return decorate as InjectingClassDecorator<D> // the compiler has compared the class
}

/**
 * The sources of the option `inject`. A class may have the option once, and a parameter in the list may have no
 * decorator.
 */
function readInject(
  decorator: string,
  { facts, where }: { readonly facts: ClassFacts; readonly where: string },
  given: readonly InjectToken[],
): ClassFacts['inject'] {
  if (!Array.isArray(given)) throw wrongArgument(decorator, where, given, 'a list of tokens as inject')
  if (facts.inject !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', decorator, where, 'inject')
  const stray = [...facts.parameters.keys()].find((index) => index < given.length)
  if (stray !== undefined) {
    throw misuse('ALC_ERR_PARAMETER_TWICE', 'Inject', `the constructor of ${where}`, stray + 1, `${decorator}.inject`)
  }
  return Object.freeze(listedSources(given, (token, wanted) => wrongArgument(decorator, where, token, wanted)))
}

/** The list of options that have no other key than `inject`. `refuse` makes the error of other options. */
export function injectOf(options: unknown, refuse: (given: unknown, wanted: string) => Error): readonly unknown[] {
  if (!isRecord(options)) throw refuse(options, 'an object of options')
  const { inject = [], ...further } = options
  const [stray] = Object.keys(further)
  if (stray !== undefined) throw refuse(stray, 'only inject as a key of the options')
  if (!Array.isArray(inject)) throw refuse(inject, 'a list of tokens as inject')
  return inject
}

/** The sources of a list of tokens, in order. `refuse` makes the error of an entry that is not a token. */
export function listedSources(
  given: readonly unknown[],
  refuse: (token: unknown, wanted: string) => Error,
): (InjectSource | UnresolvedSource)[] {
  return given.map((token, index) => sourceOf(token, (wanted) => refuse(token, `${wanted} as inject[${index}]`)))
}

/** The source of one token. `refuse` makes the error of a value that is not a token. */
export function sourceOf(token: unknown, refuse: (wanted: string) => Error): InjectSource | UnresolvedSource {
  if (token === undefined) return notLoaded
  if (token !== '' && isInjectToken(token)) return injectSourceOf(token)
  throw refuse('a token, a class, lazy(() => Class), a name or a symbol')
}

/** Checks the option `inject` of a function: a list of tokens. The boot reports a token that is undefined. */
export function checkInject(call: string, given: unknown): asserts given is readonly InjectToken[] {
  if (!Array.isArray(given)) throw wrongDeclaration(call, given, 'a list of tokens as inject')
  listedSources(given, (token, wanted) => wrongDeclaration(call, token, wanted))
}

/** The sources of tokens that `checkInject` has accepted. */
export function checkedSources(given: readonly InjectToken[]): (InjectSource | UnresolvedSource)[] {
  return given.map((token: InjectToken | undefined) => (token === undefined ? notLoaded : injectSourceOf(token)))
}

const notLoaded: UnresolvedSource = { from: 'unresolved', reason: 'no-token', declared: 'undefined' }
