import type { Collection, Contribution, DecoratedMember } from '../../contracts/collection.js'
import type { Provider } from '../../contracts/provider.js'
import type { Token } from '../../contracts/token.js'
import { isRecord } from '../../support/values.js'
import { refuseFurther } from './check-arguments.js'
import { methodDecorator, refuseBare, wrongDeclaration } from './decorator.js'
import type { MethodDecoratorFunction, MethodReturning } from './decorator-types.js'
import type { MarkFact } from './facts.js'
import type { MemberCollection } from './module-fact.js'
import { isProviderDefinition } from './provide.js'
import { isClass } from './read-facts.js'
import { createToken } from './tokens.js'

// Lists that several modules fill: contributions, and methods with a decorator.

/**
 * A list that several modules fill (docs/guide/collections.md). `collects: [Jobs]` sets the module at which it ends,
 * `providers: [Jobs.add(Cleanup)]` contributes there or below, and `@Inject(Jobs) jobs: readonly Job[]` injects it.
 */
export function collection<T>(name: string): Collection<T>
export function collection<T>(...given: [name: string]): Collection<T> {
  const add = (...entries: [provider: Provider]): Contribution => {
    const call = `collection('${given[0]}').add(…)`
    refuseFurther(call, entries, 1, 'Write add once for each')
    const [provider] = entries
    if (!isClass(provider) && !isProviderDefinition(provider)) {
      const wanted = 'a class, or provide(token, { useValue | useClass | useFactory | useAsync })'
      throw wrongDeclaration(call, provider, wanted)
    }
    return Object.freeze({ kind: 'contribution', to: created, provider })
  }
  const created: Collection<T> = createToken<readonly T[], 'provider', Pick<Collection<T>, 'add'>>(
    'collection',
    'provider',
    given,
    { ...listed, add },
  )
  return created
}

/** Distinguishes the tokens of lists from all other tokens. */
const listed = { isList: true } as const

/** Whether a token is injected where a module `collects` it. */
export function isListToken(token: unknown): boolean {
  return isRecord(token) && 'isList' in token
}

/** A decorator for methods of providers and controllers, and the list of those methods. */
export interface MemberDecorator<Args extends readonly unknown[] = []> extends MemberCollection {
  (...args: Args): MethodDecoratorFunction<MethodReturning<unknown>>
  /** The methods with the decorator. They can be injected in the module that `collects` it, and below. */
  members(): Token<readonly DecoratedMember<Args>[], 'provider'>
}

/**
 * Makes a decorator for methods of providers and controllers (docs/guide/collections.md):
 * `const Cron = memberDecorator<[pattern: string]>('cron')`, then `@Cron('0 3 * * *')`. A module that `collects: [Cron]`
 * injects `Cron.members()`: each method with its object, its arguments and its context.
 */
export function memberDecorator<Args extends readonly unknown[] = []>(name: string): MemberDecorator<Args>
export function memberDecorator<Args extends readonly unknown[]>(...given: [name: string]): MemberDecorator<Args> {
  const [name] = given
  if (typeof name !== 'string' || name === '') {
    throw wrongDeclaration('memberDecorator(…)', name, 'a name that is not empty')
  }
  refuseFurther(`memberDecorator('${name}', …)`, given, 1)
  const list = createToken<readonly DecoratedMember<Args>[], 'provider', object>(
    'memberDecorator',
    'provider',
    [`@${name}`],
    listed,
  )
  const decorate = (...args: Args) => {
    if (args.length === 3) refuseBare(name, args)
    const mark: MarkFact = Object.freeze({ decorator: name, list: list.key, args: Object.freeze([...args]) })
    return methodDecorator(name, ({ marks }) => ({ marks: [mark, ...marks] }))
  }
  Object.defineProperty(decorate, 'name', { value: name })
  return Object.assign(decorate, { members: () => list })
}

/** Whether an entry of `collects` is a list that several modules fill. */
export function isCollectedList(entry: unknown): entry is Collection | MemberCollection {
  return isCollection(entry) || isMemberDecorator(entry)
}

/** Whether an entry of `providers` contributes to a collection. */
export function isContribution(entry: unknown): entry is Contribution {
  return isRecord(entry) && entry.kind === 'contribution'
}

export function tokenOfList(list: Collection | MemberCollection): Token<readonly unknown[], 'provider'> {
  return isCollection(list) ? list : list.members()
}

function isCollection(entry: unknown): entry is Collection {
  return isRecord(entry) && entry.kind === 'provider' && typeof entry.add === 'function'
}

function isMemberDecorator(entry: unknown): entry is MemberCollection {
  return typeof entry === 'function' && 'members' in entry && typeof entry.members === 'function' && !isClass(entry)
}
