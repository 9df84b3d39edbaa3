import type { InspectedRoute, Inspection } from '../contracts/inspection.js'
import { groupBy } from '../support/lists.js'
import { isRecord } from '../support/values.js'
import { createOpenApiDocument, schemesOf } from './openapi-document.js'

/** A warning about a declaration for OpenAPI. */
export interface OpenApiWarning {
  readonly subject: string
  readonly message: string
  /** `POST /users`: the route, or the first of several. */
  readonly route: string
}

interface Kind {
  readonly name: string
  readonly is: (value: unknown) => boolean
}

const isText = (value: unknown) => typeof value === 'string'
const isList = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is)
const text: Kind = { name: 'a text', is: isText }
const texts: Kind = { name: 'a list of texts', is: isList(isText) }
const flag: Kind = { name: 'true or false', is: (value) => typeof value === 'boolean' }
const object: Kind = { name: 'an object', is: isRecord }
const objects: Kind = { name: 'a list of objects', is: isList(isRecord) }

/** The types that OpenAPI takes under the keys of a route schema. */
const kinds: Readonly<Record<string, Kind>> = {
  ...{ summary: text, description: text, operationId: text, tags: texts, consumes: texts, produces: texts },
  ...{ deprecated: flag, hide: flag, externalDocs: object, callbacks: object, servers: objects, security: objects },
}

/**
 * Warns about keys for OpenAPI that have no effect, in route schemas and guards. Warns about security schemes that are
 * not declared.
 */
export function openApiWarnings(inspection: Inspection, manifest: unknown): OpenApiWarning[] {
  const { components } = createOpenApiDocument(inspection, manifest)
  const routes = inspection.routes.filter(isFirstSpelling)
  const found = routes.flatMap((route) => {
    const name = `${route.method} ${route.url}`
    return [...wrongKinds(route), ...wrongGuards(route)].map(({ part, message }) => {
      return { subject: `${name}, ${part}`, message, route: name }
    })
  })
  return [...found, ...undeclaredSchemes(routes, Object.keys(components.securitySchemes ?? {}))]
}

/** Below a prefix, `/users` and `/users/` are one route. */
function isFirstSpelling(
  { implicit, method, url, handler }: InspectedRoute,
  _: number,
  all: InspectedRoute[],
): boolean {
  if (implicit) return false
  return (
    !url.endsWith('/') ||
    !all.some((each) => {
      return each.method === method && `${each.url}/` === url && each.handler === handler
    })
  )
}

interface Found {
  readonly part: string
  readonly message: string
}

function wrongKinds({ about }: InspectedRoute): Found[] {
  return Object.entries(about).flatMap(([part, value]): Found[] => {
    const kind = Object.hasOwn(kinds, part) ? kinds[part] : undefined
    if (kind === undefined || value === undefined || kind.is(value)) return []
    return [{ part, message: `OpenAPI takes ${kind.name} there. Write ${kind.name}.` }]
  })
}

function wrongGuards({ guards }: InspectedRoute): Found[] {
  return guards.flatMap(({ name, openapi }): Found[] => {
    const { security, responses, ...others } = openapi ?? {}
    const part = `guard ${name}`
    return [
      ...(security === undefined || objects.is(security)
        ? []
        : [{ part, message: '"security" of its static openapi has no effect. Write a list: [{ scheme: [] }].' }]),
      ...(responses === undefined || object.is(responses)
        ? []
        : [
            { part, message: '"responses" of its static openapi has no effect. Write an object of answers by status.' },
          ]),
      ...Object.keys(others).map((key) => ({
        part,
        message: `"${key}" of its static openapi has no effect. It takes "security" and "responses".`,
      })),
    ]
  })
}

function undeclaredSchemes(routes: readonly InspectedRoute[], declared: readonly string[]): OpenApiWarning[] {
  const uses = routes.flatMap(({ method, url, about, guards }) => {
    const schemes = [about.security, ...guards.map(({ openapi }) => openapi?.security)].flatMap(schemesOf)
    return [...new Set(schemes)].map((scheme) => ({ scheme, route: `${method} ${url}` }))
  })
  const undeclared = uses.filter(({ scheme }) => !declared.includes(scheme))
  return [...groupBy(undeclared, ({ scheme }) => scheme)].map(([scheme, [{ route } = { route: '' }, ...more]]) => ({
    subject: `security scheme "${scheme}"`,
    message: `${more.length === 0 ? `${route} asks` : `${route} and ${more.length} more ask`} for it, and nothing declares it. Declare it by use(OpenApi, { securitySchemes }), or in package.json under alcove.openapi.securitySchemes.`,
    route,
  }))
}
