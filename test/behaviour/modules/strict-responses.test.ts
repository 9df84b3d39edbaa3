import { Controller, Get, Guard, Module, Post, Rep, type Reply, type Request, Schema, use } from 'alcove'
import { expect } from 'chai'
import { askOnce, type BootstrapOptions, type RootModule, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'
import { answersOf, seen, serving } from './seen.js'
import { ada, Named, Problem, refused, undeclared } from './undeclared.js'

const both = ['GET /created', 'GET /conflict']

describe('strictResponses', () => {
  const shown = async (Root: RootModule, options: BootstrapOptions = {}) =>
    (await answersOf(Root, both, options)).map((answer) => (answer === refused ? 'refused' : answer.slice(0, 3)))

  it("'all' refuses every undeclared status of the handler's own", async () => {
    expect(await shown(serving(undeclared({ strictResponses: 'all' })))).to.deep.equal(['refused', 'refused'])
  })

  it("'all' lets answers of guards, of hooks and to errors pass, and routes without response schema", async () => {
    @Controller({ strictResponses: 'all' })
    class Users {
      @Get('/guarded')
      @Guard(() => false)
      @Schema({ response: { 200: Named } })
      guarded() {
        return ada
      }
      @Get('/hooked', { preHandler: async (_: Request, reply: Reply) => reply.code(401).send({ title: 'who?' }) })
      @Schema({ response: { 200: Named } })
      hooked() {
        return ada
      }
      @Get('/thrown')
      @Schema({ response: { 200: Named } })
      thrown() {
        throw Object.assign(new Error('gone'), { statusCode: 410 })
      }
      @Post('/invalid')
      @Schema({ body: { ...Named, required: ['name'] }, response: { 200: Named } })
      invalid() {
        return ada
      }
      @Get('/absent')
      @Schema({ response: { 200: Named } })
      absent(@Rep() reply: Reply) {
        reply.callNotFound()
      }
      @Get('/free')
      free(@Rep() reply: Reply) {
        return reply.code(409).send({ title: 'free' })
      }
    }
    const lines = ['GET /guarded', 'GET /hooked', 'GET /thrown', 'POST /invalid', 'GET /absent', 'GET /free']
    const answers = await answersOf(serving(Users), lines)
    expect(answers.map((answer) => answer.slice(0, 3))).to.deep.equal(['403', '401', '410', '400', '404', '409'])
  })

  it("'all' refuses an undeclared status where only failures are declared", async () => {
    @Controller({ strictResponses: 'all' })
    class Users {
      @Get('/')
      @Schema({ response: { 404: Problem } })
      read() {
        return { name: 'Ada' }
      }
    }
    expect(seen(await askOnce(serving(Users), 'GET /'))).to.equal(refused)
  })

  it('false sends what no schema declares, as Fastify does', async () => {
    expect(await answersOf(serving(undeclared({ strictResponses: false })), ['GET /created'])).to.deep.equal([
      '201 {"name":"Ada","password":"secret"}',
    ])
  })

  it('is that of the route, else of the controller, the nearest module, the server', async () => {
    @Controller({ prefix: '/near', strictResponses: true })
    class Near {
      @Get('/created', { strictResponses: false })
      @Schema({ response: { 200: Named } })
      created(@Rep() reply: Reply) {
        return reply.code(201).send(ada)
      }
    }
    @Module({ controllers: [undeclared(), Near], strictResponses: 'all' })
    class Inner {}
    @Module({ imports: [Inner] })
    class Middle {}
    @Module({ imports: [use(Middle, { prefix: '/inner' })], controllers: [undeclared()] })
    class Root {}
    const lines = ['GET /created', 'GET /inner/conflict', 'GET /inner/near/created']
    const answers = await answersOf(Root, lines, { strictResponses: false })
    expect(answers.map((answer) => answer.slice(0, 3))).to.deep.equal(['201', '500', '201'])
  })

  it('of the server holds for routes of plugins, too', async () => {
    @Module()
    class Root {
      configure(instance: {
        get(path: string, options: { schema: object }, handler: (request: unknown, reply: Reply) => unknown): unknown
      }) {
        instance.get('/', { schema: { response: { 200: Named } } }, (_, reply) => reply.code(201).send(ada))
      }
    }
    expect(seen(await askOnce(Root, 'GET /'))).to.equal('201 {"name":"Ada","password":"secret"}')
    expect(await answersOf(Root, ['GET /'], { strictResponses: true })).to.deep.equal([refused])
  })

  it('of a module holds for routes of plugins and of configure there and below, unless these set their own', async () => {
    const schema = { response: { 200: Named } }
    type Server = { get(path: string, options: object, handler: (request: unknown, reply: Reply) => unknown): unknown }
    const send = (_: unknown, reply: Reply) => reply.code(201).send(ada)
    @Module({
      plugins: [async (instance: Server) => void instance.get('/plugin', { schema }, send)],
    })
    class Below {}
    @Module({ strictResponses: true, imports: [Below] })
    class Strict {
      configure(instance: Server) {
        instance.get('/configured', { schema }, send)
        instance.get('/loose', { schema, strictResponses: false }, send)
      }
    }
    @Module({ imports: [use(Strict, { prefix: '/strict' })] })
    class Root {
      configure(instance: Server) {
        instance.get('/outside', { schema }, send)
      }
    }
    const lines = ['/strict/plugin', '/strict/configured', '/strict/loose', '/outside'].map((path) => `GET ${path}`)
    const answers = await answersOf(Root, lines)
    expect(answers.map((answer) => answer.slice(0, 3))).to.deep.equal(['500', '500', '201', '201'])
  })

  it('refuses other values at boot', async () => {
    const strictResponses = 'some' as unknown as 'all'
    for (const error of [
      await bootFailure(serving(undeclared({ strictResponses }))),
      await Promise.resolve()
        .then(() => withApp(serving(), async () => undefined, { strictResponses }))
        .catch((thrown) => thrown),
    ]) {
      expect(error.message).to.include('strictResponses')
    }
    expect(() => Module({ strictResponses })(class Wrong {})).to.throw('strictResponses')
  })
})
