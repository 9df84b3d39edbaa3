import type { InspectedRoute, InspectedSchema, Inspection } from '../contracts/inspection.js'
import { escapeStep } from '../support/json-pointer.js'
import { isRecord, readProperty } from '../support/values.js'
import { describeAnswer, errorComponent, errorSchema, ownAnswers } from './openapi-answers.js'
import { guardAnswers, isSchemaOrContent, securityOf } from './openapi-guards.js'
import type { PathVariant } from './openapi-path.js'
import { OpenApiSchemas, type SchemaPlace } from './openapi-schemas.js'

type Fields = Record<string, unknown>

/** Keys of a route schema that an OpenAPI operation has too. */
const operationKeys = [
  'tags',
  'summary',
  'description',
  'externalDocs',
  'deprecated',
  'security',
  'servers',
  'callbacks',
]
/** Headers that OpenAPI describes elsewhere. */
const describedElsewhere: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

/** Headers that HTTP clients write themselves. */
const writtenByClients: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'cookie',
])

/** Writes routes as operations of one document. */
export class OperationWriter {
  readonly schemas: OpenApiSchemas
  readonly #ids = new Set<string>()
  #errorName: string | null = null

  constructor(inspection: Inspection) {
    this.schemas = new OpenApiSchemas(inspection)
  }

  /** @param pointer where the operation is in the document */
  write(route: InspectedRoute, variant: PathVariant, pointer: string): Fields {
    const { about } = route
    const own = Object.entries(about).filter(([key]) => operationKeys.includes(key) || key.startsWith('x-'))
    const shown = route.values.filter(({ openapi }) => openapi)
    const tag = tagOf(route)
    const body = route.schemas.filter(({ part }) => part === 'body')
    const parameters = this.#parameters(route, variant, pointer)
    return {
      operationId: this.#operationId(route),
      ...(tag === null ? {} : { tags: [tag] }),
      summary: `${route.method} ${variant.path}`,
      ...securityOf(route),
      ...Object.fromEntries(own),
      ...Object.fromEntries(shown.map(({ name, value }) => [`x-${name}`, value])),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...this.#requestBody(body, route, `${pointer}/requestBody`),
      responses: this.#responses(route, `${pointer}/responses`),
    }
  }

  #operationId({ about, handler, method }: InspectedRoute): string {
    const given = typeof about.operationId === 'string' ? about.operationId : handler.replace(/[^\w.-]+/g, '_')
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
          if (where === 'header' && describedElsewhere.has(each.name.toLowerCase())) continue
          const description = readProperty(each.schema, 'description')
          found.push({
            name: each.name,
            in: where,
            required: where === 'path' || each.isRequired,
            ...(typeof description === 'string' ? { description } : {}),
            ...(readProperty(each.schema, 'deprecated') === true ? { deprecated: true } : {}),
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
    return [...found, ...unvalidatedParameters(route, found)]
  }

  /**
   * The place of a part whose properties become parameters. A part that refers to itself (`#...`) also becomes a
   * component, so that these references have a target.
   */
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
        const isRequired = required.includes(name) && readProperty(property, 'default') === undefined
        return { name, schema: this.schemas.convert(property, place), isRequired }
      }),
      ...parts.flatMap((part) => this.#properties(part, place)),
    ]
  }

  /** The body of a request. Without a schema, it has the media types of `consumes`. */
  #requestBody(bodies: readonly InspectedSchema[], route: InspectedRoute, pointer: string): Fields {
    if (bodies.length > 0) return { requestBody: this.#body(bodies, route, pointer) }
    const types = namedTypes(route.about.consumes)
    const takesBody = types !== null && route.stages.some(({ kind }) => kind === 'parse')
    if (!takesBody) return {}
    const examples = isRecord(route.about.examples) ? { examples: route.about.examples } : {}
    const content = Object.fromEntries(types.map((type) => [type, { schema: {}, ...examples }]))
    return { requestBody: { required: true, content } }
  }

  #body(bodies: readonly InspectedSchema[], route: InspectedRoute, pointer: string): Fields {
    const { consumes, examples } = route.about
    const description = describedBy(bodies)
      .map((each) => readProperty(each, 'description'))
      .find((each) => typeof each === 'string')
    const types = namedTypes(consumes) ?? ['application/json']
    const content = this.#content(bodies, route, { pointer, types: () => types })
    const shown = isRecord(examples)
      ? Object.fromEntries(Object.entries(content).map(([type, media]) => [type, { ...Object(media), examples }]))
      : content
    return { ...(description === undefined ? {} : { description }), required: true, content: shown }
  }

  #responses(route: InspectedRoute, pointer: string): Fields {
    const responses: Fields = {}
    for (const { part } of route.schemas) {
      if (!part.startsWith('response ')) continue
      const status = part.slice('response '.length)
      const key = status.toLowerCase() === 'default' ? 'default' : status.toUpperCase()
      responses[key] ??= this.#response(route, part, { pointer: `${pointer}/${key}`, key })
    }
    const declared = Object.keys(responses)
    // Without a schema for 2xx, 3xx or `default`, a handler answers with the status of `@Status`, or 200.
    if (!declared.some((key) => key.startsWith('2') || key.startsWith('3') || key === 'default')) {
      const types = namedTypes(route.about.produces)
      const content = types === null ? {} : { content: Object.fromEntries(types.map((type) => [type, {}])) }
      responses[route.status] = { description: describeAnswer([], String(route.status)), ...content }
    }
    for (const [status, answer] of guardAnswers(route)) {
      responses[status] ??= this.#guardAnswer(route, answer, { pointer: `${pointer}/${status}`, key: status })
    }
    const own = ownAnswers(route, responses, () => this.#errorContent())
    return { ...responses, ...own }
  }

  #response(route: InspectedRoute, part: string, { pointer, key }: { pointer: string; key: string }): Fields {
    const given = route.schemas.filter((each) => each.part === part)
    const isEmpty =
      key === '204' || key === '304' || given.every(({ schema }) => readProperty(schema, 'type') === 'null')
    const description = describeAnswer(describedBy(given), key)
    if (isEmpty) return { description }
    const named = namedTypes(route.about.produces)
    return {
      description,
      content: this.#content(given, route, { pointer, types: (schema) => named ?? sentAs(schema) }),
    }
  }

  /** The answer that a guard declares: a schema, schemas by media type, or a response of OpenAPI without a body. */
  #guardAnswer(route: InspectedRoute, answer: unknown, at: { pointer: string; key: string }): Fields {
    if (!isRecord(answer) || !isSchemaOrContent(answer))
      return { description: describeAnswer([], at.key), ...Object(answer) }
    const contents = isRecord(answer.content) ? Object.entries(answer.content) : [[null, { schema: answer }] as const]
    const part = `response ${at.key}`
    const schemas = contents.map(([mediaType, media]) => {
      return { part, mediaType, schema: readProperty(media, 'schema') ?? {}, refs: [] }
    })
    const description = describeAnswer([answer], at.key)
    return { description, content: this.#content(schemas, route, { pointer: at.pointer, types: sentAs }) }
  }

  /** Adds the component of error bodies once, under a name that no shared schema has. */
  #errorContent(): Fields {
    const { components } = this.schemas
    if (this.#errorName === null) {
      let name = errorComponent
      for (let number = 2; name in components; number++) name = `${errorComponent}_${number}`
      components[name] = errorSchema
      this.#errorName = name
    }
    return { 'application/json': { schema: { $ref: `#/components/schemas/${this.#errorName}` } } }
  }

  #content(
    schemas: readonly InspectedSchema[],
    { context }: InspectedRoute,
    { pointer, types }: { pointer: string; types: (schema: unknown) => readonly string[] },
  ): Fields {
    const entries = schemas.flatMap(({ mediaType, schema }) => {
      return (mediaType === null ? types(schema) : [mediaType]).map((type) => {
        const place = { context, pointer: `${pointer}/content/${escapeStep(type)}/schema`, root: schema }
        return [type, schema === null ? {} : { schema: this.schemas.convert(schema, place) }] as const
      })
    })
    return Object.fromEntries(entries)
  }
}

/**
 * Parameters without a schema. A query parameter has no type: it may be repeated, and parsers of the application may
 * return any value. A header is a string.
 */
function unvalidatedParameters({ unvalidated = [] }: InspectedRoute, found: readonly Fields[]): Fields[] {
  const all = unvalidated.map(({ part, name }) => {
    const isHeader = part === 'headers'
    return { name, in: isHeader ? 'header' : 'query', required: false, schema: isHeader ? { type: 'string' } : {} }
  })
  return all.filter((each) => {
    if (each.in === 'header' && (describedElsewhere.has(each.name) || writtenByClients.has(each.name))) return false
    return !found.some((other) => other.in === each.in && other.name === each.name)
  })
}

/** The name of a route's controller, without `Controller` at its end. Null for a route of a plugin or of the core. */
export function tagOf({ path }: InspectedRoute): string | null {
  const controller = path.findLast(({ kind }) => kind === 'controller')
  if (controller === undefined) return null
  return controller.name.replace(/(?<=.)Controller$/, '')
}

/** The objects that may describe a part. A description beside its media types comes before those of the schemas. */
function describedBy(given: readonly InspectedSchema[]): unknown[] {
  return [...given, ...given.map(({ schema }) => schema)]
}

function namedTypes(types: unknown): string[] | null {
  return Array.isArray(types) && types.length > 0 ? types.map(String) : null
}

/** The media types of a value. A string is sent as it is, and any other value as JSON. */
function sentAs(schema: unknown): string[] {
  const types = [readProperty(schema, 'type')].flat()
  if (types.length === 1 && types[0] === 'string' && readProperty(schema, 'nullable') !== true) return ['text/plain']
  return types.includes('string') ? ['application/json', 'text/plain'] : ['application/json']
}
