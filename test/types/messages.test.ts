import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { settings, UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'

const program = `
import { answer, Body, Controller, Get, Headers, Inject, Param, Params, Post, Query, Rep, type Reply, requestValue, Schema } from 'alcove'

const Person = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, age: { type: 'number' } } } as const
const Items = { type: 'object', required: ['items'], properties: { items: { type: 'array', items: { type: 'object',
  properties: { owner: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } } } } } } as const
const State = { type: 'object', properties: { state: { enum: ['up', 'down'] } } } as const
const Tenant = requestValue<number>('tenant')
const One = { response: { 200: Person } } as const
const Both = { response: { 200: Person, 404: State } } as const
const ada = { name: 'Ada', age: '36' }
const state = { state: true }

@Controller()
export class Wrong {
  @Get() @Schema({ response: { 200: Person } })
  plain() { return { name: 'Ada', age: '36' } }

  @Get() @Schema({ response: { 200: Person } })
  async later() { return { name: 'Ada', age: '36' } }

  @Get() @Schema({ response: { 200: Items } })
  async nested() { return { items: [{ owner: { id: 'seven' } }] } }

  @Get() @Schema({ response: { 200: Person } })
  async missing() { return { nam: 'Ada' } }

  @Get() @Schema({ response: { 200: Person } })
  whole() { return 'Ada' }

  @Get() @Schema({ response: { 200: State } })
  literal() { return { state: 'sideways' as const } }

  @Get() @Schema({ response: { 200: Person, 404: State } })
  status() { return answer(201, { name: 'Ada' }) }

  @Get() @Schema({ response: { 200: Person, 404: State } })
  async body() { return answer(404, { state: 5 }) }

  @Get() @Schema(Both)
  variable() { return answer(200, ada) }

  @Get() @Schema({ response: { 200: Person } })
  sent(@Rep() reply: Reply<typeof One>) { return reply.send(ada) }

  @Get() @Schema(Both)
  coded(@Rep() reply: Reply<typeof Both>) { return reply.code(404).send(state) }

  @Get() @Schema(Both)
  undeclared(@Rep() reply: Reply<typeof Both>) { return reply.code(418).send(ada) }

  @Get() @Schema(Both)
  written(@Rep() reply: Reply<typeof Both>) { return reply.code(200).header('a', 'b').send({ name: 36 }) }

  @Post()
  query(@Query({ page: { type: 'integer', default: 1 } }) query: { page: string }) { return query }

  @Post()
  nestedBody(@Body(Items) body: { items: { owner?: { id: string } }[] }) { return body }

  @Post()
  params(@Params({ id: { type: 'integer' } }) params: { id: string }) { return params }

  @Post()
  headers(@Headers({ 'x-count': { type: 'integer' } }) headers: { 'x-count'?: string }) { return headers }

  @Post()
  value(@Param('id', { type: 'integer' }) id: string) { return id }

  @Post()
  token(@Inject(Tenant) tenant: string) { return tenant }
}
`

const messages = [
  'age: the handler returns string, the schema says number',
  'age: the handler returns string, the schema says number',
  'items[].owner.id: the handler returns string, the schema says number',
  'name: the handler returns nothing, the schema requires string',
  'the handler returns string, the schema says object',
  'state: the handler returns \\"sideways\\", the schema says \\"down\\" | \\"up\\"',
  'the handler answers with status 201, the schema declares 200 | 404',
  'state: the handler returns 5, the schema says \\"down\\" | \\"up\\"',
  'age: the handler returns string, the schema says number',
  'age: the handler returns string, the schema says number',
  'state: the handler returns boolean, the schema says string',
  'the handler answers with status 418, the schema declares 200 | 404',
  'name: the handler returns number, the schema says string',
  'page: the parameter is declared string, the schema gives number',
  'items[].owner.id: the parameter is declared string, the schema gives number',
  'id: the parameter is declared string, the schema gives number',
  'x-count: the parameter is declared string | undefined, the schema gives number | undefined',
  'the parameter is declared string, the schema gives number',
  'the parameter is declared string, the token gives number',
]

const misused = `
import { type Instance, Module, use } from 'alcove'

@Module()
class Greeting { configure(instance: Instance, options: { word: string }) { instance.decorate('word', options.word) } }
async function plugin(instance: Instance, options: { level: number }) { instance.decorate('level', options.level) }

export const wrong = [
  use(Greeting, { wrod: 'x' }),
  use(Greeting, { word: 7 }),
  use(Greeting, () => ({ word: 7 })),
  use(plugin, { levle: 1 }),
  use(plugin, { level: 'high' }),
]
`

const unknownNames = `
import { Hook, Module } from 'alcove'

class Clock {}

@Module({ providers: [Clock, { provide: 'clock', useClass: Clock }] })
export class Nest {
  @Hook('onRespone') log(request: string, reply: number) { return [request, reply] }
  @Hook('prehandler') check() {}
  @Hook('onReques') early() {}
}
`

const every =
  '"onClose" | "onError" | "onListen" | "onReady" | "onRegister" | "onRequest" | "onRequestAbort" | "onResponse" | "onRoute" | "onSend" | "onTimeout" | "preClose" | "preHandler" | "preParsing" | "preSerialization" | "preValidation"'

/** One line each. */
const unknownMessages = [
  'Type \'"clock"\' is not assignable to type \'"Nest: write provide(token, { useClass }) with `provide` of alcove"\'.',
  'Argument of type \'"onRespone"\' is not assignable to parameter of type \'"onResponse"\'.',
  `Argument of type '"prehandler"' is not assignable to parameter of type '${every}'.`,
  'Argument of type \'"onReques"\' is not assignable to parameter of type \'"onRequest" | "onRequestAbort"\'.',
]

const misusedMessages = [
  "'wrod' does not exist in type",
  "Type 'number' is not assignable to type 'string'",
  "Type 'number' is not assignable to type 'string'",
  "'levle' does not exist in type",
  "Type 'string' is not assignable to type 'number'",
]

const misspelt = `
import { Body, Controller, createServer, Get, Post, Query, Schema, shared } from 'alcove'

shared('a', { type: 'objct' })
shared('a', { type: 'object', propertis: {} })
shared('a', { type: 'string', maxLength: '5' })
createServer().get('/', { schema: { response: { 200: { type: 'object', requird: [] } } } }, () => 'a')

@Controller()
export class Wrong {
  @Schema({ respnse: { 200: { type: 'object' } } })
  @Get()
  part() {}
  @Schema({ body: { type: 'object', properties: { a: { type: 'strin' } } } })
  @Get()
  nested() {}
  @Schema({ querystring: { page: { type: 'integr' }, required: ['page'] } })
  @Get()
  short() {}
  @Schema({ response: { 200: { allOf: [{ type: 'objct' }] } } })
  @Get()
  listed() {}
  @Schema({ response: { 200: { content: { 'application/json': { schema: { type: 'object', propertis: {} } } } } } })
  @Get()
  byMedia() {}
  @Post() body(@Body({ type: 'object', propertis: {} }) _: unknown) {}
  @Post() query(@Query({ page: { type: 'integer', maxmum: 3 } }) _: unknown) {}
}
`

const corrections = [
  'Type \'"objct"\' is not assignable … Did you mean \'"object"\'?',
  "'propertis' does not exist … Did you mean to write 'properties'?",
  "Type 'string' is not assignable …",
  "'requird' does not exist … Did you mean to write 'required'?",
  "'respnse' does not exist … Did you mean to write 'response'?",
  'Type \'"strin"\' is not assignable … Did you mean \'"string"\'?',
  'Type \'"integr"\' is not assignable … Did you mean \'"integer"\'?',
  'Type \'"objct"\' is not assignable … Did you mean \'"object"\'?',
  "'propertis' does not exist … Did you mean to write 'properties'?",
  "'propertis' does not exist … Did you mean to write 'properties'?",
  "'maxmum' does not exist … Did you mean to write 'maximum'?",
]

const unset = `
import { Controller, Get, Inject, requestValue } from 'alcove'
const Page = requestValue<{ sizes?: { at: { x?: number | undefined } }[] }>('page')
@Controller() export class Pages {
  @Get() read(@Inject(Page) page: { sizes?: { at: { x?: number } }[] }) { return page }
}
`

const optional = `
import { Body, Controller, Post } from 'alcove'

const Article = { type: 'object', required: ['title'], properties: {
  title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } } } as const

@Controller()
export class Articles {
  @Post() add(@Body({ type: 'object', required: ['article'], properties: { article: Article } }) _: { article: { title: string; tags: string[] } }) {}
}
`

/** The output of the compiler for the program. */
async function compile(folder: string): Promise<string> {
  const tsc = inRepository('node_modules', 'typescript', 'bin', 'tsc')
  try {
    return (await promisify(execFile)(process.execPath, [tsc, '-p', '.', '--noEmit'], { cwd: folder })).stdout
  } catch (error) {
    return String(Object(error).stdout)
  }
}

describe('messages of the compiler', function () {
  this.timeout(60_000)
  let project: UserProject

  before(async () => {
    project = await UserProject.create({
      'package.json': '{ "type": "module" }',
      'tsconfig.json': settings({}),
      'src/wrong.ts': program,
      'src/misspelt.ts': misspelt,
      'src/misused.ts': misused,
      'src/unknown.ts': unknownNames,
    })
  })
  after(() => project.remove())

  it('name the property and both types in the first line of the reason, for each mismatch', async () => {
    const written = await compile(project.folder)
    const places = written.split(/^src\/(?=\w+\.ts)/m).filter((text) => text.startsWith('wrong.ts('))
    // A decorator's sentence is in the line below its place, that of `send` beside its place.
    const first = places.map(
      (text) => /^.*\n?.*Argument of type '.*' is not assignable to parameter of type '"(.*)"'/.exec(text)?.[1],
    )
    expect(first, written).to.deep.equal(messages)
  })

  it('name the option of use that does not fit, for modules and plugins', async () => {
    const written = await compile(project.folder)
    const places = written.split(/^src\/(?=\w+\.ts)/m).filter((text) => text.startsWith('misused.ts('))
    expect(places, written).to.have.length(misusedMessages.length)
    for (const [index, message] of misusedMessages.entries()) expect(places[index]).to.include(message)
  })

  it('name in one line the hooks that a misspelt one may mean, and the fix of a Nest provider object', async () => {
    const written = await compile(project.folder)
    const places = written.split('\n').filter((line) => /^src\/unknown\.ts/.test(line))
    const all = written.split(/^src\/(?=\w+\.ts)/m).filter((text) => text.startsWith('unknown.ts('))
    expect(all.every((text) => text.trim().split('\n').length === 1)).to.equal(true, written)
    expect(places.map((line) => line.replace(/^.*?: error TS\d+: /, ''))).to.deep.equal(unknownMessages)
  })

  it('name a misspelt keyword, value or part of a schema at its place, with the right word', async () => {
    const written = await compile(project.folder)
    const found = written
      .split('\n')
      .flatMap((line) => /^src\/misspelt\.ts\(.*?: error TS\d+: (.*)$/.exec(line)?.[1] ?? [])
    const short = found.map((text) =>
      text
        .replace(/^Object literal may only specify known properties, (but|and) /, '')
        .replace(/(is not assignable|does not exist) .*?( Did you mean .*)?$/, '$1 …$2'),
    )
    expect(short, written).to.deep.equal(corrections)
  })

  for (const [flags, text, sentence] of [
    [
      { strict: false, strictNullChecks: false },
      optional,
      'article.tags: … string[], the schema gives undefined | string[]',
    ],
    [{ exactOptionalPropertyTypes: true }, unset, 'sizes[].at.x: … number, the token gives number | undefined'],
  ] as const) {
    it(`name an optional property, also with ${JSON.stringify(flags)}`, async () => {
      const files = { 'package.json': '{ "type": "module" }', 'src/optional.ts': text }
      const flagged = await UserProject.create({ ...files, 'tsconfig.json': settings(flags) })
      try {
        expect(await compile(flagged.folder)).to.include(
          `type '"${sentence.replace('…', 'the parameter is declared')}"'`,
        )
      } finally {
        await flagged.remove()
      }
    })
  }
})
