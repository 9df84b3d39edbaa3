import { STATUS_CODES } from '../packages/node.cjs'
import { groupBy } from '../support/lists.js'
import { mediaTypeOf } from '../support/media-type.js'
import { isRecord, readProperty } from '../support/values.js'
import { visibleLines } from '../support/visible.js'
import { clientRuntime } from './client-runtime.js'
import { ClientTypes, commentOf, freeName, keyOf, pascalCase, quote, union } from './client-types.js'
import type { OpenApiDocument } from './openapi-document.js'
import { operationIds } from './openapi-merge.js'

type Fields = Record<string, unknown>

/** One operation of the document as a method of the client. */
interface ClientMethod {
  readonly group: string
  readonly name: string
  readonly httpMethod: string
  readonly path: string
  readonly operation: Fields
}

/** Aliases for classes of statuses, by the first digit. */
const classNames: Readonly<Record<string, string>> = {
  2: 'SuccessStatus',
  3: 'RedirectStatus',
  4: 'ClientErrorStatus',
  5: 'ServerErrorStatus',
}

/** Global types that the generated file uses. A schema of one of these names would shadow the type. */
const globals = [
  ...['AbortSignal', 'Array', 'Blob', 'Date', 'Exclude', 'FormData', 'Headers', 'NonNullable', 'Promise', 'Record'],
  ...['ReadableStream', 'RequestInit', 'Response', 'URLSearchParams', 'Uint8Array'],
]

/** Names that the file itself declares or uses. */
const taken = [
  ...globals,
  'Answer',
  'BodyData',
  'CallOptions',
  'Client',
  'ClientOptions',
  'Fetch',
  'Input',
  'Call',
  'HttpStatus',
  ...Object.values(classNames),
]

/**
 * A client of an application as the text of one TypeScript file without dependencies. `createClient(baseUrl, options)`
 * returns an object with a method for each operation of the OpenAPI document, by controller.
 */
export function writeClient(document: OpenApiDocument): string {
  return visibleLines(new ClientFile(document).write()) // in quotes, an escape is the character itself
}

class ClientFile {
  readonly #document: OpenApiDocument
  readonly #types: ClientTypes
  readonly #methods: readonly ClientMethod[]
  readonly #typeNames: Set<string>
  /** The aliases for groups of statuses that answers use. */
  readonly #classes = new Set<string>()

  constructor(document: OpenApiDocument) {
    this.#document = document
    this.#types = new ClientTypes(document.components.schemas, taken)
    this.#methods = readMethods(document)
    this.#typeNames = new Set([...taken, ...Object.keys(document.components.schemas).flatMap(reserved)])
  }

  write(): string {
    const { title, version } = this.#document.info
    const methods = this.#methods.map((method) => ({ group: method.group, ...this.#writeMethod(method) }))
    const types = methods.flatMap(({ declared }) => declared)
    const groups = groupBy(methods, ({ group }) => group)
    const about = [title, version].join(' ').replace(/\s+/g, ' ')
    return [
      `// The client of ${about}, written by \`alcove client\`. Run that again instead of editing this file.\n`,
      clientRuntime,
      ...[...this.#classes].sort().map(
        (name) => `export type ${name} = ${statusesOf(name)}
`,
      ),
      ...this.#types.declarations().map((text) => `${text}\n`),
      ...types.map((text) => `${text}\n`),
      `/** The routes of the application, by controller. */\nexport interface Client {\n${nest(groups, 'signature')}\n}\n`,
      `/** @param baseUrl \`https://example.com\`, with a path where the application is below one */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  const call = createCall(baseUrl, options)
  return {\n${nest(groups, 'call')}\n  }\n}\n`,
    ].join('\n')
  }

  #writeMethod(method: ClientMethod): { declared: string[]; signature: string; call: string } {
    const { group, name, httpMethod, path, operation } = method
    const base = pascalCase(group === 'routes' ? name : `${group}_${name}`)
    const input = this.#input(operation)
    const answers = this.#answers(operation, httpMethod === 'HEAD')
    const declared: string[] = []
    const argument: string[] = []
    if (input !== null) {
      const inputName = freeName(`${base}Input`, this.#typeNames)
      const isChoice = input.text.includes('\n} | {\n')
      declared.push(
        isChoice ? `export type ${inputName} = ${input.text}` : `export interface ${inputName} ${input.text}`,
      )
      argument.push(`input${input.isOptional ? '?' : ''}: ${inputName}`)
    }
    const answerName = freeName(`${base}Answer`, this.#typeNames)
    declared.push(`export type ${answerName} =${answers}`)
    const comment = commentOf(
      { description: operation.summary ?? operation.description ?? `${httpMethod} ${path}` },
      '    ',
    )
    const signature = `${comment}    ${keyOf(name)}(${[...argument, 'options?: CallOptions'].join(', ')}): Promise<${answerName}>`
    const type = quote(bodyTypes(operation)[0]?.[0] ?? 'application/json')
    const given = input === null ? 'options' : 'input, options'
    const passed = input === null ? 'undefined, options' : 'input, options'
    const call = `      ${keyOf(name)}: (${given}) => call(${quote(httpMethod)}, ${quote(path)}, ${type}, ${passed}),`
    return { declared, signature, call }
  }

  /** The input type of a method; null if the method has no input. */
  #input(operation: Fields): { text: string; isOptional: boolean } | null {
    const fields: string[] = []
    let isOptional = true
    for (const [key, where] of parts) {
      const parameters = listOf(operation.parameters).filter((each) => each.in === where)
      if (parameters.length === 0) continue
      const isRequired = parameters.some((each) => each.required === true)
      if (isRequired) isOptional = false
      const properties = Object.fromEntries(parameters.map((each) => [String(each.name), each.schema ?? true]))
      const required = parameters.filter((each) => each.required === true).map((each) => String(each.name))
      const text = this.#types.write({ type: 'object', properties, required }, 'input', '  ')
      fields.push(`  ${key}${isRequired ? '' : '?'}: ${text}`)
    }
    const bodies = bodyTypes(operation)
    const isBodyRequired = readProperty(operation.requestBody, 'required') === true
    if (bodies.length > 0 && isBodyRequired) isOptional = false
    const mark = isBodyRequired ? '' : '?'
    if (bodies.length <= 1) {
      for (const [type, schema] of bodies) fields.push(`  body${mark}: ${this.#bodyText(type, schema)}`)
      return fields.length === 0 ? null : { text: `{\n${fields.join('\n')}\n}`, isOptional }
    }
    const choices = bodies.map(([type, schema], index) => {
      const chosen = `  contentType${index === 0 ? '?' : ''}: ${quote(type)}`
      return `{\n${[...fields, chosen, `  body${mark}: ${this.#bodyText(type, schema)}`].join('\n')}\n}`
    })
    return { text: choices.join(' | '), isOptional }
  }

  #bodyText(type: string, schema: unknown): string {
    if (isJson(type)) return this.#types.write(schema, 'input', '  ')
    if (type === 'multipart/form-data') return 'FormData'
    if (type === 'application/x-www-form-urlencoded') {
      return union(['URLSearchParams', this.#types.write(schema, 'input', '  ')])
    }
    return type.startsWith('text/') ? 'string' : 'BodyData'
  }

  #answers(operation: Fields, isHead: boolean): string {
    const responses = isRecord(operation.responses) ? operation.responses : {}
    const exact = Object.keys(responses).filter((status) => /^\d+$/.test(status))
    const answers = Object.entries(responses).map(([status, response]) => {
      const body = isHead ? 'undefined' : this.#answerBody(status, response)
      return `Answer<${this.#statusText(status, exact)}, ${body}>`
    })
    if (answers.length === 0) return ' Answer<number, unknown>'
    return `\n${answers.map((answer) => `  | ${answer}`).join('\n')}`
  }

  /** The type of a status, of a class of statuses (`4XX`), or of all other statuses (`default`). */
  #statusText(status: string, exact: readonly string[]): string {
    if (/^\d+$/.test(status)) return status
    const name = classNames[status[0]!] ?? 'HttpStatus'
    this.#classes.add(name)
    const others = exact.filter((each) => name === 'HttpStatus' || each[0] === status[0])
    return others.length === 0 ? name : `Exclude<${name}, ${others.join(' | ')}>`
  }

  #answerBody(status: string, response: unknown): string {
    const content = readProperty(response, 'content')
    if (!isRecord(content)) return status === '204' || status === '304' ? 'undefined' : 'unknown'
    return union(
      mediaTypesIn(content).map(([type, schema]) => {
        if (isJson(type)) return this.#types.write(schema, 'output', '  ')
        if (type === 'text/event-stream') return 'ReadableStream<Uint8Array> | null'
        return type.startsWith('text/') ? 'string' : 'Blob'
      }),
    )
  }
}

const parts = [
  ['params', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
] as const

function readMethods(document: OpenApiDocument): ClientMethod[] {
  const names = new Map<string, Set<string>>()
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      if (!isRecord(operation) || method === 'trace') return []
      const own = operation.operationId ?? `${method} ${path}`
      const all = operation[operationIds]
      return (Array.isArray(all) ? all : [own]).map(String).map((id) => {
        const dot = id.indexOf('.')
        const group = dot === -1 ? 'routes' : groupName(id.slice(0, dot).replace(/Controller$/, ''))
        const used = names.get(group) ?? new Set([thenable])
        names.set(group, used)
        const name = freeName(camelCase(dot === -1 ? id : id.slice(dot + 1)), used)
        return { group, name, httpMethod: method.toUpperCase(), path, operation }
      })
    }),
  )
}

/** `await` calls the method of this name, so an object of the client must not have it. */
const thenable = 'then'

function groupName(controller: string): string {
  return freeName(camelCase(controller), new Set([thenable]))
}

/** The final HTTP statuses (200 and above) of a class, or of all classes, as a union. */
function statusesOf(name: string): string {
  const final = Object.keys(STATUS_CODES).filter((status) => Number(status) >= 200)
  return final.filter((status) => name === 'HttpStatus' || classNames[status[0]!] === name).join(' | ')
}

function camelCase(name: string): string {
  const pascal = pascalCase(name)
  return pascal[0]!.toLowerCase() + pascal.slice(1)
}

/** The media types of a request's body with their schemas; JSON first. */
function bodyTypes(operation: Fields): [type: string, schema: unknown][] {
  const all = mediaTypesIn(readProperty(operation.requestBody, 'content'))
  return all.sort(([one], [other]) => Number(isJson(other)) - Number(isJson(one)))
}

/** The media types of a content, in lower case and without parameters, with their schemas. */
function mediaTypesIn(content: unknown): [type: string, schema: unknown][] {
  return Object.entries(Object(content)).map(([type, media]) => {
    return [mediaTypeOf(type) || type, readProperty(media, 'schema') ?? true]
  })
}

function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType)
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function reserved(name: string): string[] {
  return [pascalCase(name), `${pascalCase(name)}Input`]
}

/** The methods of each group: their signatures in the interface, or their calls in the client. */
function nest(
  groups: ReadonlyMap<string, readonly Record<'signature' | 'call', string>[]>,
  part: 'signature' | 'call',
): string {
  const [indent, close] = part === 'call' ? ['    ', '},'] : ['  ', '}']
  return [...groups]
    .map(([name, methods]) => {
      return `${indent}${keyOf(name)}: {\n${methods.map((each) => each[part]).join('\n')}\n${indent}${close}`
    })
    .join('\n')
}
