import type { InspectedRoute, Inspection } from '../contracts/inspection.js'
import { escapeStep } from '../support/json-pointer.js'
import { findOrMake } from '../support/lazy.js'
import { isRecord, readProperty } from '../support/values.js'
import { checkInspection } from './find.js'
import { type ConstrainedOperation, mergeOperations } from './openapi-merge.js'
import { OperationWriter, tagOf } from './openapi-operation.js'
import { pathVariants } from './openapi-path.js'

/** Parts of the OpenAPI 3.1 document that schemas do not contain, in the form of the document. */
export interface OpenApiOptions {
  /** Fields of `info`, beside title, version and description of package.json. */
  info?: Record<string, unknown>
  /** Default: `[{ url: '/' }]`. */
  servers?: Record<string, unknown>[]
  /** `components.securitySchemes`, by the names that `security` of routes and guards uses. */
  securitySchemes?: Record<string, unknown>
  /** Tags with their descriptions. The tags of controllers that are not among them are added. */
  tags?: { name: string; [key: string]: unknown }[]
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  openapi: '3.1.0'
  /** Title, version and description. */
  info: { title: string; version: string; description?: string; [key: string]: unknown }
  /** The addresses of the application. */
  servers: Record<string, unknown>[]
  /** Empty: an operation without `security` needs none. */
  security: []
  /** Tags with their descriptions. */
  tags?: { name: string; [key: string]: unknown }[]
  /** Operations by path and method. */
  paths: Record<string, Record<string, unknown>>
  /** The shared schemas, and the security schemes. */
  components: { schemas: Record<string, unknown>; securitySchemes?: Record<string, unknown> }
}

/** The key of a route schema that contains options of the document. The route that serves the document has it. */
export const documentOptions = 'x-alcove-openapi'

/** Methods that a path of the document may have. */
const methods: ReadonlySet<string> = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])

/**
 * The OpenAPI 3.1 document of the routes of an application, from their schemas. A route whose schema has `hide: true`
 * is left out.
 *
 * @param manifest package.json: title, version and description, and options in its field `alcove.openapi`
 * @param options override those of `use(OpenApi, …)`, which override those of package.json
 */
export function createOpenApiDocument(
  inspection: Inspection,
  manifest: unknown,
  options: OpenApiOptions = {},
): OpenApiDocument {
  checkInspection(inspection, 'createOpenApiDocument')
  const { info, servers, securitySchemes, tags } = {
    ...object(readProperty(readProperty(manifest, 'alcove'), 'openapi')),
    ...object(inspection.routes.map(({ about }) => about[documentOptions]).find((each) => each !== undefined)),
    ...options,
  }
  const description = readProperty(manifest, 'description')
  const writer = new PathWriter(inspection)
  const used = writer.write()
  const all = mergeTags(tags ?? [], used)
  return {
    openapi: '3.1.0',
    info: {
      title: String(readProperty(manifest, 'name') ?? inspection.contexts[0]?.name),
      version: String(readProperty(manifest, 'version') ?? '0.0.0'),
      ...(typeof description === 'string' && description !== '' ? { description } : {}),
      ...info,
    },
    servers: servers ?? [{ url: '/' }],
    security: [],
    ...(all.length === 0 ? {} : { tags: all }),
    paths: writer.paths,
    components: { schemas: writer.operations.schemas.components, ...(securitySchemes ? { securitySchemes } : {}) },
  }
}

/** The names of security schemes that operations use and the document does not declare. */
export function missingSecuritySchemes({ paths, components }: OpenApiDocument): string[] {
  const declared = components.securitySchemes ?? {}
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const used = operations.flatMap((operation) => schemesOf(readProperty(operation, 'security')))
  return [...new Set(used)].filter((name) => !Object.hasOwn(declared, name))
}

/** The names of the security schemes in a value of `security`. */
export function schemesOf(security: unknown): string[] {
  return Array.isArray(security) ? security.flatMap((each) => (isRecord(each) ? Object.keys(each) : [])) : []
}

class PathWriter {
  readonly paths: OpenApiDocument['paths'] = {}
  readonly operations: OperationWriter
  readonly #found = new Map<string, ConstrainedOperation[]>()
  readonly #handlers = new Map<string, string>()

  constructor(private readonly inspection: Inspection) {
    this.operations = new OperationWriter(inspection)
  }

  /** Writes the paths. Returns the tags of the operations, in order of appearance. */
  write(): string[] {
    const tags = this.inspection.routes.flatMap((route) => this.#add(route))
    for (const [key, found] of this.#found) {
      const [method = '', path = ''] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
      this.paths[path] ??= {}
      this.paths[path]![method] = mergeOperations(found)
    }
    return [...new Set(tags)]
  }

  #add(route: InspectedRoute): string[] {
    if (route.implicit || route.about.hide === true || !methods.has(route.method)) return []
    for (const variant of pathVariants(route.url)) {
      const { path } = variant
      const method = route.method.toLowerCase()
      if (this.#isOtherSpelling(route, path)) continue
      const operation = this.operations.write(route, variant, `#/paths/${escapeStep(path)}/${method}`)
      const key = `${method} ${path}`
      findOrMake(this.#found, key, () => []).push({ operation, constraints: route.constraints })
    }
    const own = route.about.tags
    const tag = tagOf(route)
    return Array.isArray(own) ? own.map(String) : tag === null ? [] : [tag]
  }

  /** Below a prefix, `/users` and `/users/` are one route. */
  #isOtherSpelling({ method, handler }: InspectedRoute, path: string): boolean {
    const key = `${method} ${path}`
    this.#handlers.set(key, handler)
    return path.length > 1 && path.endsWith('/') && this.#handlers.get(key.slice(0, -1)) === handler
  }
}

function object(value: unknown): OpenApiOptions {
  return isRecord(value) ? value : {}
}

function mergeTags(given: readonly { name: string }[], used: readonly string[]): { name: string }[] {
  const names = new Set(given.map(({ name }) => name))
  return [...given, ...used.filter((name) => !names.has(name)).map((name) => ({ name }))]
}
