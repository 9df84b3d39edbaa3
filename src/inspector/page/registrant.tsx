import type { RegistrantPath } from '../../contracts/inspection.js'
import { registrantOf, wrapOf } from './tree-index.js'

/** The registrant of an entry, if it is not the context itself. */
export function Registrant({ path }: { path: RegistrantPath }) {
  if (wrapOf(path) !== null) return <span class="lift"> ↑ {registrantOf(path)}</span>
  return path.at(-1)?.kind === 'controller' ? ` by ${registrantOf(path)}` : null
}
