import sensible from '@fastify/sensible'
import { Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

@Controller()
class Errors {
  @Get('/reply')
  byReply(_request: Loose, reply: Loose) {
    return reply.notFound('no such thing')
  }
  @Get('/thrown')
  thrown(request: Loose) {
    throw request.server.httpErrors.conflict('taken')
  }
  @Get('/assert')
  async assert(request: Loose) {
    request.server.assert(false, 403, 'not yours')
  }
  @Get('/cached')
  cached(_request: Loose, reply: Loose) {
    return reply.cacheControl('public').maxAge('1h').send('kept')
  }
}

@Controller()
class Plain {
  @Get('/reply')
  byReply(_request: Loose, reply: Loose) {
    return { notFound: typeof reply.notFound }
  }
}

@Module({
  prefix: '/in',
  plugins: [use(sensible, { sharedSchemaId: 'HttpError' })],
  controllers: [Errors],
})
class Inside {}

@Module({ prefix: '/beside', controllers: [Plain] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

describe('@fastify/sensible in a module', () => {
  const serve = useServed()

  for (const [path, status, error, message] of [
    ['/in/reply', 404, 'Not Found', 'no such thing'],
    ['/in/thrown', 409, 'Conflict', 'taken'],
    ['/in/assert', 403, 'Forbidden', 'not yours'],
  ] as const) {
    it(`answers ${status} for ${path}`, async () => {
      const answer = await (await serve(App)).ask(`GET ${path}`)
      expect(answer.status).to.equal(status)
      expect(answer.json()).to.deep.include({ statusCode: status, error, message })
    })
  }

  it('writes cache-control for its replies', async () => {
    const { headers } = await (await serve(App)).ask('GET /in/cached')
    expect(headers.get('cache-control')).to.equal('public, max-age=3600')
  })

  it('adds its shared schema where it is registered, and not at the root', async () => {
    const { app } = await serve(App)
    expect(app.instance.getSchema('HttpError')).to.equal(undefined)
  })

  it('adds nothing to the replies of a sibling module', async () => {
    expect((await (await serve(App)).ask('GET /beside/reply')).json()).to.deep.equal({ notFound: 'undefined' })
  })
})
