import type { Warning } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { isUseOfPlugin } from './check-entries.js'
import { type ContextPlan, downwards } from './context-plan.js'
import { hasConfigure, type ModuleNode } from './module-node.js'

/** Warns of options of `use` that `configure` never reads, as far as its parameters show this. */
export function warnOfUseOptions(root: ContextPlan, warn: (warning: Warning) => void): void {
  for (const context of downwards(root)) {
    for (const { node } of context.members) {
      warnOfPluginOptions(node, warn)
      if (node.parent === null || typeof node.options === 'function') continue
      const taken = optionsTakenBy(node)
      if (taken === null) continue
      const readsPrefix = node.wrapped && hasConfigure(node.Class)
      const unread = Object.keys(node.options).filter((name) => {
        return !taken.includes(name) && (name !== 'prefix' || readsPrefix)
      })
      const subject = `use(${node.name}, …) in ${node.parent.name}`
      const { place } = ownFacts(node.parent.Class)
      for (const name of unread) warn({ subject, message: explain(name, node.name, taken), place })
    }
  }
}

/** Options that the server reads itself, for every plugin. */
const ofServer: ReadonlySet<string> = new Set(['prefix', 'logLevel', 'logSerializers', 'name'])

function warnOfPluginOptions({ name: module, fact, Class }: ModuleNode, warn: (warning: Warning) => void): void {
  for (const entry of fact.plugins.filter(isUseOfPlugin)) {
    const { target, options } = entry
    if (typeof target !== 'function' || typeof options === 'function') continue
    const plugin = target.name || 'a plugin'
    const taken = optionsNamedBy(target, /^(?:async\s+)?(?:function\b\s*)?[\w$]*\s*\(([^()]*)\)\s*(?:=>|\{)/)
    if (taken === null) continue
    for (const name of Object.keys(options).filter((each) => !taken.includes(each) && !ofServer.has(each))) {
      const takes = taken.length === 0 ? 'takes no options' : `takes ${quoted(taken)}`
      const message = `the option "${name}" has no effect: ${plugin} ${takes}. Remove it, or take it there.`
      warn({ subject: `use(${plugin}, …) in ${module}`, message, place: ownFacts(Class).place })
    }
  }
}

function quoted(names: readonly string[]): string {
  return names.map((each) => `"${each}"`).join(', ')
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
