import { defineError, defineErrors } from './coded-error.js'

/** Decorators, the module tree and injection. */
export const moduleCodes = defineErrors({
  ALC_ERR_MODULE_UNDECORATED: defineError(
    'ALC_ERR_MODULE_UNDECORATED',
    500,
    (name: string, where: string, hint: string | null) =>
      `${name} stands in ${where} but is not decorated with @Module: ${hint ?? 'put @Module({ … }) above the class'}`,
  ),
  ALC_ERR_DECORATOR_TARGET: defineError(
    'ALC_ERR_DECORATOR_TARGET',
    500,
    (decorator: string, where: string, place: string) =>
      `@${decorator} stands on ${where}, where it means nothing: put it on ${place}`,
    'TypeError',
  ),
  ALC_ERR_DECORATOR_STANDARD: defineError(
    'ALC_ERR_DECORATOR_STANDARD',
    500,
    (decorator: string, where: string) =>
      `@${decorator} on ${where} was compiled as a standard decorator, which knows no parameters and no types: set "experimentalDecorators" and "emitDecoratorMetadata" to true in tsconfig.json, and compile with tsc or with a tool that honours both`,
    'TypeError',
  ),
  ALC_ERR_DECORATOR_TWICE: defineError(
    'ALC_ERR_DECORATOR_TWICE',
    500,
    (decorator: string, where: string, what: string) =>
      `@${decorator} says the ${what} of ${where} a second time: keep one of the two`,
    'TypeError',
  ),
  ALC_ERR_DECORATOR_ARGUMENT: defineError(
    'ALC_ERR_DECORATOR_ARGUMENT',
    500,
    (decorator: string, where: string, given: string, wanted: string) =>
      `@${decorator} on ${where} was given ${given}: give ${wanted}`,
    'TypeError',
  ),
  ALC_ERR_DECLARATION_ARGUMENT: defineError(
    'ALC_ERR_DECLARATION_ARGUMENT',
    500,
    (call: string, given: string, wanted: string) => `${call} was given ${given}: give ${wanted}`,
    'TypeError',
  ),
  ALC_ERR_PARAMETER_TWICE: defineError(
    'ALC_ERR_PARAMETER_TWICE',
    500,
    (decorator: string, where: string, position: number, other: string) =>
      `Parameter ${position} of ${where} has two sources, @${other} and @${decorator}: keep one of them`,
    'TypeError',
  ),
})
