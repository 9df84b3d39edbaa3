import { Readable } from 'node:stream'
import { createServer, type Instance } from 'alcove'
import { type Figures, inspectorPlugin } from 'alcove/inspector'
import { expect } from 'chai'

/** A server with a route for each way in which an answer can come to be. */
async function makeServer(isMeasured: boolean): Promise<Instance> {
  const server = createServer()
  if (isMeasured) server.register(inspectorPlugin)
  const text = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }

  server.get('/object', { schema: { response: { 200: text } } }, () => ({ name: 'a', more: 1 }))
  server.get('/null', () => null)
  server.get('/text', () => 'text')
  server.get('/bytes', () => Buffer.from('bytes'))
  server.get('/stream', (_request, reply) => reply.send(Readable.from(['a', 'b'])))
  server.get('/empty', (_request, reply) => reply.code(204).send())
  server.get('/later', (_request, reply) => {
    setImmediate(() => reply.send({ later: true }))
  })
  server.get('/hijacked', (_request, reply) => {
    reply.hijack()
    reply.raw.end('hijacked')
  })
  server.get('/not-found', (_request, reply) => reply.callNotFound())
  server.get('/thrown', () => {
    throw Object.assign(new Error('thrown'), { statusCode: 418 })
  })
  server.get('/unfit', { schema: { response: { 200: text } } }, () => ({}))
  server.post('/body', { schema: { body: text } }, ({ body }) => body)
  server.get('/stopped', { onRequest: async (_request, reply) => reply.code(401).send('stopped') }, () => 'never')
  server.get('/by-done', { preHandler: (_request, _reply, done) => void setImmediate(done) }, () => 'done')
  server.get('/refused', { preHandler: (_request, _reply, done) => done(new Error('refused')) }, () => 'never')
  server.get('/changed', { onSend: async (_request, _reply, payload) => `${payload}!` }, () => 'changed')
  server.get('/unsent', { onSend: async () => Promise.reject(new Error('unsent')) }, () => 'never')
  server.register(async (inner) => {
    inner.setErrorHandler((error) => {
      throw Object.assign(new Error(`${error.message}, passed on`), { statusCode: 409 })
    })
    inner.get('/passed-on', () => {
      throw new Error('failed')
    })
  })
  await server.ready()
  return server
}

const asked: readonly (readonly [method: 'GET' | 'HEAD' | 'POST', url: string, payload?: string])[] = [
  ['GET', '/object'],
  ['HEAD', '/object'],
  ['GET', '/null'],
  ['GET', '/text'],
  ['GET', '/bytes'],
  ['GET', '/stream'],
  ['GET', '/empty'],
  ['GET', '/later'],
  ['GET', '/hijacked'],
  ['GET', '/not-found'],
  ['GET', '/thrown'],
  ['GET', '/unfit'],
  ['POST', '/body', '{"name":"b"}'],
  ['POST', '/body', '{}'],
  ['POST', '/body', '{'],
  ['GET', '/stopped'],
  ['GET', '/by-done'],
  ['GET', '/refused'],
  ['GET', '/changed'],
  ['GET', '/unsent'],
  ['GET', '/passed-on'],
]

async function answerOf(server: Instance, [method, url, payload]: (typeof asked)[number]): Promise<unknown> {
  const headers = payload === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await server.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  const { date: _date, ...rest } = answer.headers
  return { status: answer.statusCode, headers: rest, body: answer.body }
}

describe('a server that is measured', () => {
  it('answers as one that is not, and every request comes to its end', async () => {
    const plain = await makeServer(false)
    const measured = await makeServer(true)
    try {
      for (const line of asked)
        expect(await answerOf(measured, line), line.join(' ')).to.deep.equal(await answerOf(plain, line))
      const { routes }: { routes: Figures } = (await measured.inject('/__alcove/figures')).json()
      const figures = Object.values(routes)
      expect(figures.reduce((sum, { requests }) => sum + requests, 0)).to.equal(asked.length)
      expect(figures.reduce((sum, { active }) => sum + active, 0)).to.equal(0)
      expect(routes['GET /unfit']).to.include({ failed: 1 })
      expect(routes['GET /thrown']).to.include({ refused: 1 })
    } finally {
      await Promise.all([plain.close(), measured.close()])
    }
  })
})
