import type { HookName } from '../contracts/hooks.js'
import type { EntryKind } from '../contracts/inspection.js'
import type { DeclaredGuard, RegistrantLink } from '../lifecycle/provenance.js'

/** One entry of a context, with the registrant. The tree of an application consists of these entries. */
export interface Registration {
  readonly kind: EntryKind
  readonly name: string
  readonly point: HookName | null
  /** The function of a hook or handler, or the key of a provider. It distinguishes entries that have one name. */
  readonly subject: unknown
  /** Null if the application's own code registered the entry, outside plugins. */
  readonly by: RegistrantLink | null
  readonly guard?: DeclaredGuard
}
