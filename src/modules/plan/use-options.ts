import type { PluginSource } from '../../contracts/plugin.js'
import { quoted } from '../../errors/coded-error.js'
import { misspeltOptionsOf } from '../../server/instance/register-options.js'
import { downwards } from '../../support/lists.js'
import type { Warn } from '../../support/report.js'
import { isRecord } from '../../support/values.js'
import { ownFacts } from '../decorators/metadata.js'
import type { UseOf } from '../decorators/module-fact.js'
import { isUse } from '../decorators/use.js'
import type { ContextPlan } from './context-plan.js'
import { hasConfigure, type ModuleNode } from './module-node.js'

/** Warns of options of `use` that a plugin or `configure` never reads, as far as their parameters show this. */
export function warnOfUseOptions(root: ContextPlan, warn: Warn): void {
  for (const context of downwards(root)) {
    for (const { node } of context.members) {
      for (const entry of node.fact.plugins) {
        if (isUse(entry) && typeof entry.options !== 'function') warnOfUnread(entry, node, warn)
      }
      if (typeof node.options !== 'function') warnOfModuleOptions(node, node.options, warn)
    }
  }
}

/** Warns of options of `use(Module, options)` that `configure` of the module never reads. */
export function warnOfModuleOptions(node: ModuleNode, options: object, warn: Warn): void {
  const taken = optionsTakenBy(node)
  if (node.parent === null || taken === null) return
  const readsPrefix = node.wrapped && hasConfigure(node.Class)
  const unread = Object.keys(options).filter((name) => !taken.includes(name) && (name !== 'prefix' || readsPrefix))
  const subject = `use(${node.name}, …) in ${node.parent.name}`
  const { place } = ownFacts(node.parent.Class)
  for (const name of unread) warn({ subject, message: explain(name, node.name, taken), place })
}

/** Options that the server reads itself, for every plugin. */
const ofServer: ReadonlySet<string> = new Set(['prefix', 'logLevel', 'logSerializers', 'name'])

/** The options of a plugin. A function of the instance also warns of its result, if the boot collects warnings. */
export function watchedOptions(
  { target, options }: UseOf<PluginSource>,
  node: ModuleNode,
  warn: Warn | null,
): UseOf<PluginSource>['options'] {
  if (warn === null || typeof options !== 'function') return options
  return (instance: never) => {
    const given = options(instance)
    if (isRecord(given)) warnOfUnread({ target, options: given }, node, warn)
    return given
  }
}

function warnOfUnread(
  { target, options }: { readonly target: PluginSource; readonly options: object },
  { name: module, Class }: ModuleNode,
  warn: Warn,
): void {
  if (typeof target !== 'function') return
  const plugin = target.name || 'a plugin'
  const about = { subject: `use(${plugin}, …) in ${module}`, place: ownFacts(Class).place }
  const misspelt = new Map(misspeltOptionsOf(options, target).map(({ name, message }) => [name, message]))
  for (const message of misspelt.values()) warn({ ...about, message })
  const taken = optionsNamedBy(target, /^(?:async\s+)?(?:function\b\s*)?[\w$]*\s*\(([^()]*)\)\s*(?:=>|\{)/)
  if (taken === null) return
  const isUnread = (name: string) => !taken.includes(name) && !ofServer.has(name) && !misspelt.has(name)
  for (const name of Object.keys(options).filter(isUnread)) {
    const takes = taken.length === 0 ? 'takes no options' : `takes ${quoted(taken)}`
    warn({ ...about, message: `the option "${name}" has no effect: ${plugin} ${takes}. Remove it, or take it there.` })
  }
}

function explain(name: string, module: string, taken: readonly string[]): string {
  const problem = `the option "${name}" has no effect`
  if (taken.length === 0)
    return `${problem}: ${module} has no method configure(instance, options) that takes options. Remove it.`
  return `${problem}: configure of ${module} takes ${quoted(taken)}. Remove it, or take it there.`
}

/** The names of the options that `configure` reads; null if its parameters do not show them. */
function optionsTakenBy({ Class }: ModuleNode): string[] | null {
  if (!hasConfigure(Class)) return []
  return optionsNamedBy(Reflect.get(Class.prototype, 'configure'), /^(?:async\s+)?configure\s*\(([^()]*)\)\s*\{/)
}

/** The names that the second parameter of a function destructures; null if its parameters do not show them. */
function optionsNamedBy(fn: unknown, parameters: RegExp): string[] | null {
  const source = Function.prototype.toString.call(fn)
  const list = parameters.exec(source)?.[1]?.trim()
  if (list === undefined || /\barguments\b|\[native code\]/.test(source)) return null
  if (/^(?:[\w$]+\s*,?)?$/.test(list)) return []
  const named = /^[\w$]+\s*,\s*\{([^{}]*)\}(?:\s*=\s*\{\s*\})?(?:\s*,\s*[\w$]+)?$/.exec(list)?.[1]
  const parts = named?.split(',').filter((part) => part.trim() !== '') ?? null
  const names = parts?.map((part) => /^\s*([\w$]+)\s*(?:[:=].*)?$/.exec(part)?.[1] ?? null) ?? [null]
  return names.includes(null) ? null : names.filter((name) => name !== null)
}
