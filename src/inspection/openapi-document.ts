import { STATUS_CODES } from 'node:http'
import type { InspectedRoute, InspectedSchema, Inspection } from '../contracts/inspection.js'
import { isRecord, readProperty } from '../support/values.js'
import { type PathVariant, pathVariants } from './openapi-path.js'
import { escapePointer, OpenApiSchemas, type SchemaPlace } from './openapi-schemas.js'

type Fields = Record<string, unknown>

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, unknown> }
}

/** Methods that a path of the document may have. */
const methods: ReadonlySet<string> = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])
/** Keys of a route schema that say of an operation what OpenAPI has a place for. */
const spoken = ['tags', 'summary', 'description', 'externalDocs', 'deprecated', 'security', 'servers', 'callbacks']
/** Headers that OpenAPI describes elsewhere. */
const described: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

/**
 * The OpenAPI 3.1 document of the routes of an application, from their schemas. A route whose schema says `hide: true`
 * is left out.
 *
 * @param manifest package.json, for title, version and description
 */
export function createOpenApiDocument(inspection: Inspection, manifest: unknown): OpenApiDocument {
  const description = readProperty(manifest, 'description')
  const writer = new PathWriter(inspection)
  for (const route of inspection.routes) writer.add(route)
  return {
    openapi: '3.1.0',
    info: {
      title: String(readProperty(manifest, 'name') ?? inspection.contexts[0]?.name),
      version: String(readProperty(manifest, 'version') ?? '0.0.0'),
      ...(typeof description === 'string' && description !== '' ? { description } : {}),
    },
    paths: writer.paths,
    components: { schemas: writer.schemas.components },
  }
}

class PathWriter {
  readonly paths: OpenApiDocument['paths'] = {}
  readonly schemas: OpenApiSchemas
  readonly #ids = new Set<string>()
  readonly #handlers = new Map<string, string>()

  constructor(inspection: Inspection) {
    this.schemas = new OpenApiSchemas(inspection)
  }

  add(route: InspectedRoute): void {
    if (route.implicit || route.about.hide === true || !methods.has(route.method)) return
    for (const variant of pathVariants(route.url)) {
      const method = route.method.toLowerCase()
      if (this.#isOtherSpelling(route, variant.path)) continue
      this.paths[variant.path] ??= {}
      const path = this.paths[variant.path]!
      path[method] ??= this.#operation(route, variant, `#/paths/${escapePointer(variant.path)}/${method}`)
    }
  }

  /** Below a prefix, `/users` and `/users/` are one route. */
  #isOtherSpelling({ method, handler }: InspectedRoute, path: string): boolean {
    const key = `${method} ${path}`
    this.#handlers.set(key, handler)
    return path.length > 1 && path.endsWith('/') && this.#handlers.get(key.slice(0, -1)) === handler
  }

  #operation(route: InspectedRoute, variant: PathVariant, pointer: string): Fields {
    const { about } = route
    const said = Object.entries(about).filter(([key]) => spoken.includes(key) || key.startsWith('x-'))
    const body = route.schemas.filter(({ part }) => part === 'body')
    const parameters = this.#parameters(route, variant, pointer)
    return {
      operationId: this.#operationId(route),
      ...Object.fromEntries(said),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(body.length === 0 ? {} : { requestBody: this.#body(body, route, `${pointer}/requestBody`) }),
      responses: this.#responses(route, `${pointer}/responses`),
    }
  }

  #operationId({ about, handler, method }: InspectedRoute): string {
    const given = typeof about.operationId === 'string' ? about.operationId : handler.replace(/[^\w-]+/g, '_')
    const base = given === '' ? method.toLowerCase() : given
    let id = base
    for (let number = 2; this.#ids.has(id); number++) id = `${base}_${number}`
    this.#ids.add(id)
    return id
  }

  #parameters(route: InspectedRoute, { names }: PathVariant, pointer: string): Fields[] {
    const found: Fields[] = []
    const add = (part: string, where: 'path' | 'query' | 'header') => {
      for (const { schema } of route.schemas.filter((each) => each.part === part)) {
        for (const each of this.#properties(schema, this.#componentPlace(route, { part, schema, pointer }))) {
          if (where === 'path' && !names.includes(each.name)) continue
          if (where === 'header' && described.has(each.name.toLowerCase())) continue
          const description = readProperty(each.schema, 'description')
          found.push({
            name: each.name,
            in: where,
            required: where === 'path' || each.isRequired,
            ...(typeof description === 'string' ? { description } : {}),
            schema: each.schema,
          })
        }
      }
    }
    add('params', 'path')
    const left = names.filter((name) => !found.some((each) => each.name === name))
    for (const name of left) found.push({ name, in: 'path', required: true, schema: { type: 'string' } })
    add('querystring', 'query')
    add('headers', 'header')
    return found
  }

  /** A part that is taken apart into parameters: where its `#…` refer to itself, it stands among the components too. */
  #componentPlace(
    route: InspectedRoute,
    { part, schema, pointer }: { part: string; schema: unknown; pointer: string },
  ): SchemaPlace {
    const { context } = route
    if (!/"\$ref":"#/.test(JSON.stringify(schema))) return { context, pointer, root: schema }
    const name = `${route.method}_${route.url}_${part}`.replace(/[^\w.-]+/g, '_')
    const place = { context, pointer: `#/components/schemas/${name}`, root: schema }
    this.schemas.components[name] ??= this.schemas.convert(schema, place)
    return place
  }

  #properties(given: unknown, at: SchemaPlace): { name: string; schema: unknown; isRequired: boolean }[] {
    const { schema, place } = this.schemas.follow(given, at)
    if (!isRecord(schema)) return []
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
    const own = isRecord(schema.properties) ? Object.entries(schema.properties) : []
    const parts = Array.isArray(schema.allOf) ? schema.allOf : []
    return [
      ...own.map(([name, property]) => {
        return { name, schema: this.schemas.convert(property, place), isRequired: required.includes(name) }
      }),
      ...parts.flatMap((part) => this.#properties(part, place)),
    ]
  }

  #body(bodies: readonly InspectedSchema[], route: InspectedRoute, pointer: string): Fields {
    const description = bodies
      .map(({ schema }) => readProperty(schema, 'description'))
      .find((each) => typeof each === 'string')
    return {
      ...(description === undefined ? {} : { description }),
      required: true,
      content: this.#content(bodies, route, { pointer, types: route.about.consumes }),
    }
  }

  #responses(route: InspectedRoute, pointer: string): Fields {
    const responses: Fields = {}
    for (const { part } of route.schemas) {
      if (!part.startsWith('response ')) continue
      const status = part.slice('response '.length)
      const key = status.toLowerCase() === 'default' ? 'default' : status.toUpperCase()
      const given = route.schemas.filter((each) => each.part === part)
      const isEmpty =
        given.every(({ schema }) => readProperty(schema, 'type') === 'null') || key === '204' || key === '304'
      responses[key] ??= {
        description: descriptionOf(given, status),
        ...(isEmpty
          ? {}
          : { content: this.#content(given, route, { pointer: `${pointer}/${key}`, types: route.about.produces }) }),
      }
    }
    return Object.keys(responses).length === 0 ? { default: { description: 'What the handler answers' } } : responses
  }

  #content(
    schemas: readonly InspectedSchema[],
    { context }: InspectedRoute,
    { pointer, types }: { pointer: string; types: unknown },
  ): Fields {
    const named = Array.isArray(types) && types.length > 0 ? types.map(String) : ['application/json']
    const entries = schemas.flatMap(({ mediaType, schema }) => {
      return (mediaType === null ? named : [mediaType]).map((type) => {
        const place = { context, pointer: `${pointer}/content/${escapePointer(type)}/schema`, root: schema }
        return [type, schema === null ? {} : { schema: this.schemas.convert(schema, place) }] as const
      })
    })
    return Object.fromEntries(entries)
  }
}

function descriptionOf(schemas: readonly InspectedSchema[], status: string): string {
  const given = schemas
    .map(({ schema }) => readProperty(schema, 'description'))
    .find((each) => typeof each === 'string')
  return String(
    given ?? STATUS_CODES[status] ?? (status.toLowerCase() === 'default' ? 'Every other status' : `Status ${status}`),
  )
}
