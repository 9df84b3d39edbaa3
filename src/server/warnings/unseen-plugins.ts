import { isLifecycleHook } from '../../lifecycle/hook-names.js'
import { lineTo } from '../../support/lists.js'
import type { Warning } from '../../support/report.js'
import type { ContextRecord, EntryRecord } from '../inspect/inspect-contexts.js'
import type { ServerCore } from '../start/server-core.js'

/**
 * Finds contexts of plugins and modules without a route. Their hooks run for no request. Most often the plugin lacks
 * the wrapper, or the module `@PluginWrapped`. With it they register into the context around theirs.
 */
export function unseenPlugins(records: readonly ContextRecord[], { slots }: ServerCore): Warning[] {
  const reached = new Set(slots.flatMap(({ owner }) => lineTo(owner)))
  for (const { context, entries } of records) {
    if (entries.some(({ registration }) => registration.kind === 'not-found handler'))
      for (const builder of lineTo(context.builder)) reached.add(builder)
  }
  const seen = records.flatMap(({ context, entries }) =>
    reached.has(context.builder) ? titlesOf(context.name, entries) : [],
  )
  // A wrapped plugin may register into several contexts. @fastify/autoload does so with the hooks of a folder, for each
  // folder below.
  const elsewhere = new Set(seen.filter((title) => title.includes(' of ')))
  return records.flatMap((record) => {
    const { context, inspected, parent } = record
    if (parent === null || reached.has(context.builder)) return []
    return inspected.kind === 'plugin' ? unseenPlugin(record, parent, elsewhere) : unseenModule(record)
  })
}

function unseenPlugin(
  { context, entries }: ContextRecord,
  { context: { name } }: ContextRecord,
  elsewhere: ReadonlySet<string>,
): Warning[] {
  const unseen = titlesOf(context.name, entries).filter((title) => !elsewhere.has(title))
  if (unseen.length === 0) return []
  const message = `its context has no route, so no request sees its ${unseen.join(', ')}. Wrap it with pluginWrapper(fn) or fastify-plugin, and it registers into ${name}.`
  return [{ subject: `plugin ${shownName(context)} of ${name}`, message, place: null }]
}

/** The name of a context. That of a plugin without a name is its source. */
export function shownName({ name }: { readonly name: string }): string {
  return /\s/.test(name) ? 'function' : name
}

/** The plan warns of the `@Hook` methods of a module without plugins, whose place it knows. */
function unseenModule({ context: { name }, entries }: ContextRecord): Warning[] {
  const hasPlugins = entries.some(({ registration }) => registration.kind === 'plugin')
  const others = entries.filter(({ registration: { by, kind, name: own } }) => {
    if (by?.kind === 'plugin') return true
    return !kind.endsWith('value') && (hasPlugins || !own.startsWith(`${by?.name}.`))
  })
  const unseen = titlesOf(name, others)
  if (unseen.length === 0) return []
  const message = `neither ${name} nor a context below it has a route, so no request sees its ${unseen.join(', ')}. Put them on the module that has the routes, or write @PluginWrapped() on ${name}.`
  return [{ subject: name, message, place: null }]
}

/** The entries that requests would see, as in `hook onRequest of helmet`. */
function titlesOf(context: string, entries: readonly EntryRecord[]): string[] {
  return [...new Set(entries.flatMap((each) => titleOf(context, each)))]
}

function titleOf(context: string, { registration: { kind, point, name, by } }: EntryRecord): string[] {
  const isNamed = by?.kind === 'plugin' && by.name !== context && !/\s/.test(by.name)
  const from = isNamed ? ` of ${by.name}` : ''
  if (kind === 'hook') return isLifecycleHook(point) ? [`hook ${point}${from}`] : []
  if (kind === 'around') return ['function around handlers']
  if (kind === 'error handler') return [kind]
  return kind === 'request value' || kind === 'reply value' ? [`${kind} "${name}"${from}`] : []
}
