import type { AroundFunction, Next } from '../../contracts/around.js'
import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { HttpPart, SchemaFailure } from '../../contracts/schema.js'
import type { Class } from '../../contracts/token.js'
import { describeValue, isCallable, readProperty } from '../../support/values.js'
import { checkArguments } from './check-arguments.js'
import {
  checkImport,
  classWithout,
  methodDecorator,
  misuse,
  nestAdvice,
  placedDecorator,
  wrongArgument,
} from './decorator.js'
import type { ClassOrMethodDecorator, MethodDecoratorFunction, MethodReturning } from './decorator-types.js'
import type { AroundFact, ErrorType, HandlerAround } from './facts.js'
import { isClass } from './read-facts.js'

/** Methods that can handle an error of type E. */
export type ErrorHandlerMethod<E> = (error: E, request: Request, reply: Reply) => unknown

/**
 * Makes the method an error handler (docs/guide/errors.md) for errors that are an instance of `type`, or for all
 * errors. Of several handlers, the most specific one answers. In a module it serves the context and those below, in a
 * controller the controller's own routes. A handler that throws passes the error outwards.
 */
export function ErrorHandler(): MethodDecoratorFunction<ErrorHandlerMethod<never>>
export function ErrorHandler<E>(type: ErrorType<E>): MethodDecoratorFunction<ErrorHandlerMethod<E>>
export function ErrorHandler(
  ...given: [type?: ErrorType, ...further: never[]]
): MethodDecoratorFunction<ErrorHandlerMethod<never>> {
  checkArguments('ErrorHandler', given, true)
  const [type = null, ...further] = given
  return methodDecorator('ErrorHandler', ({ errorHandlers }, where) => {
    // A class that is undefined because of a circular import would otherwise make the method a handler of every error.
    if (given.length > 0 && !isClass(type)) {
      const advice = given[0] === undefined ? `. ${checkImport}` : ''
      throw wrongArgument('ErrorHandler', where, given[0], `a class of errors, or nothing for every error${advice}`)
    }
    if (isClass(type) && isCallable(readProperty(type.prototype, 'catch')) && !(type.prototype instanceof Error))
      throw wrongArgument('ErrorHandler', where, type, `a class of errors${nestAdvice(type)}`)
    if (further.length > 0) {
      throw wrongArgument('ErrorHandler', where, further[0], 'one class. Write @ErrorHandler once for each')
    }
    return { errorHandlers: [Object.freeze({ type }), ...errorHandlers] }
  })
}

/** Makes the method the not-found handler of the module's context. */
export function NotFoundHandler(): MethodDecoratorFunction<MethodReturning<unknown>>
export function NotFoundHandler(...given: []): MethodDecoratorFunction<MethodReturning<unknown>> {
  checkArguments('NotFoundHandler', given)
  return methodDecorator('NotFoundHandler', () => ({ notFoundHandler: true }))
}

/** Methods that make the error of a validation failure. */
export type SchemaErrorFormatterMethod = (errors: SchemaFailure[], dataVar: HttpPart) => Error

/**
 * Makes the method the schema error formatter of the module's context (docs/guide/validation.md). It must be
 * synchronous.
 */
export function SchemaErrorFormatter(): MethodDecoratorFunction<SchemaErrorFormatterMethod>
export function SchemaErrorFormatter(...given: []): MethodDecoratorFunction<SchemaErrorFormatterMethod> {
  checkArguments('SchemaErrorFormatter', given)
  return methodDecorator('SchemaErrorFormatter', () => ({ schemaErrorFormatter: true }))
}

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
  checkArguments('Around', given, true)
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
