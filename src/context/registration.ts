import type { HookName } from '../contracts/hooks.js'
import type { EntryKind } from '../contracts/inspection.js'
import type { DeclaredGuard, RegistrantLink } from '../lifecycle/provenance.js'

/** One entry of a context, with the registrant. The tree of an application consists of these. */
export interface Registration {
  readonly kind: EntryKind
  readonly name: string
  readonly point: HookName | null
  /** The function of a hook or handler, the key of a provider. Two entries of one name differ by it. */
  readonly subject: unknown
  /** Null: the application's own code, outside plugins. */
  readonly by: RegistrantLink | null
  readonly guard?: DeclaredGuard
}
