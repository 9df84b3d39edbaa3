import type { Class, InjectedList, InjectToken } from '../../contracts/token.js'
import type { AnyClass, ClassDecoratorFunction, ParameterMismatch } from './decorator-types.js'
import type { InjectSource, UnresolvedSource } from './facts.js'
import { injectSourceOf, isInjectToken } from './inject-source.js'
import { ownFacts, recordOnClass } from './metadata.js'
import { misuse, wrongArgument, wrongDeclaration } from './misuse.js'
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

/** Records the option `inject` of a class decorator. */
export function recordInject(decorator: string, target: Class, given: readonly InjectToken[] | undefined): void {
  if (given === undefined) return
  const name = className(target)
  if (!Array.isArray(given)) throw wrongArgument(decorator, name, given, 'a list of tokens as inject')
  const before = ownFacts(target)
  if (before.inject !== null) throw misuse('ALC_ERR_DECORATOR_TWICE', decorator, name, 'inject')
  for (const index of before.parameters.keys()) {
    const where = `the constructor of ${name}`
    if (index < given.length) throw misuse('ALC_ERR_PARAMETER_TWICE', 'Inject', where, index + 1, `${decorator}.inject`)
  }
  const inject = listedSources(given, (token, wanted) => wrongArgument(decorator, name, token, wanted))
  recordOnClass(target, () => ({ inject: Object.freeze(inject) }))
}

/** The sources of a list of tokens, in order. `refuse` makes the error of an entry that is not a token. */
export function listedSources(
  given: readonly unknown[],
  refuse: (token: unknown, wanted: string) => Error,
): (InjectSource | UnresolvedSource)[] {
  return given.map((token, index) => sourceOf(token, (what) => refuse(token, what(index))))
}

function sourceOf(
  token: unknown,
  refused: (what: (index: number) => string) => Error,
): InjectSource | UnresolvedSource {
  if (token === undefined) return notLoaded
  if (token !== null && token !== '' && isInjectToken(token)) return injectSourceOf(token)
  throw refused((index) => `a token, a class, lazy(() => Class), a name or a symbol as inject[${index}]`)
}

/** Checks the option `inject` of a function: a list of tokens. The boot reports one that is undefined. */
export function checkInject(call: string, given: unknown): asserts given is readonly InjectToken[] {
  if (!Array.isArray(given)) throw wrongDeclaration(call, given, 'a list of tokens as inject')
  listedSources(given, (token, wanted) => wrongDeclaration(call, token, wanted))
}

/** The sources of tokens that `checkInject` has accepted. */
export function checkedSources(given: readonly InjectToken[]): (InjectSource | UnresolvedSource)[] {
  return given.map((token: InjectToken | undefined) => (token === undefined ? notLoaded : injectSourceOf(token)))
}

const notLoaded: UnresolvedSource = { from: 'unresolved', reason: 'undefined', declared: 'undefined' }
