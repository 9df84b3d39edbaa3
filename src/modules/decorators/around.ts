import type { AroundFunction, Next } from '../../contracts/around.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { Class } from '../../contracts/token.js'
import { describeValue, isCallable } from '../../support/values.js'
import type { ClassOrMethodDecorator, MethodDecoratorFunction, MethodReturning } from './decorator-types.js'
import type { AroundFact, HandlerAround } from './facts.js'
import { classWithout, misuse, nestAdvice } from './misuse.js'
import { isClass } from './read-facts.js'
import { methodDecorator, placedDecorator } from './record.js'
import { refuseBare } from './targets.js'

/** Methods that can run around handlers. */
export type AroundMethod = {
  // A method signature, as for hooks: `request` may have a type with the decorations that plugins add.
  run(request: Request, reply: Reply, next: Next): unknown
}['run']

/**
 * Makes the method of a module, or of a class for `@Use`, run around the handlers of its place (docs/guide/around.md).
 */
export function Around(): MethodDecoratorFunction<AroundMethod>
/**
 * Runs a function, or `around` of a class that the container builds, around handlers (docs/guide/around.md). It runs
 * directly around the handler, after all `preHandler` hooks. It works on a method, a controller, or a module with all
 * below it. The outermost module comes first; of several in one place the upper is the outer.
 */
export function Around(around: AroundMethod | Class<HandlerAround>): ClassOrMethodDecorator<MethodReturning<unknown>>
export function Around(
  ...given: [around?: AroundMethod | Class<HandlerAround>]
): ClassOrMethodDecorator<MethodReturning<unknown>> & MethodDecoratorFunction<AroundMethod> {
  refuseBare('Around', given, true)
  if (given.length === 0) return methodDecorator('Around', () => ({ isAround: true }))
  return placedDecorator('Around', ({ arounds }, where) => ({ arounds: [aroundFact(where, given[0]), ...arounds] }))
}

function aroundFact(where: string, around: unknown): AroundFact {
  if (isAroundClass(around)) {
    return Object.freeze({ how: 'class', Class: around })
  }
  if (isCallable(around)) {
    return Object.freeze({ how: 'function', run: around as AroundFunction }) // types know its parameters
  }
  const wanted = 'a function (request, reply, next) => value, or a class with a method around'
  const got = isClass(around) ? classWithout('around', around) : describeValue(around)
  const advice = isClass(around) ? nestAdvice(around) : ''
  throw misuse('ALC_ERR_DECORATOR_ARGUMENT', 'Around', where, got, `${wanted}${advice}`)
}

function isAroundClass(around: unknown): around is Class<HandlerAround> {
  return isClass(around) && 'around' in Object(around.prototype)
}
