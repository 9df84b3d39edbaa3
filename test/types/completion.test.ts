import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { API } from 'typescript/unstable/async'
import { settings, UserProject } from '../cli/user-project.js'

/** Places of an application, each at `|`, with names that an editor proposes there. */
const places: [source: string, ...names: string[]][] = [
  ["shared('a', { | })", 'type', 'properties', '$ref', 'nullable', 'discriminator', 'prefixItems', 'dependentRequired'],
  ["shared('a', { type: '|' })", 'object', 'string', 'null'],
  ["shared('a', { type: 'object', properties: { name: { | } } })", 'type', 'minLength'],
  ["shared('a', { type: 'array', items: { type: '|' } })", 'integer', 'array'],
  ["shared('a', { type: 'string', format: '|' })", 'date-time', 'email', 'uuid'],
  ['Schema({ | })', 'body', 'querystring', 'response', 'summary', 'tags'],
  ['Schema({ body: { | } })', 'type', 'properties'],
  ["Schema({ body: { type: 'object', | } })", 'required', 'additionalProperties'],
  ["Schema({ querystring: { page: { type: '|' } } })", 'integer', 'boolean'],
  ["Schema({ response: { 200: { type: 'object', properties: { a: { | } } } } })", 'type', 'enum'],
  ['Schema({ response: { | } })', '2xx', 'default'],
  ["Schema({ body: { content: { 'text/csv': { schema: { | } } } } })", 'type'],
  ["shared('a', { allOf: [{ type: '|' }] })", 'object', 'null'],
  ["shared('a', { type: 'array', items: { type: 'object', properties: { b: { oneOf: [{ | }] } } } })", 'type', 'const'],
  ["shared('a', { type: 'object', additionalProperties: { | } })", 'type', 'format'],
  ["shared('a', { definitions: { b: { type: '|' } } })", 'object'],
  ['Schema({ body: { allOf: [{ | }] } })', 'type', 'properties'],
  ["Schema({ body: { type: 'object', properties: { a: { anyOf: [{ type: '|' }] } } } })", 'object', 'integer'],
  ["Schema({ response: { 200: { content: { 'application/json': { schema: { type: '|' } } } } } })", 'object', 'array'],
  ["Schema({ response: { 200: { type: 'array', items: { type: '|' } } } })", 'object', 'string'],
  ["Schema({ response: { 200: { type: 'object', properties: { a: { type: 'array', items: { | } } } } } })", 'type'],
  ["Schema({ response: { '4xx': { | } } })", 'type', '$ref'],
  ['reply.send({ | })', 'name', 'age'],
  ['reply.code(404).send({ | })', 'title'],
  ['Body({ | })', 'type', 'oneOf'],
  ['Query({ page: { | } })', 'type', 'default'],
  ["Query('page', { | })", 'type', 'default'],
  ["Params({ type: '|' })", 'object'],
  ["Headers({ 'x-count': { type: '|' } })", 'integer'],
  ["Param('id', { type: '|' })", 'integer'],
  ["createServer().get('/', { schema: { | } }, () => 1)", 'body', 'response'],
  ["createServer().get('/', { schema: { body: { type: '|' } } }, () => 1)", 'object'],
  ["createServer().route({ method: 'GET', url: '/', schema: { response: { 200: { | } } }, handler: () => 1 })", 'type'],
]

const sending = `const S = { response: {
  200: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, age: { type: 'integer' } } },
  404: { type: 'object', properties: { title: { type: 'string' } } } } } as const
declare const reply: Reply<typeof S>
`

describe('an editor', function () {
  this.timeout(60_000)
  let project: UserProject

  before(async () => {
    const lines = places.map(([source]) => source.replace('|', ''))
    project = await UserProject.create({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': settings({}),
      'src/app.ts': `import { Body, createServer, Headers, Param, Params, Query, type Reply, Schema, shared } from 'alcove'\n${sending}${lines.join('\n')}\n`,
    })
  })
  after(() => project.remove())

  it('proposes the keywords and values of JSON Schema in each schema, and the properties of a response', async () => {
    const file = join(project.folder, 'src/app.ts')
    const text = await readFile(file, 'utf8')
    const api = new API({ cwd: project.folder })
    try {
      const snapshot = await api.updateSnapshot({ openProject: join(project.folder, 'tsconfig.json') })
      const checker = snapshot.getProjects()[0]!.checker
      for (const [source, ...names] of places) {
        const position = text.indexOf(`\n${source.replace('|', '')}\n`) + 1 + source.indexOf('|')
        const found = await checker.getCompletionsAtPosition(file, position)
        const proposed = found?.entries.map(({ name }) => name.replace(/\?$|"/g, '').replace('?', ''))
        expect(proposed, source).to.include.members(names)
        expect(proposed, source).to.not.include('~standard')
      }
    } finally {
      await api.close()
    }
  })
})
