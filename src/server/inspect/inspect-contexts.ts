import type { Context } from '../../context/context.js'
import type { Registration } from '../../context/registration.js'
import type { EntryKind, InspectedContext, InspectedEntry } from '../../contracts/inspection.js'
import { pathTo } from '../../lifecycle/provenance.js'
import { lineTo } from '../../support/lists.js'

/** A context and its description. */
export interface ContextRecord {
  readonly context: Context
  readonly inspected: InspectedContext
  /** The entries of the context, each with its registration. */
  readonly entries: readonly EntryRecord[]
  readonly parent: ContextRecord | null
}

export interface EntryRecord {
  readonly registration: Registration
  readonly entry: InspectedEntry
}

/** Kinds of which a context has only one entry. A later registration replaces the earlier one. */
const singles: ReadonlySet<EntryKind> = new Set([
  'error handler',
  'not-found handler',
  'validator compiler',
  'serializer compiler',
  'schema error formatter',
  'schema controller',
  'reply serializer',
  'logger factory',
  'request id generator',
])

/** Kinds that a nearer entry hides: an entry of the same name, or any of the kind. Hooks and error handlers add up. */
const shadowing: ReadonlySet<EntryKind> = new Set([
  'context value',
  'request value',
  'reply value',
  'provider',
  'offered provider',
  'collection',
  'content type parser',
  ...[...singles].filter((kind) => kind !== 'error handler'),
])

/** Kinds whose entries are compared by the key of a provider, not by name. */
const byKey: ReadonlySet<EntryKind> = new Set(['provider', 'offered provider', 'collection'])

/** Kinds that `sees` of a route does not list: they run at points of the route, or belong to collections. */
const unseen: ReadonlySet<EntryKind> = new Set(['hook', 'guard', 'around', 'contribution'])

/** Describes all contexts, parents before children. */
export function inspectContexts(root: Context): ContextRecord[] {
  const records: ContextRecord[] = []
  const visit = (context: Context, id: string, parent: ContextRecord | null) => {
    const record = inspectContext(context, { id, parent })
    records.push(record)
    const names = uniqueNames(context.children.map(({ name }) => name))
    context.children.forEach((child, index) => {
      const below = `${id} > ${names[index]}`
      record.inspected.children.push(below)
      visit(child, below, record)
    })
  }
  visit(root, root.name, null)
  return records
}

/** The matching entry that is nearest to the context. Its own entries are the nearest. */
export function nearest(
  record: ContextRecord | null,
  isIt: (registration: Registration) => boolean,
): InspectedEntry | null {
  if (record === null) return null
  const own = record.entries.findLast(({ registration }) => isIt(registration))
  return own?.entry ?? nearest(record.parent, isIt)
}

/** The entries in effect for a context. Of entries that hide each other, only the nearest is in effect. */
export function visibleEntries(record: ContextRecord): InspectedEntry[] {
  const all = lineTo(record).flatMap(({ entries }) => entries.map(({ entry }) => entry))
  const hidden = new Set(all.map(({ shadows }) => shadows))
  return all.filter(({ kind, id }) => !unseen.has(kind) && !hidden.has(id))
}

interface Place {
  readonly id: string
  readonly parent: ContextRecord | null
}

function inspectContext(context: Context, { id, parent }: Place): ContextRecord {
  const { builder, name, prefix } = context
  const { opener } = builder
  const registrations = readRegistrations(context)
  const names = uniqueNames(registrations.map(titleOf))
  const entries = registrations.map((registration, index) => {
    const { kind, point, name, by, guard } = registration
    const shadowed = shadowing.has(kind)
      ? shadowedBy(registration, parent, { name: context.name, registrations })
      : null
    const entry: InspectedEntry = {
      id: `${id} : ${names[index]}`,
      context: id,
      kind,
      name,
      point,
      path: pathTo(by, opener),
      shadows: shadowed?.id ?? null,
      ...(guard !== undefined && guard.provides.length > 0 && { provides: [...guard.provides] }),
    }
    return { registration, entry }
  })
  const inspected: InspectedContext = {
    id,
    name,
    kind: opener.kind === 'application' ? 'root' : opener.kind === 'module' ? 'module' : 'plugin',
    prefix,
    parent: parent?.inspected.id ?? null,
    children: [],
    path: parent === null ? [] : pathTo(opener.parent, parent.context.builder.opener),
    entries: entries.map(({ entry }) => entry),
    routes: [],
  }
  return { context, inspected, entries, parent }
}

function readRegistrations({ builder: { registrations: all } }: Context): Registration[] {
  return all.filter((registration, index) => {
    if (!singles.has(registration.kind)) return true
    return !all.slice(index + 1).some(({ kind }) => kind === registration.kind)
  })
}

interface Below {
  readonly name: string
  readonly registrations: readonly Registration[]
}

/** The entry above that the registration hides. The offer of a provider one level up is the same object: it is not hidden. */
function shadowedBy(registration: Registration, above: ContextRecord | null, below: Below): InspectedEntry | null {
  if (above === null) return null
  const found = above.entries.findLast((other) => isSame(registration, other.registration))
  if (found !== undefined && !isOfferOf(found.registration, below)) return found.entry
  const registrations = above.entries.map((each) => each.registration)
  return shadowedBy(registration, above.parent, { name: above.context.name, registrations })
}

function isOfferOf({ kind, by }: Registration, { name, registrations }: Below): boolean {
  if (kind !== 'offered provider') return false
  return by?.name === name || registrations.some((each) => each.kind === 'wrapped module' && each.name === by?.name)
}

function isSame(one: Registration, other: Registration): boolean {
  if (byKey.has(one.kind)) return byKey.has(other.kind) && one.subject === other.subject
  return one.kind === other.kind && (singles.has(one.kind) || one.name === other.name)
}

function titleOf({ kind, point, name }: Registration): string {
  return [kind, ...(point === null ? [] : [point]), ...(name === '' ? [] : [name])].join(' ')
}

/** Names that occur twice get numbers: `A`, `A #2`. */
export function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} #${count}`
  })
}
