import { defineError, defineErrors } from './coded-error.js'

/** The page that draws an application. */
export const inspectorCodes = defineErrors(() => ({
  ALC_ERR_INSPECTOR_IN_PRODUCTION: defineError(
    500,
    (path: string) =>
      `The inspector at ${path} shows how the application is built, and NODE_ENV is "production". Import it in development only: imports: process.env.NODE_ENV === 'production' ? [] : [Inspector]. To allow it in production, add a guard and write use(Inspector, { allowInProduction: true })`,
  ),
  ALC_ERR_INSPECTOR_OPTION: defineError(
    500,
    (option: string, got: string, expected: string) => `Option ${option} of the inspector is ${got}. Pass ${expected}`,
    'TypeError',
  ),
  ALC_ERR_INSPECTOR_PEER: defineError(
    403,
    () =>
      'The inspector answers requests from this machine, but this request comes from another one or through a proxy. Open it on this machine, or set a token: use(Inspector, { token })',
  ),
  ALC_ERR_INSPECTOR_TOKEN: defineError(
    401,
    () =>
      'The inspector requires its token from other machines. Send it as "Authorization: Bearer <token>", or as the password that the browser asks for',
  ),
  ALC_ERR_INSPECTOR_HOST: defineError(
    403,
    (host: string) =>
      `"${host}" is not a host of the inspector. A page of another site could use such a name for this machine. If the host is yours, write use(Inspector, { hosts: ["${host}"] })`,
  ),
  ALC_ERR_INSPECTOR_ORIGIN: defineError(
    403,
    () => 'The inspector answers its own page only. Open it in the address bar of the browser',
  ),
}))
