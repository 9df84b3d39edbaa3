import type { Class } from '../../contracts/token.js'
import { quoted } from '../../errors/coded-error.js'
import { downwards } from '../../support/lists.js'
import type { Warning } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { className, lineage } from '../decorators/read-facts.js'
import type { ContextPlan } from './context-plan.js'

/**
 * Warns of options of `@Controller` and `@Module` on base classes. A subclass has its own options, so a `preHandler` or
 * a plugin of the base would not protect its routes.
 */
export function warnOfBaseOptions(root: ContextPlan, warn: (warning: Warning) => void): void {
  const contexts = [...downwards(root)]
  const classes = new Set(contexts.flatMap(({ members, controllers }) => [...members, ...controllers]).map(classOf))
  for (const target of classes) {
    for (const base of lineage(target).slice(0, -1)) {
      const kind = (['controller', 'module'] as const).find((each) => ownFacts(base)[each] && ownFacts(target)[each])
      if (kind === undefined) continue
      const own = optionsOf(target, kind)
      const lost = optionsOf(base, kind).filter((name) => !own.includes(name))
      if (lost.length === 0) continue
      const [decorator, name] = [kind === 'controller' ? '@Controller' : '@Module', className(base)]

      const message = `it does not inherit the options of ${decorator} of ${name}: ${quoted(lost)}. Write them in ${decorator} of ${className(target)}, too. A subclass inherits decorators such as @Guard and @Use.`
      warn({ subject: className(target), message, place: ownFacts(target).place })
    }
  }
}

function classOf({ Class }: { readonly Class: Class }): Class {
  return Class
}

/** The names of the options that a class sets. A subclass has its own prefix. */
function optionsOf(target: Class, kind: 'controller' | 'module'): string[] {
  const { controller, module } = ownFacts(target)
  const options: object = (kind === 'controller' ? controller?.options : module) ?? {}
  const given = Object.entries(options).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : Boolean(value),
  )
  return given.map(([name]) => name).filter((name) => name !== 'prefix')
}
