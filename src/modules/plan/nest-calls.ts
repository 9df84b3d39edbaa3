import type { Class } from '../../contracts/token.js'
import { causedBy } from '../../errors/coded-error.js'
import { contractCodes } from '../../errors/contract-codes.js'
import { locate } from '../../lifecycle/locate.js'
import { isCallable } from '../../support/values.js'
import { ownFacts } from '../decorators/metadata.js'
import type { FunctionKind } from './class-functions.js'

/** Methods of the objects that Nest passes to functions of each kind. No request, reply, `next` or error has them. */
const nestMethods: Readonly<Record<FunctionKind, readonly string[]>> = {
  guard: ['switchToHttp'],
  'error handler': ['switchToHttp'],
  around: ['switchToHttp', 'next.handle'],
  handler: [],
}

/**
 * The method of Nest's objects that a function calls; null for other functions. Only the source shows these calls: the
 * types of the parameters do not exist at run time. So a call is a reason for a warning and not for an error.
 */
export function nestCallOf(kind: FunctionKind, run: unknown): string | null {
  return nestMethods[kind].find((name) => calls(run, name)) ?? null
}

/** The error of a `configure` that used its instance as the consumer of Nest; any other error as it is. */
export function explainConfigure(Class: Class, cause: unknown): unknown {
  if (!(cause instanceof TypeError) || !calls(Reflect.get(Class.prototype, 'configure'), 'forRoutes')) return cause
  const instead =
    "configure(instance, options). For a middleware, write @Hook('onRequest') on a method of the module, or register @fastify/middie"
  const name = `${Class.name}.configure`
  const problem = causedBy(new contractCodes.ALC_ERR_NEST_CALL(name, 'forRoutes', instead), cause)
  locate(problem, ownFacts(Class).place, name)
  return problem
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
