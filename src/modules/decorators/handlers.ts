import type { Reply } from '../../contracts/reply.js'
import type { Request } from '../../contracts/request.js'
import type { HttpPart, SchemaFailure } from '../../contracts/schema.js'
import type { MethodDecoratorFunction, MethodReturning } from './decorator-types.js'
import type { ErrorType } from './facts.js'
import { recordOnMember } from './metadata.js'
import { wrongArgument } from './misuse.js'
import { isClass, memberName } from './read-facts.js'
import { checkMethod, type DecoratorArguments } from './targets.js'

/** Methods that can handle an error of type E. */
export type ErrorHandlerMethod<E> = (error: E, request: Request, reply: Reply) => unknown

/**
 * Makes the method an error handler (docs/guide/errors.md) for errors that are an instance of `type`, or for all. Of
 * several, the most specific one answers. In a module it serves the context and those below, in a controller the
 * controller's own routes. A handler that throws passes the error outwards.
 */
export function ErrorHandler(): MethodDecoratorFunction<ErrorHandlerMethod<never>>
export function ErrorHandler<E>(type: ErrorType<E>): MethodDecoratorFunction<ErrorHandlerMethod<E>>
export function ErrorHandler(...given: [type?: ErrorType]): MethodDecoratorFunction<ErrorHandlerMethod<never>> {
  const [type = null] = given
  return (...args: DecoratorArguments) => {
    const [owner, key] = checkMethod('ErrorHandler', args)
    // A class that is undefined because of a circular import would otherwise make it a handler of every error.
    if (given.length > 0 && !isClass(type)) {
      throw wrongArgument(
        'ErrorHandler',
        memberName(owner, key),
        given[0],
        'a class of errors, or nothing for every error',
      )
    }
    recordOnMember(owner, key, (facts) => ({ errorHandlers: [Object.freeze({ type }), ...facts.errorHandlers] }))
  }
}

/** Makes the method the not-found handler of the module's context. */
export function NotFoundHandler(): MethodDecoratorFunction<MethodReturning<unknown>> {
  return (...args: DecoratorArguments) =>
    recordOnMember(...checkMethod('NotFoundHandler', args), () => ({ notFoundHandler: true }))
}

/** Methods that make the error of a validation failure. */
export type SchemaErrorFormatterMethod = (errors: SchemaFailure[], dataVar: HttpPart) => Error

/**
 * Makes the method the schema error formatter of the module's context (docs/guide/validation.md). It must be
 * synchronous.
 */
export function SchemaErrorFormatter(): MethodDecoratorFunction<SchemaErrorFormatterMethod> {
  return (...args: DecoratorArguments) =>
    recordOnMember(...checkMethod('SchemaErrorFormatter', args), () => ({ schemaErrorFormatter: true }))
}
