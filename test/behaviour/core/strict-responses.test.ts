import { createServer, type JsonSchema, type RouteShorthandOptions } from 'alcove/core'
import { expect } from 'chai'

const Named = { type: 'object', properties: { name: { type: 'string' } } } as const
const ada = { name: 'Ada', password: 'secret' }

async function answer(options: object, route: RouteShorthandOptions, act: (reply: never) => unknown): Promise<string> {
  const server = createServer(options)
  server.get('/', route, (_request: unknown, reply: unknown) => act(reply as never))
  const { statusCode, payload } = await server.inject('/')
  await server.close()
  return `${statusCode} ${payload}`
}

type Answering = {
  code(status: number): { send(payload: unknown): unknown }
  type(type: string): { send(payload: unknown): unknown }
}

const created = (reply: Answering) => reply.code(201).send(ada)
const vendor = (reply: Answering) => reply.type('application/vnd.users+json').send(ada)
const plain = { schema: { response: { 200: Named } } }
const listed = { schema: { response: { 200: { content: { 'application/json': { schema: Named } } } } } }

describe('an undeclared answer of a route of the core', () => {
  it('is sent, as by Fastify, under a status without a schema', async () => {
    expect(await answer({}, plain, created)).to.equal('201 {"name":"Ada","password":"secret"}')
  })

  it('is refused under a media type that the content of its response does not name', async () => {
    expect(await answer({}, listed, vendor)).to.include('"code":"ALC_ERR_RESPONSE_UNDECLARED"')
  })

  it('is sent in any case where strictResponses is false', async () => {
    const off = { strictResponses: false }
    expect(await answer(off, listed, vendor)).to.equal('200 {"name":"Ada","password":"secret"}')
    expect(await answer({}, { ...listed, ...off }, vendor)).to.equal('200 {"name":"Ada","password":"secret"}')
  })

  it('is refused where the server or the route has strictResponses', async () => {
    const code = '"code":"ALC_ERR_RESPONSE_UNDECLARED"'
    expect(await answer({ strictResponses: true }, plain, created)).to.include(code)
    expect(await answer({}, { ...plain, strictResponses: true }, created)).to.include(code)
    expect(await answer({ strictResponses: true }, { ...plain, strictResponses: false }, created)).to.include('secret')
  })

  it('keeps 200 for a returned value, with any 2xx status in the schema', async () => {
    const schema = { response: { 201: Named } }
    expect(await answer({}, { schema }, () => ({ name: 'Ada' }))).to.equal('200 {"name":"Ada"}')
  })
})

describe('an error that its response schema does not fit', () => {
  const Titled = { type: 'object', required: ['title', 'message'], properties: { title: { type: 'string' } } }
  const querystring = { page: { type: 'integer' } }

  async function refusal(status: string | number, options: object = {}): Promise<{ body: string; warnings: string[] }> {
    const warnings: string[] = []
    const write = (line: string) => {
      const { level, msg } = JSON.parse(line)
      if (level === 40) warnings.push(msg)
    }
    const server = createServer({ ...options, logger: { level: 'warn', stream: { write } } })
    server.addSchema({ ...Titled, $id: 'titled' })
    const schema = { querystring, response: { [status]: { $ref: 'titled#' } } }
    server.get('/', { schema }, () => 'never')
    const { payload } = await server.inject('/?page=x')
    await server.close()
    return { body: payload, warnings }
  }

  it('is sent with its status and the exact body of a failed validation', async () => {
    for (const status of ['4xx', 'default', 400]) {
      const { body } = await refusal(status)
      expect(body).to.equal('{"statusCode":400,"error":"Bad Request","message":"querystring/page should be integer"}')
    }
  })

  it('is warned of at boot, once for all routes with the schema, with the keys that it lacks', async () => {
    for (const status of ['4xx', '5xx', 'default']) {
      const { warnings } = await refusal(status)
      expect(warnings.filter((text) => text.startsWith('The response schema'))).to.deep.equal([
        `The response schema "${status}" of GET / requires "title". The error body of the framework, { statusCode, error, message }, lacks that, and is sent without the schema. Answer errors in an error handler, or require less`,
      ])
    }
  })

  it('is not warned of where an error handler answers, or where nothing is lacking', async () => {
    const warnings: string[] = []
    const server = createServer({ logger: { level: 'warn', stream: { write: (line: string) => warnings.push(line) } } })
    const Known = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } }
    server.get('/known', { schema: { response: { '4xx': Known } } }, () => 'x')
    const errorHandler = () => ({ title: 'x' })
    server.get('/own', { schema: { response: { '4xx': Titled } }, errorHandler }, () => 'x')
    await server.ready()
    await server.close()
    expect(warnings).to.deep.equal([])
  })

  it('is sent with its own body and a warning if the schema is for another type than an object', async () => {
    const warnings: string[] = []
    const write = (line: string) => warnings.push(JSON.parse(line).msg)
    const server = createServer({ logger: { level: 'warn', stream: { write } } })
    server.addSchema({ $id: 'words', type: 'string' })
    const schemas: object[] = [
      { type: 'string' },
      { type: 'boolean' },
      { type: ['string', 'null'] },
      { $ref: 'words#' },
    ]
    const contents: object[] = [{ type: 'array' }, { content: { 'application/json': { schema: { type: 'string' } } } }]
    const gone = () => Promise.reject(Object.assign(new Error('gone'), { statusCode: 410 }))
    for (const [index, schema] of [...schemas, ...contents].entries()) {
      server.get(`/${index}`, { schema: { response: { 410: schema as JsonSchema } } }, gone)
      server.get(`/class/${index}`, { schema: { response: { '4xx': schema as JsonSchema } } }, gone)
    }
    const body = '{"statusCode":410,"error":"Gone","message":"gone"}'
    for (const index of [...schemas, ...contents].keys()) {
      expect((await server.inject(`/${index}`)).payload).to.equal(body)
      expect((await server.inject(`/class/${index}`)).payload).to.equal(body)
    }
    await server.close()
    expect(warnings[0]).to.include('The response schema "4xx" of GET /class/0 is for string.')
    expect(warnings.filter((text) => text.startsWith('The response schema "410"'))).to.deep.equal([])
  })

  it('is written by the serializer compiler of the application, with any schema', async () => {
    const server = createServer()
    const serializerCompiler = () => () => '"short"'
    const schema = { response: { 410: { type: 'string' } } }
    server.get('/', { schema, serializerCompiler }, () =>
      Promise.reject(Object.assign(new Error('gone'), { statusCode: 410 })),
    )
    expect((await server.inject('/')).payload).to.equal('"short"')
    await server.close()
  })

  it('of a validation is warned of where 400 itself is declared', async () => {
    const { warnings } = await refusal(400)
    expect(warnings[0]).to.include('The response schema "400" of GET / requires "title"')
  })

  it('is logged once for each status, since any client can have it sent', async () => {
    const lines: string[] = []
    const server = createServer({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } })
    server.get('/', { schema: { querystring, response: { '4xx': Titled } } }, () => 'never')
    for (const _ of [1, 2, 3]) expect((await server.inject('/?page=x')).statusCode).to.equal(400)
    await server.close()
    expect(lines).to.have.length(1)
  })

  it('discloses only the status of a thrown object', async () => {
    const server = createServer()
    server.get('/', { schema: { response: { '5xx': Titled } } }, () => {
      throw { password: 'secret' }
    })
    const { payload } = await server.inject('/')
    await server.close()
    expect(payload).to.equal('{"statusCode":500,"error":"Internal Server Error","message":"Internal Server Error"}')
  })
})
