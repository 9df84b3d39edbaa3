import { contractCodes } from '../../errors/contract-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { downwards } from '../../support/lists.js'
import type { Report } from '../../support/report.js'
import { isCallable } from '../../support/values.js'
import { ownFacts } from '../decorators/metadata.js'
import { type ClassFunction, type FunctionKind, functionsOf, parameters } from './class-functions.js'
import type { ContextPlan } from './context-plan.js'

/** Methods of the objects that Nest passes to functions of each kind. No request, reply, `next` or error has them. */
const nestMethods: Readonly<Record<FunctionKind, readonly string[]>> = {
  guard: ['switchToHttp'],
  'error handler': ['switchToHttp'],
  around: ['switchToHttp', 'next.handle'],
  handler: [],
}

/**
 * Refuses functions that call methods of Nest's objects, because each request would fail there. Only the source shows
 * these calls: the types of the parameters do not exist at run time.
 */
export function checkNestCalls(root: ContextPlan, report: Report): void {
  const asked = new Set<unknown>()
  for (const context of downwards(root)) {
    for (const plan of [...context.members, ...context.controllers]) {
      for (const each of functionsOf(plan)) {
        if (asked.has(each.run)) continue
        asked.add(each.run)
        checkFunction(each, report)
      }
    }
    for (const { Class, configures } of context.members) {
      if (!configures || !calls(Reflect.get(Class.prototype, 'configure'), 'forRoutes')) continue
      const instead =
        "configure(instance, options). For a middleware, write @Hook('onRequest') on a method of the module, or register @fastify/middie"
      const problem = new contractCodes.ALC_ERR_NEST_CALL(`${Class.name}.configure`, 'forRoutes', instead)
      locate(problem, ownFacts(Class).place, Class.name)
      report(problem)
    }
  }
}

function checkFunction({ kind, run, subject, place }: ClassFunction, report: Report): void {
  const called = nestMethods[kind].find((name) => calls(run, name))
  if (called === undefined) return
  const instead = `the function with (${parameters[kind].join(', ')})`
  const problem = new contractCodes.ALC_ERR_NEST_CALL(subject, called, instead)
  locate(problem, place, subject)
  report(problem)
}

/**
 * Whether a function calls a method. A function that also mentions the method without a call examines its parameter, and
 * works with both frameworks.
 */
function calls(run: unknown, method: string): boolean {
  if (!isCallable(run)) return false
  const name = method.replace('.', '\\s*\\.\\s*')
  const source = Function.prototype.toString.call(run).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return new RegExp(`\\b${name}\\s*\\(`).test(source) && !new RegExp(`\\b${name}\\b(?!\\s*\\()`).test(source)
}
