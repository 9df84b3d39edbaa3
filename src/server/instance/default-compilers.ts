import type { ContextBuilder } from '../../context/context-builder.js'
import type { RegisteredRouteOptions } from '../../contracts/hooks.js'
import { requestParts } from '../../support/request-parts.js'

/** Whether a route needs a default compiler. */
type Needs = (options: RegisteredRouteOptions) => boolean

export const ownsNoValidator: Needs = ({ schema, validatorCompiler }) =>
  validatorCompiler === undefined && requestParts.some((part) => schema?.[part] !== undefined)

export const ownsNoSerializer: Needs = ({ schema, serializerCompiler }) =>
  serializerCompiler === undefined && schema?.response !== undefined

/** Fastify creates default compilers of a context for the first route that needs them. Contexts below inherit them. */
export function usesDefault(builder: ContextBuilder, needs: Needs): boolean {
  return builder.nearest((each) => (each.routes.some(({ options }) => needs(options)) ? true : null)) !== null
}
