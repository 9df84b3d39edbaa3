import type { Warning } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { type ContextPlan, downwards } from './context-plan.js'
import { hasConfigure, type ModuleNode } from './module-node.js'

/** Warns of options of `use` that `configure` never takes, as far as its parameters tell. */
export function warnOfUseOptions(root: ContextPlan, warn: (warning: Warning) => void): void {
  for (const context of downwards(root)) {
    for (const { node } of context.members) {
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

function explain(name: string, module: string, taken: readonly string[]): string {
  const problem = `the option "${name}" has no effect`
  if (taken.length === 0)
    return `${problem}: ${module} has no method configure(instance, options) that takes options. Remove it.`
  return `${problem}: configure of ${module} takes ${taken.map((each) => `"${each}"`).join(', ')}. Remove it, or take it there.`
}

/** The names of the options that `configure` takes; null where its parameters do not tell. */
function optionsTakenBy({ Class }: ModuleNode): string[] | null {
  if (!hasConfigure(Class)) return []
  const source = Function.prototype.toString.call(Reflect.get(Class.prototype, 'configure'))
  const list = /^(?:async\s+)?configure\s*\(([^()]*)\)\s*\{/.exec(source)?.[1]?.trim()
  if (list === undefined || /\barguments\b/.test(source)) return null
  if (/^(?:[\w$]+\s*,?)?$/.test(list)) return []
  const named = /^[\w$]+\s*,\s*\{([^{}]*)\}$/.exec(list)?.[1]
  const parts = named?.split(',').filter((part) => part.trim() !== '') ?? null
  const names = parts?.map((part) => /^\s*([\w$]+)\s*(?:[:=].*)?$/.exec(part)?.[1] ?? null) ?? [null]
  return names.includes(null) ? null : names.filter((name) => name !== null)
}
