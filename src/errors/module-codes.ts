import { defineError } from './coded-error.js'

/** Decorators, the module tree and injection. */
export const moduleCodes = {
  ALC_ERR_MODULE_UNDECORATED: defineError(
    'ALC_ERR_MODULE_UNDECORATED',
    500,
    (name: string, where: string) =>
      `${name} stands in ${where} but is not decorated with @Module: put @Module({ … }) above the class`,
  ),
} as const
