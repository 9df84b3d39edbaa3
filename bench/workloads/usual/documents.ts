/** Bodies and answers of other shapes than those of W1 to W6. The other frameworks use the same schemas and values. */
import { requestBytes } from '../request-bytes.js'
import type { BenchInstance, Workload } from '../workload.js'

const entry = {
  type: 'object',
  required: ['id', 'name'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    email: { type: 'string' },
    score: { type: 'number' },
    active: { type: 'boolean' },
  },
} as const

const entries = Array.from({ length: 1000 }, (_, id) => ({
  id,
  name: `entry number ${id}`,
  email: `somebody${id}@example.org`,
  score: id / 4,
  active: id % 2 === 0,
}))

export const entriesSchema = { body: { type: 'array', items: entry } } as const

/** The length of the list, and the properties that are left of its last entry. */
export function countEntries(list: readonly object[]) {
  return { count: list.length, last: Object.keys(list.at(-1) ?? {}) }
}

const array: Workload = {
  name: 'array',
  title: 'POST 100 KB, an array of 1000 objects validated, one property of each removed',
  weight: 40,
  request: requestBytes(
    'POST',
    '/entries',
    entries.map((each) => ({ ...each, extra: true })),
  ),
  expected: { status: 200, body: { count: 1000, last: Object.keys(entry.properties) } },
  register: (instance) => {
    instance.post('/entries', { schema: entriesSchema }, ({ body }) => countEntries(body as object[])) // validated
  },
}

const plain: Workload = {
  name: 'plain',
  title: 'POST 100 bytes of JSON, no schema at all',
  weight: 1,
  request: requestBytes('POST', '/notes', { title: 'The door', text: 'It does not close', labels: ['door', 'north'] }),
  expected: { status: 200, body: { title: 'The door', text: 'It does not close', labels: ['door', 'north'], id: 7 } },
  register: (instance) => {
    instance.post('/notes', {}, ({ body }) => ({ ...(body as object), id: 7 })) // an object was sent
  },
}

function shape(kind: string, properties: object) {
  return { type: 'object', required: ['kind'], properties: { kind: { const: kind }, ...properties } }
}
const shapes = [
  shape('circle', { radius: { type: 'number', minimum: 0 } }),
  shape('square', { side: { type: 'number', minimum: 0 } }),
  shape('text', { text: { type: 'string', maxLength: 100 } }),
]
const drawing = [
  { kind: 'circle', radius: 2.5 },
  { kind: 'square', side: 4 },
  { kind: 'text', text: 'north' },
]

function drawingOf(keyword: 'oneOf' | 'anyOf') {
  return { type: 'object', properties: { shapes: { type: 'array', items: { [keyword]: shapes } } } }
}
export const drawingSchema = { body: drawingOf('oneOf'), response: { 200: drawingOf('anyOf') } }

const unions: Workload = {
  name: 'unions',
  title: 'POST three shapes validated by oneOf, serialized by anyOf',
  weight: 2,
  request: requestBytes('POST', '/drawings', { shapes: drawing }),
  expected: { status: 200, body: { shapes: drawing } },
  register: (instance) => {
    instance.post('/drawings', { schema: drawingSchema }, ({ body }) => body)
  },
}

interface Branch {
  readonly name: string
  readonly children: readonly Branch[]
}
function grow(depth: number): Branch {
  return { name: `level ${depth}`, children: depth === 0 ? [] : [grow(depth - 1), grow(depth - 1)] }
}
export const branch = grow(4)

/** A shared schema. */
export const branchSchema = {
  $id: 'branch',
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: 'branch#' } } },
}
export const treeSchema = { response: { 200: { $ref: 'branch#' } } }

const recursive: Workload = {
  name: 'recursive',
  title: 'GET, a tree of 31 nodes by a schema that refers to itself',
  weight: 2,
  request: requestBytes('GET', '/tree'),
  expected: { status: 200, body: branch },
  register: (instance) => {
    instance.addSchema(branchSchema)
    instance.get('/tree', { schema: treeSchema }, () => branch)
  },
}

export const lines = Array.from(
  { length: 100 },
  (_, index) => `line ${index} of a text\nthat is "quoted" here and there`,
)
export const linesSchema = { response: { 200: { type: 'array', items: { type: 'string' } } } }

const strings: Workload = {
  name: 'strings',
  title: 'GET, a list of 100 strings with quotes and line breaks',
  weight: 2,
  request: requestBytes('GET', '/lines'),
  expected: { status: 200, body: lines },
  register: (instance) => {
    instance.get('/lines', { schema: linesSchema }, () => lines)
  },
}

const contact = {
  email: 'ada@example.org',
  site: 'https://example.org/ada?tab=work',
  born: '1815-12-10',
  seen: '2026-11-22T10:00:00Z',
  id: '123e4567-e89b-12d3-a456-426614174000',
  address: '192.0.2.7',
}
const formatted = ['email', 'uri', 'date', 'date-time', 'uuid', 'ipv4'] as const

export const contactSchema = {
  body: {
    type: 'object',
    required: Object.keys(contact),
    properties: Object.fromEntries(
      Object.keys(contact).map((name, index) => [name, { type: 'string', format: formatted[index] }]),
    ),
  },
  response: { 200: { type: 'object', properties: { id: { type: 'string' } } } },
}

const formats: Workload = {
  name: 'formats',
  title: 'POST six strings, each with a format',
  weight: 1,
  request: requestBytes('POST', '/contacts', contact),
  expected: { status: 200, body: { id: contact.id } },
  register: (instance) => {
    instance.post('/contacts', { schema: contactSchema }, (request) => request.body)
  },
}

export const emptyStock = 'The stock is empty'

function failing(name: string, title: string, request: Buffer, status: number, mentions: string): Workload {
  return {
    name,
    title,
    weight: 1,
    request,
    expected: { status, mentions },
    register: (instance: BenchInstance) => {
      instance.get('/', {}, () => ({ found: true }))
      instance.post('/notes', {}, ({ body }) => body)
      instance.get('/throws', {}, () => {
        throw Object.assign(new Error(emptyStock), { statusCode: 409 })
      })
    },
  }
}

const malformed = Buffer.from(
  'POST /notes HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 16\r\n\r\n{"title": "door"',
)

export const documentWorkloads: readonly Workload[] = [
  array,
  plain,
  unions,
  recursive,
  strings,
  formats,
  failing('unknown', 'GET, a path without a route: 404', requestBytes('GET', '/nowhere'), 404, 'nowhere'),
  failing('throw', 'GET, a handler that throws an error with a status', requestBytes('GET', '/throws'), 409, 'stock'),
  failing('malformed', 'POST, JSON without its end: 400 (Fastify ends the connection)', malformed, 400, 'JSON'),
]
