import type { ServerOptions } from '../contracts/server-options.js'

/** Options of the drop-in: those of the core, with the defaults of Fastify 5. */
export function fastifyDefaults({ ajv, validatorengine, ...given }: ServerOptions): ServerOptions {
  const { customOptions, ...engine } = validatorengine ?? ajv ?? {}
  return {
    bodyValidation: 'parsed',
    strictResponses: false,
    maxJsonDepth: 0,
    requestTimeout: 0,
    ...given,
    validatorengine: { version: 8, ...engine, customOptions: { coerceTypes: 'array', ...customOptions } },
  }
}
