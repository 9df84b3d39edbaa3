import { defineError, defineErrors, defineFastifyError, useFastifyTexts } from '../errors/coded-error.js'
import * as table from '../errors/table.js'
import { fastifyTexts } from './fastify-texts.js'

useFastifyTexts(fastifyTexts)

/** Errors of Fastify that the core never throws. Programs look up their classes. */
const unused = defineErrors(() => ({
  FST_ERR_MISSING_MIDDLEWARE: defineError(
    500,
    () => 'Middleware needs a plugin: register @fastify/middie or @fastify/express',
  ),
  FST_ERR_REP_SENT_VALUE: defineError(500, () => 'reply.sent can be set to true only', 'TypeError'),
  FST_ERR_ROUTE_MISSING_CONTENT: defineError(400, (method: string) => `A ${method} request needs a body`),
}))

const validation = {
  FST_ERR_VALIDATION: defineFastifyError({
    code: 'FST_ERR_VALIDATION',
    statusCode: 400,
    Base: Error,
    message: (text: unknown) => String(text),
  }),
}

/** `errorCodes` of the drop-in: the codes of Fastify. */
export const errorCodes = Object.fromEntries(
  Object.entries({ ...table.errorCodes, ...validation, ...unused }).filter(([code]) => code.startsWith('FST_ERR_')),
)
