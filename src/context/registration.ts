import type { HookName } from '../contracts/hooks.js'
import type { EntryKind } from '../contracts/inspection.js'
import type { DeclaredGuard, RegistrantLink } from '../lifecycle/provenance.js'

/** One entry of a context: what was registered in it, and by whom. The tree of an application is made of these. */
export interface Registration {
  readonly kind: EntryKind
  readonly name: string
  readonly point: HookName | null
  /** The function of a hook or handler, the key of a provider: what tells two of one name apart. */
  readonly subject: unknown
  /** Null: the application's own code, outside of plugins. */
  readonly by: RegistrantLink | null
  readonly guard?: DeclaredGuard
}
