import type { Instance } from '../contracts/instance.js'
import type { Class } from '../contracts/token.js'
import { cliCodes } from '../errors/cli-codes.js'
import { bootstrap } from '../modules/bootstrap.js'
import { ownFacts } from '../modules/decorators/metadata.js'
import { isClass } from '../modules/decorators/read-facts.js'
import { scanModule } from '../modules/plan/scan-module.js'
import { describeValue, readProperty } from '../support/values.js'

/** A server that the entry has created. */
export interface SeenServer {
  readonly instance: Instance
  readonly name: string
  /** Whether the entry has called `listen` of the server. */
  isServed: boolean
}

/** The exports and the servers of the entry. */
export interface Loaded {
  readonly file: string
  /** Null if the entry waits for `listen`, so that its exports are not known. */
  readonly exports: Readonly<Record<string, unknown>> | null
  readonly servers: readonly SeenServer[]
  readonly exported: string | null
  /** Reports that the exported function has failed after it had made a server. */
  readonly failed: (error: unknown) => void
}

/** An application, inside an object. An instance is thenable, so `await` would boot it. */
export interface Picked {
  readonly instance: Instance
}

/**
 * Picks the application of an entry. A server that listens comes first, and then any server that the entry has created.
 * Without a server, the root module among the exports is booted.
 */
export async function pickApplication(loaded: Loaded): Promise<Picked> {
  const { servers, exported, file } = loaded
  if (exported !== null) return pickNamed(loaded, exported)
  const served = servers.filter(({ isServed }) => isServed)
  const candidates = served.length > 0 ? served : servers
  const [only, ...others] = candidates
  if (only === undefined) return bootstrap(pickRoot(loaded))
  if (others.length === 0) return only
  throw new cliCodes.ALC_ERR_CLI_MANY_MODULES(
    file,
    'applications',
    candidates.map(({ name }) => name),
  )
}

async function pickNamed({ file, exports, servers, failed }: Loaded, name: string): Promise<Picked> {
  const server = servers.find((each) => each.name === name)
  if (server !== undefined) return server
  const given = exports?.[name]
  const before = servers.length
  const made: unknown = typeof given === 'function' && !isModule(given) ? given() : given
  if (isInstance(made)) return { instance: made }
  let value: unknown
  try {
    value = await made
  } catch (error) {
    const unfinished = servers[before]
    if (unfinished === undefined) throw error
    failed(error)
    return unfinished
  }
  if (isModule(value)) return bootstrap(value)
  const instance = readProperty(value, 'instance') ?? value
  if (isInstance(instance)) return { instance }
  const names = exports === null ? servers.map((each) => each.name) : Object.keys(exports)
  throw new cliCodes.ALC_ERR_CLI_EXPORT_UNKNOWN(file, name, names, exports === null ? null : describeValue(given))
}

/** The exported module that no other exported module imports. */
function pickRoot({ file, exports: known }: Loaded): Class {
  const exports = known ?? {}
  const modules = [...new Set(Object.values(exports).filter(isModule))]
  const imported = new Set(modules.flatMap(importedBy))
  const roots = modules.filter((Module) => !imported.has(Module))
  const [only, ...others] = roots.length > 0 ? roots : modules
  if (only === undefined) throw new cliCodes.ALC_ERR_CLI_NO_MODULE(file, Object.keys(exports))
  if (others.length === 0) return only
  throw new cliCodes.ALC_ERR_CLI_MANY_MODULES(
    file,
    'modules',
    [only, ...others].map(({ name }) => name),
  )
}

function importedBy(Root: Class): Class[] {
  const found: Class[] = []
  const visit = ({ imports }: ReturnType<typeof scanModule>) => {
    for (const node of imports) {
      found.push(node.Class)
      visit(node)
    }
  }
  visit(scanModule(Root, () => {})) // the boot reports the mistakes of the tree
  return found
}

function isModule(value: unknown): value is Class {
  return isClass(value) && ownFacts(value).module !== null
}

function isInstance(value: unknown): value is Instance {
  return typeof readProperty(value, 'addHook') === 'function' && typeof readProperty(value, 'ready') === 'function'
}
