import type { ContextDraft } from '../context/context-draft.js'
import type { EntryKind } from '../contracts/inspection.js'
import * as slots from './instance-slots.js'
import type { ServerCore } from './server-core.js'

/** Writes into the context's record what was just registered in it: a named thing, or a function. */
export function note(
  instance: { readonly [slots.core]: ServerCore; readonly [slots.draft]: ContextDraft },
  kind: EntryKind,
  what: string | symbol | ((...args: never[]) => unknown),
): void {
  const name = typeof what === 'function' ? what.name : String(what)
  const by = instance[slots.core].registrants.current
  instance[slots.draft].registrations.push({ kind, name, point: null, subject: what, by })
}
