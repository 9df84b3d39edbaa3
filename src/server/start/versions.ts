/** The version of Fastify's API that plugins may count on: its documents were read at this one. */
export const apiVersion = '5.12.8'

/** Our own, as in package.json (a test compares them). */
export const alcoveVersion = '0.1.0'
