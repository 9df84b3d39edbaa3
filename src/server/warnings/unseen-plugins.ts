import { isLifecycleHook } from '../../lifecycle/hook-names.js'
import { lineTo } from '../../support/lists.js'
import type { Warning } from '../../support/report.js'
import type { ContextRecord, EntryRecord } from '../inspect/inspect-contexts.js'
import type { ServerCore } from '../start/server-core.js'

/**
 * Finds plugins with a context of their own that has no route. Their hooks run for no request. Most often the plugin
 * lacks the wrapper, by which it would register into the context around it.
 */
export function unseenPlugins(records: readonly ContextRecord[], { slots }: ServerCore): Warning[] {
  const reached = new Set(slots.flatMap(({ owner }) => lineTo(owner)))
  for (const { context, entries } of records) {
    if (entries.some(({ registration }) => registration.kind === 'not-found handler'))
      for (const builder of lineTo(context.builder)) reached.add(builder)
  }
  return records.flatMap(({ context, inspected, entries, parent }) => {
    if (inspected.kind !== 'plugin' || parent === null || reached.has(context.builder)) return []
    const unseen = [...new Set(entries.flatMap(titleOf))]
    if (unseen.length === 0) return []
    const { name } = parent.context
    const message = `its context has no route, so no request sees its ${unseen.join(', ')}. Wrap it with pluginWrapper(fn) or fastify-plugin, and it registers into ${name}.`
    const own = /\s/.test(context.name) ? 'function' : context.name // a function without a name has its source there
    return [{ subject: `plugin ${own} of ${name}`, message, place: null }]
  })
}

/** `hook onRequest`, if requests would see the entry. */
function titleOf({ registration: { kind, point, name } }: EntryRecord): string[] {
  if (kind === 'hook') return isLifecycleHook(point) ? [`hook ${point}`] : []
  return kind === 'error handler'
    ? [kind]
    : kind === 'request value' || kind === 'reply value'
      ? [`${kind} "${name}"`]
      : []
}
