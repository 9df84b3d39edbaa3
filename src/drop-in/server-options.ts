import type { ServerOptions } from '../contracts/server-options.js'
import { isRecord } from '../support/values.js'

/** Options of the drop-in: those of the core, with the defaults of Fastify 5. */
export function fastifyDefaults({ ajv, validatorengine, ...given }: ServerOptions): ServerOptions {
  const { customOptions, ...engine } = validatorengine ?? ajv ?? {}
  return {
    bodyValidation: 'parsed',
    strictResponses: false,
    maxJsonDepth: 0,
    requestTimeout: 0,
    ...given,
    validatorengine: { version: 8, ...engine, customOptions: withArrays(customOptions) },
  }
}

/** What is no object is left to the check of the option. */
function withArrays(customOptions: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return isRecord(customOptions ?? {}) ? { coerceTypes: 'array', ...customOptions } : customOptions
}
