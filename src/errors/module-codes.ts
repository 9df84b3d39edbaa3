import { defineError, defineErrors } from './coded-error.js'

/** Decorators, the module tree and injection. */
export const moduleCodes = defineErrors(() => ({
  ALC_ERR_MODULE_UNDECORATED: defineError(
    500,
    (name: string, where: string, hint: string | null) =>
      `${name} is in ${where}, but is not decorated with @Module. ${hint ?? 'Add @Module({ … }) to the class'}`,
  ),
  ALC_ERR_DECORATOR_TARGET: defineError(
    500,
    (decorator: string, where: string, place: string) =>
      `@${decorator} cannot be used on ${where}. Move it to ${place}`,
    'TypeError',
  ),
  ALC_ERR_DECORATOR_STANDARD: defineError(
    500,
    (decorator: string, where: string) =>
      `@${decorator} on ${where} was compiled as a standard decorator, which has no parameters and no types. Set "experimentalDecorators" and "emitDecoratorMetadata" to true in tsconfig.json, and compile with tsc or a tool that supports both`,
    'TypeError',
  ),
  ALC_ERR_DECORATOR_TWICE: defineError(
    500,
    (decorator: string, where: string, what: string, other: string | null = null) =>
      other === null
        ? `${where} declares its ${what} twice. Remove one @${decorator}`
        : `${where} declares its ${what} twice: by @${decorator} and in ${other}. Remove one`,
    'TypeError',
  ),
  ALC_ERR_DECORATOR_ARGUMENT: defineError(
    500,
    (decorator: string, where: string, given: string, wanted: string) =>
      `@${decorator} on ${where} got ${given}. Pass ${wanted}`,
    'TypeError',
  ),
  ALC_ERR_DECLARATION_ARGUMENT: defineError(
    500,
    (call: string, given: string, wanted: string) => `${call} got ${given}. Pass ${wanted}`,
    'TypeError',
  ),
  ALC_ERR_PARAMETER_TWICE: defineError(
    500,
    (decorator: string, where: string, position: number, other: string) =>
      `Parameter ${position} of ${where} has two decorators for its value, @${other} and @${decorator}. Remove one`,
    'TypeError',
  ),
}))
