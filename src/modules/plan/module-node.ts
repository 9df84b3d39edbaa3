import type { PluginOptions } from '../../contracts/plugin.js'
import type { Class } from '../../contracts/token.js'
import type { RegistrantLink } from '../../lifecycle/provenance.js'
import type { ModuleFact } from '../decorators/module-fact.js'

/** Options of a module in `use`. A function is called when the module is registered. */
export type ModuleOptions = PluginOptions | ((instance: never) => PluginOptions)

/** The options of all modules that are imported without `use`. */
export const noOptions: PluginOptions = Object.freeze({})

/** One place of a module class in the tree. A class in two places has two nodes. */
export interface ModuleNode {
  readonly Class: Class
  readonly name: string
  readonly fact: ModuleFact
  /** Whether the module registers into the context of the module that imports it (`@PluginWrapped`). */
  readonly wrapped: boolean
  readonly prefix: string
  readonly options: ModuleOptions
  readonly parent: ModuleNode | null
  /** The module as a registrant. A wrapped module registers for the module that imports it. */
  readonly registrant: RegistrantLink
  readonly imports: readonly ModuleNode[]
  /** Entries that could not be read, such as `imports[1] of App`. */
  readonly missing: readonly string[]
}

/** The names of the module and those above it, as messages show a place in the tree: `App > Public > Grandchild`. */
export function placeOf({ name, parent }: ModuleNode): string {
  return parent === null ? name : `${placeOf(parent)} > ${name}`
}

/** Whether the class has a `configure` method, which gets the options of `use`. */
export function hasConfigure(Class: Class): boolean {
  return typeof Reflect.get(Class.prototype, 'configure') === 'function'
}

const shown = 7

/** A cycle of names, one a line, fewer than ten lines: `A`, `→ B`, `→ A`. A long one omits its middle. */
export function circle(names: readonly string[]): string {
  const [last] = names.slice(-1)
  const start = names.indexOf(last ?? '')
  return chain(names.slice(start))
}

/** A chain of names, one a line, fewer than ten lines. */
export function chain(names: readonly string[]): string {
  const lines = names.map((name, index) => (index === 0 ? `  ${name}` : `  → ${name}`))
  if (lines.length <= shown) return lines.join('\n')
  const left = lines.length - shown + 1
  return [...lines.slice(0, shown - 3), `  → … ${left} more …`, ...lines.slice(-2)].join('\n')
}
