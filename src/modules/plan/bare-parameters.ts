import { injectionCodes } from '../../errors/injection-codes.js'
import { throwTogether } from '../../support/report.js'
import { className, isClass, type Member } from '../decorators/read-facts.js'

/** The compiler emits these for interfaces, so also for the request and the reply. */
const open: ReadonlySet<unknown> = new Set([Object, Function, Promise])

const parts = ['request', 'reply'] as const

/**
 * Checks the parameters of a handler without parameter decorators, which gets the request and the reply. A parameter
 * with another declared type lacks its decorator.
 *
 * @throws ALC_ERR_INJECTION_UNKNOWN
 */
export function checkBareParameters({ types }: Member, title: string): void {
  const problems = parts.flatMap((part, index) => {
    const declared = valueType(types[index])
    if (declared === null) return []
    const problem = `is declared as ${declared} and has no decorator, so it gets the ${part}`
    const way = `Write @Body(), @Query(name), @Param(name) or @Inject(token) before it. For the ${part}, declare it as ${part === 'request' ? 'Request' : 'Reply'} of alcove`
    return new injectionCodes.ALC_ERR_INJECTION_UNKNOWN(`Parameter ${index + 1} of ${title}`, problem, way)
  })
  throwTogether(problems)
}

/** The name of a primitive, a list or a class. Compilers emit global classes for interfaces of the same name. */
function valueType(type: unknown): string | null {
  if (!isClass(type) || open.has(type)) return null
  if (primitives.has(type)) return className(type).toLowerCase()
  const isGlobal = Reflect.get(globalThis, type.name) === type
  return isGlobal && type !== Array && type !== Date ? null : className(type)
}

const primitives: ReadonlySet<unknown> = new Set([String, Number, Boolean, BigInt, Symbol])
