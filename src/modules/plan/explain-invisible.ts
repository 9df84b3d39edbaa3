import type { CodedError } from '../../errors/coded-error.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import { downwards } from '../../support/lists.js'
import { nearMisses } from '../../support/near-miss.js'
import { valueLists } from '../decorators/facts.js'
import { nameInKey } from '../decorators/inject-source.js'
import { isInGlobalContainer } from '../decorators/injection.js'
import { token } from '../decorators/tokens.js'
import { type ContextPlan, type ProviderKey, rootOf, upTo, upwards, type ValueKind } from './context-plan.js'
import type { ModuleNode } from './module-node.js'
import { tokensOf } from './visibility.js'

/** The consumer. Its `title` is `Two.read (GET /two)`, and `above` is the class below its modules, `Two`. */
export interface Asker {
  readonly title: string
  readonly above: string
  readonly context: ContextPlan
  /** Whether the consumer is built before all requests, so that it cannot have a value of a request. */
  readonly isBuiltOnce?: boolean
  /** Whether the consumer is a handler that a plugin calls with a socket. */
  readonly takesSockets?: boolean
  /** Whether the consumer gets the messages of a socket. */
  readonly takesMessages?: boolean
}

/** The injected value or provider. */
export type Wanted =
  | { readonly kind: ValueKind; readonly name: string }
  | { readonly kind: 'provider'; readonly name: string; readonly key: ProviderKey; readonly isList?: boolean }

/** A context that has the value or provider. */
interface Home {
  readonly module: ModuleNode
  readonly context: ContextPlan
}

const functions = { request: 'requestValue', reply: 'replyValue', context: 'contextValue' } as const
const valueKinds = ['request', 'reply', 'context'] as const
/** The kinds among which a bare name is looked up. */
const kindsOfNames = ['request', 'context', 'provider'] as const

/** The error of a value or provider that the consumer's context does not see, with its contexts and the fix. */
export function explainInvisible(wanted: Wanted, asker: Asker): CodedError {
  const scope = scopeOf(asker)
  if (wanted.kind === 'provider') {
    const what = `provider ${wanted.name}`
    return new injectionCodes.ALC_ERR_PROVIDER_INVISIBLE(asker.title, what, scope, wayTo(wanted, asker))
  }
  const what = `${wanted.kind} value "${wanted.name}"`
  return new injectionCodes.ALC_ERR_VALUE_INVISIBLE(asker.title, what, scope, wayTo(wanted, asker))
}

/** The error of a bare name for which no request value, context value or provider is visible. */
export function explainName(name: string, asker: Asker): CodedError {
  const candidates: Wanted[] = [
    { kind: 'request', name },
    { kind: 'context', name },
    { kind: 'provider', name: `"${name}"`, key: token(name).key },
  ]
  const living = candidates.find((candidate) => homesOf(candidate, asker).length > 0)
  const way = living === undefined ? wayToName(name, asker) : wayTo(living, asker)
  return new injectionCodes.ALC_ERR_NAME_INVISIBLE(asker.title, name, scopeOf(asker), way)
}

function scopeOf({ above, context }: Asker): string {
  const isModule = context.members.some(({ node }) => node.name === above)
  return isModule ? `neither ${above} nor a module above it` : `no module above ${above}`
}

function wayTo(wanted: Wanted, asker: Asker): string {
  const homes = homesOf(wanted, asker)
  const below = homes.find(({ context }) => upwards(context).includes(asker.context))
  if (below !== undefined) return wayFromBelow(wanted, below, asker)

  const [elsewhere] = homes
  if (elsewhere !== undefined) {
    const meeting = commonAncestor(elsewhere.context, asker.context)
    const move = moving(wanted, elsewhere.context, meeting)
    return `${declaring(wanted, elsewhere)}, beside ${asker.context.name}${move} it up to ${meeting.name}.`
  }
  if (wanted.kind === 'provider' && wanted.isList === true) return wayToCollect(asker)
  if (wanted.kind === 'provider') {
    const bare = nameInKey('provider', wanted.key)
    const hint = bare === null ? '' : didYouMean(['provider'], bare, asker)
    return `${globalHint(wanted.key)}${hint}${wayToList(wanted.name, asker)}`
  }
  const { kind, name } = wanted
  const way = otherKind(kind, name, asker)
  if (way !== null) return `${globalHint(token(name).key)}${way}`
  return `${globalHint(token(name).key)}${didYouMean([kind], name, asker)}${wayToDeclare(kind, name, asker)}`
}

/** A hint for a registration in tsyringe's global container, by `@singleton`, `@registry` or `container.register`. */
function globalHint(key: ProviderKey): string {
  return tokensOf(key).some(isInGlobalContainer) ? "tsyringe's global container has it, which no context reads. " : ''
}

function wayFromBelow(wanted: Wanted, home: Home, { context }: Asker): string {
  const between = upTo(context, home.context).reverse()
  const outer = between.slice(0, -1).map(({ name }) => name)
  const path = [context.name, ...outer].join(' > ')
  const target = outer.length === 0 ? '' : ` to ${context.name}`
  const wrapped = between.map(({ name }) => name).join(' and ')
  const move = moving(wanted, home.context, context)
  return `${declaring(wanted, home)}, below ${path}${move} it up${target}, or wrap ${wrapped} with @PluginWrapped().`
}

/** The end of a sentence about the home, and the verb of the first fix. A provider can also be offered. */
function moving(wanted: Wanted, home: ContextPlan, top: ContextPlan): string {
  return wanted.kind === 'provider' ? `. ${offersOf(wanted.name, home, top)}, or move` : ': move'
}

/** The offers that make a provider visible in a context: each module between must offer it. */
function offersOf(name: string, home: ContextPlan, top: ContextPlan): string {
  const between = upTo(top, home).map((each) => each.name)
  return `Add offers: [${entryOf(name)}] to ${between.join(' and ')}`
}

/** A name of `nameOfKey` in the form of a list entry. */
function entryOf(name: string): string {
  const token = /^"(.*)"$/s.exec(name)?.[1]
  return token === undefined ? name : `'${token}'`
}

/** The fix for a bare name that no module of the application declares. */
function wayToName(name: string, asker: Asker): string {
  const global = globalHint(token(name).key)
  const wayOfReplies = otherKind('request', name, asker)
  if (wayOfReplies !== null) return `${global}${wayOfReplies}`
  const hint = `${global}${didYouMean(kindsOfNames, name, asker)}`
  if (asker.isBuiltOnce !== true) return `${hint}${wayToDeclare('request', name, asker)}`
  const example = `decorate: [contextValue('${name}').is(…)]`
  return `${hint}${wayToList(`"${name}"`, asker)} Or declare it there as a context value: ${example}.`
}

function wayToList(name: string, { context }: Asker): string {
  const entry = /^"|^Symbol\(/.test(name) ? `provide(${name}, …)` : name
  return `Add it to ${context.name}, or to a module above: providers: [${entry}].`
}

function wayToCollect({ context }: Asker): string {
  return `Add its collection or decorator to "collects" of ${context.name}, or of a module above.`
}

function wayToDeclare(kind: ValueKind, name: string, { context }: Asker): string {
  const example = kind === 'context' ? 'is(…)' : 'is(…) or .from(…)'
  return `Declare it in ${context.name} or above: ${valueLists[kind]}: [${functions[kind]}('${name}').${example}].`
}

/** The fix if modules declare the name as a value of another kind; null if no module does. */
function otherKind(kind: ValueKind, name: string, asker: Asker): string | null {
  const other = valueKinds.find((each) => each !== kind && homesOf({ kind: each, name }, asker).length > 0)
  if (other === undefined) return null
  const [home] = homesOf({ kind: other, name }, asker)
  return `${home?.module.name} declares a ${other} value of that name. Inject ${functions[other]}('${name}').`
}

function declaring(wanted: Wanted, { module, context }: Home): string {
  const name = module === context.node ? module.name : `${module.name} (wrapped into ${context.name})`
  return wanted.kind === 'provider' ? `${name} lists it among its providers` : `${name} declares it`
}

function homesOf(wanted: Wanted, { context }: Asker): Home[] {
  const homes: Home[] = []
  for (const candidate of downwards(rootOf(context))) {
    const module =
      wanted.kind === 'provider'
        ? candidate.providers.get(wanted.key)?.module
        : candidate.values[wanted.kind].get(wanted.name)
    if (module !== undefined) homes.push({ module, context: candidate })
  }
  return homes
}

function commonAncestor(a: ContextPlan, b: ContextPlan): ContextPlan {
  const above = upwards(b)
  return upwards(a).find((each) => above.includes(each)) ?? rootOf(a)
}

/** A question for the nearest known name, for a misspelt one; empty if no name is near. */
function didYouMean(kinds: readonly Wanted['kind'][], name: string, { context }: Asker): string {
  const known = new Map<string, string>()
  for (const candidate of downwards(rootOf(context))) {
    for (const kind of kinds) {
      if (kind === 'provider') {
        for (const [key, { module }] of candidate.providers) {
          const bare = nameInKey('provider', key)
          if (bare !== null) known.set(bare, `${module.name} lists among its providers`)
        }
      } else for (const [each, module] of candidate.values[kind]) known.set(each, `${module.name} declares`)
    }
  }
  const [near] = nearMisses(name, known.keys())
  return near === undefined ? '' : `Did you mean "${near}", which ${known.get(near)}? `
}
