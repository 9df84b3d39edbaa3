import { isOwnOfReply, isOwnOfRequest } from '../context/decorations.js'
import type { InspectedContext, InspectedEntry, InspectedRoute, Inspection } from '../contracts/inspection.js'
import { cliCodes } from '../errors/cli-codes.js'
import { didYouMean, nearMisses } from '../support/near-miss.js'
import { isStage, runs } from './explain-route.js'
import { checkInspection } from './find.js'

/** The place of a context, seen from a route. */
export type Relation = 'own' | 'above' | 'below' | 'beside'

/** An entry of that name, and whether the route sees it. */
export interface NameHome {
  /** The entry of this name. */
  entry: InspectedEntry
  /** The place of its context, seen from the route. */
  relation: Relation
  /** Whether the route sees the entry. */
  isSeen: boolean
  /** Why the route sees the entry, or does not. */
  reason: string
  /** A change that makes the route see the entry. Null if the route sees it or needs no change. */
  fix: string | null
}

/** Why a route sees a name, or does not. Plain JSON. */
export interface NameExplanation {
  /** The id of the route. */
  route: string
  /** The name that was looked for. */
  name: string
  /** Whether the route sees an entry of that name. */
  isSeen: boolean
  /** The entries that the route sees come first. */
  homes: NameHome[]
}

/**
 * Explains why a route sees a name or does not, and what to change.
 *
 * @throws ALC_ERR_NAME_UNKNOWN if no context has an entry of that name and no guard sets it; lists similar names
 */
export function explainName(inspection: Inspection, route: InspectedRoute, name: string): NameExplanation {
  checkInspection(inspection, 'explainName')
  const entries = inspection.contexts.flatMap((context) => context.entries)
  const named = entries.filter((entry) => entry.name === name)
  const given = explainGiven(inspection, route, name)
  if (named.length + given.length === 0) throw new cliCodes.ALC_ERR_NAME_UNKNOWN(name, hintFor(name, entries))
  const site = new Site(inspection, route)
  const homes = [...named.map((entry) => site.explain(entry)), ...given]
  homes.sort((one, other) => Number(other.isSeen) - Number(one.isSeen))
  return { route: route.id, name, isSeen: homes.some(({ isSeen }) => isSeen), homes }
}

/** A value that guards set: the guards of the route, or else guards of other routes. */
function explainGiven({ routes }: Inspection, route: InspectedRoute, name: string): NameHome[] {
  const giversOf = ({ guards }: InspectedRoute) => guards.filter(({ provides }) => provides.includes(name))
  const own = giversOf(route).map((guard) => guard.name)
  const entry: InspectedEntry = {
    id: `${route.id} : request value ${name}`,
    context: route.context,
    kind: 'request value',
    name,
    point: null,
    path: route.path,
    shadows: null,
  }
  if (own.length > 0) {
    const reason = `${own.join(' and ')} sets it before the handler runs, because it guards this route.`
    return [{ entry, relation: 'own', isSeen: true, reason, fix: null }]
  }
  const others = routes.filter((other) => giversOf(other).length > 0)
  const [guard] = others.flatMap(giversOf)
  if (guard === undefined) return []
  const reason = `${guard.name} sets it for the routes that it guards (${others.map(({ id }) => id).join(', ')}), but it does not guard this one.`
  const fix = `Add @Guard(${guard.name}) to ${route.handler}, its controller or a module above it.`
  return [{ entry, relation: 'own', isSeen: false, reason, fix }]
}

function hintFor(name: string, entries: readonly InspectedEntry[]): string {
  if (isOwnOfRequest(name)) return `. Every request has it: request.${name}`
  if (isOwnOfReply(name)) return `. Every reply has it: reply.${name}`
  const near = nearMisses(name, new Set(entries.map((entry) => entry.name)))
  return near.length === 0 ? '' : `; ${didYouMean(near)}`
}

/** A route and the contexts of its application. */
class Site {
  readonly #contexts: ReadonlyMap<string, InspectedContext>

  constructor(
    inspection: Inspection,
    readonly route: InspectedRoute,
  ) {
    this.#contexts = new Map(inspection.contexts.map((context) => [context.id, context]))
  }

  explain(entry: InspectedEntry): NameHome {
    const relation = this.#relationOf(entry.context)
    const home = this.#context(entry.context)
    if (relation === 'below') return this.#hidden(entry, relation, this.#wayFromBelow(home))
    if (relation === 'beside') return this.#hidden(entry, relation, this.#wayFromBeside(home))
    const isHook = isStage(entry)
    const by = this.#nearer(entry)
    if (!isHook && by !== null) return this.#shadowed(entry, relation, by)
    const place = relation === 'own' ? `the route's own context` : `above ${this.#context(this.route.context).name}`
    const wrap = throughWrap(entry)
    const stage = isHook
      ? runs(entry, this.route)
        ? ` It runs ${entry.point === null ? 'around the handler' : `at ${entry.point}`}.`
        : ` ${entry.point} is not of one route.`
      : ''
    const reason = `${home.name} declares it, ${place}${wrap === '' ? '' : `; ${wrap}`}.${stage}`
    return { entry, relation, isSeen: true, reason, fix: null }
  }

  #hidden(entry: InspectedEntry, relation: Relation, fix: string): NameHome {
    const holder =
      entry.path.length > 1
        ? `${entry.path.at(-1)?.name} (wrapped into ${this.#context(entry.context).name})`
        : this.#context(entry.context).name
    const own = this.#context(this.route.context)
    const reason =
      relation === 'below'
        ? `${holder} declares it, below ${own.name}. A declaration is visible in its context and below, not above.`
        : `${holder} declares it, beside ${own.name}. Sibling contexts do not see each other.`
    return { entry, relation, isSeen: false, reason, fix }
  }

  #shadowed(entry: InspectedEntry, relation: Relation, by: InspectedEntry): NameHome {
    const holder = this.#context(entry.context).name
    const nearer = this.#context(by.context).name
    const reason = `${holder} declares it, but ${nearer} declares another of that name, nearer to the route.`
    const fix = `To use the one of ${holder}, rename the one of ${nearer}.`
    return { entry, relation, isSeen: false, reason, fix }
  }

  /** Each context from below the route's context down to the entry's context would have to be wrapped. */
  #wayFromBelow(home: InspectedContext): string {
    const between = this.#upTo(home, this.route.context)
    const target = this.#context(this.route.context).name
    return `Move it up to ${target}, or ${between.map(wrapping).join(' and ')}.`
  }

  #wayFromBeside(home: InspectedContext): string {
    const meeting = this.route.line.filter((id) => home.id === id || home.id.startsWith(`${id} > `)).at(-1)
    const name = this.#context(meeting ?? this.route.line[0]!).name // every line begins with the root
    const between = this.#upTo(home, meeting ?? '')
    return `Move it up to ${name}, which is above both, or ${between.map(wrapping).join(' and ')}. Then everything below ${name} sees it.`
  }

  /** The contexts below `top`, down to `home` itself. */
  #upTo(home: InspectedContext, top: string): InspectedContext[] {
    if (home.id === top) return []
    return home.parent === null ? [home] : [...this.#upTo(this.#context(home.parent), top), home]
  }

  #nearer(entry: InspectedEntry): InspectedEntry | null {
    const entries = this.route.line.flatMap((id) => this.#context(id).entries)
    return entries.find(({ shadows }) => shadows === entry.id) ?? null
  }

  #relationOf(context: string): Relation {
    if (context === this.route.context) return 'own'
    if (this.route.line.includes(context)) return 'above'
    let current: string | null = context
    while (current !== null && current !== this.route.context) current = this.#context(current).parent
    return current === null ? 'beside' : 'below'
  }

  #context(id: string): InspectedContext {
    return this.#contexts.get(id)! // ids come from the same inspection
  }
}

/** `Grandchild registers it and is wrapped into Public`. */
function throughWrap({ path, kind }: InspectedEntry): string {
  if (path.length < 2) return ''
  if (kind === 'offered provider') return `${path.at(-1)?.name} offers it`
  const names = path.map(({ name }) => name).reverse()
  const [by, ...outer] = names
  return `${by} registers it and is wrapped into ${outer.join(', which is wrapped into ')}`
}

function wrapping({ kind, name }: InspectedContext): string {
  return kind === 'module' ? `wrap ${name} with @PluginWrapped()` : `wrap the plugin ${name} with pluginWrapper()`
}
