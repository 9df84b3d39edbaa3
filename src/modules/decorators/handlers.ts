import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { HttpPart, SchemaFailure } from '../../contracts/schema.js'
import { isCallable, readProperty } from '../../support/values.js'
import type { MethodDecoratorFunction, MethodReturning } from './decorator-types.js'
import type { ErrorType } from './facts.js'
import { checkImport, nestAdvice, wrongArgument } from './misuse.js'
import { isClass } from './read-facts.js'
import { methodDecorator } from './record.js'
import { refuseBare } from './targets.js'

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
  refuseBare('ErrorHandler', given, true)
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
  refuseBare('NotFoundHandler', given)
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
  refuseBare('SchemaErrorFormatter', given)
  return methodDecorator('SchemaErrorFormatter', () => ({ schemaErrorFormatter: true }))
}
