import { fileURLToPath } from '../../packages/node.cjs'
import { ownPackage } from '../../support/own-package.js'

/**
 * A copy of alcove in this process. Each copy has its own facts, so it does not know a class that another copy
 * decorated.
 */
interface Copy {
  /** The folder of the package; null inside a bundle. */
  folder(): string | null
  decorated(target: object): boolean
}

/** The only state that copies share, because they have no module in common. An error names two copies with it. */
const copiesKey = Symbol.for('alcove.copies')

function readCopies(): Copy[] {
  const found: unknown = Reflect.get(globalThis, copiesKey)
  if (Array.isArray(found)) return found as Copy[] // only copies of alcove use the key
  const copies: Copy[] = []
  Object.defineProperty(globalThis, copiesKey, { value: copies })
  return copies
}

function ownFolder(): string | null {
  const own = ownPackage()
  return own === null ? null : fileURLToPath(own)
}

export function addCopy(decorated: Copy['decorated']): void {
  readCopies().push({ folder: ownFolder, decorated })
}

/**
 * A hint for a class without facts in this copy. It names the other copy that decorated the class; null if there is
 * none.
 */
export function otherCopyHint(target: object): string | null {
  const other = readCopies().find((copy) => copy.folder !== ownFolder && copy.decorated(target))
  if (other === undefined) return null
  const [there, here] = [other.folder(), ownFolder()].map((folder) => folder ?? 'a bundle')
  return `Another copy of alcove decorated it. That copy is in ${there}, and the copy that boots is in ${here}. List alcove in the peerDependencies of the package with the class. \`npm ls alcove\` shows the copies`
}
