/** The version of Fastify whose documented API plugins may expect. */
export const apiVersion = '5.12.8'

/** The version of alcove. A test compares it with package.json. */
export const alcoveVersion = '0.1.0'
