/** An OpenAPI 3 or Swagger 2 document as shared schemas and routes: what a server of that API would declare. */
import { readFile } from 'node:fs/promises'

type Json = Readonly<Record<string, unknown>>

export interface DocumentRoute {
  readonly method: string
  readonly url: string
  readonly schema: Json
}

export interface DocumentServer {
  readonly schemas: readonly (Json & { readonly $id: string })[]
  readonly routes: readonly DocumentRoute[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'options'] as const
const places = { path: 'params', query: 'querystring', header: 'headers' } as const
const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', '*/*']

/** The keywords that both frameworks validate. Descriptions, examples and extensions are left out. */
const keywords = new Set(
  `$ref type nullable enum const default properties required additionalProperties patternProperties items
  minItems maxItems uniqueItems minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum
  multipleOf minProperties maxProperties allOf anyOf oneOf not`.split(/\s+/),
)
/** The formats that Fastify's validator knows. */
const formats = new Set([
  'date',
  'date-time',
  'time',
  'uri',
  'email',
  'uuid',
  'ipv4',
  'ipv6',
  'hostname',
  'int32',
  'int64',
])
const single = new Set(['items', 'additionalProperties', 'not'])
const lists = new Set(['allOf', 'anyOf', 'oneOf'])
const maps = new Set(['properties', 'patternProperties'])

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asObject(value: unknown): Json {
  return isObject(value) ? value : {}
}

function asList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A schema with the keywords that count, and with references to shared schemas. */
function plainSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  if (typeof schema.$ref === 'string') return { $ref: `${nameOf(schema.$ref)}#` }
  const kept: [string, unknown][] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keywords.has(keyword)) continue
    if (keyword === 'required' && !Array.isArray(value)) continue // of a parameter of Swagger 2
    if (keyword === 'format' && !formats.has(String(value))) continue
    if (keyword.startsWith('exclusive') && typeof value === 'boolean') continue // of OpenAPI 3.0
    kept.push([keyword, plainValue(keyword, value)])
  }
  const plain = Object.fromEntries(kept)
  return 'nullable' in plain && !('type' in plain) ? { ...plain, nullable: undefined } : plain
}

function plainValue(keyword: string, value: unknown): unknown {
  if (single.has(keyword)) return plainSchema(value)
  if (lists.has(keyword)) return asList(value).map(plainSchema)
  if (!maps.has(keyword)) return value
  return Object.fromEntries(Object.entries(asObject(value)).map(([name, inner]) => [name, plainSchema(inner)]))
}

/** `#/components/schemas/pet` → `pet` */
function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

class Reader {
  constructor(private readonly document: Json) {}

  read(): DocumentServer {
    const components = asObject(this.document.components)
    const shared = asObject(components.schemas ?? this.document.definitions)
    return {
      schemas: Object.entries(shared).map(([name, schema]) => ({ ...asObject(plainSchema(schema)), $id: name })),
      routes: Object.entries(asObject(this.document.paths)).flatMap(([path, item]) =>
        this.routesOf(path, asObject(item)),
      ),
    }
  }

  private routesOf(path: string, item: Json): DocumentRoute[] {
    const url = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `:${name.replaceAll(/\W/g, '_')}`)
    return methods
      .filter((method) => isObject(item[method]))
      .map((method) => {
        const operation = asObject(item[method])
        const parameters = [...asList(item.parameters), ...asList(operation.parameters)].map((each) => this.open(each))
        const body = method === 'get' ? null : this.bodyOf(operation, parameters)
        const schema = {
          ...parametersOf(parameters),
          ...(body !== null && { body }),
          response: this.repliesOf(operation),
        }
        return { method: method.toUpperCase(), url, schema }
      })
  }

  /** The object itself, or the one that it refers to. */
  private open(value: Json): Json {
    if (typeof value.$ref !== 'string') return value
    const path = value.$ref.split('/').slice(1)
    return path.reduce((found, name) => asObject(found[name]), this.document)
  }

  private bodyOf(operation: Json, parameters: readonly Json[]): unknown {
    const own = parameters.find((each) => each.in === 'body')
    if (own !== undefined) return plainSchema(own.schema)
    return this.contentOf(asObject(operation.requestBody))
  }

  private repliesOf(operation: Json): Json {
    const replies: [string, unknown][] = []
    for (const [status, reply] of Object.entries(asObject(operation.responses))) {
      const content = this.contentOf(asObject(reply))
      if (content !== null) replies.push([status, content])
    }
    return Object.fromEntries(replies)
  }

  private contentOf(holder: Json): unknown {
    const { schema, content } = this.open(holder)
    if (schema !== undefined) return plainSchema(schema)
    const type = bodyTypes.find((each) => isObject(asObject(content)[each]))
    return type === undefined ? null : plainSchema(asObject(asObject(content)[type]).schema)
  }
}

function parametersOf(parameters: readonly Json[]): Json {
  const parts: [string, unknown][] = []
  for (const [place, part] of Object.entries(places)) {
    const own = parameters.filter((each) => each.in === place)
    if (own.length === 0) continue
    const properties = own.map((each) => [parameterName(each, place), plainSchema(each.schema ?? each)] as const)
    const required = own.filter((each) => each.required === true).map((each) => parameterName(each, place))
    parts.push([part, { type: 'object', properties: Object.fromEntries(properties), required }])
  }
  return Object.fromEntries(parts)
}

function parameterName({ name }: Json, place: string): string {
  if (place === 'path') return String(name).replaceAll(/\W/g, '_')
  return place === 'header' ? String(name).toLowerCase() : String(name)
}

export async function readDocument(file: string): Promise<DocumentServer> {
  return new Reader(asObject(JSON.parse(await readFile(file, 'utf8')))).read()
}
