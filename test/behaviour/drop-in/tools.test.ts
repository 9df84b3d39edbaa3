import { createServer } from 'node:http2'
import { fastify } from 'alcove/fastify'
import { inspect } from 'alcove/inspect'
import { inspectorPlugin } from 'alcove/inspector'
import { expect } from 'chai'
import { rule } from './both.js'

describe('alcove/fastify and the tools of alcove', () => {
  it('shows its contexts, routes and hooks to inspect', async () => {
    const app = fastify()
    app.addHook('onRequest', async function first() {})
    app.register(
      async function users(child) {
        child.get('/:id', async () => 'ran')
      },
      { prefix: '/users' },
    )
    await app.ready()
    const { contexts, routes } = inspect(app)
    expect(contexts.map(({ name }) => name)).to.deep.equal(['root', 'users'])
    expect(routes.map(({ id }) => id)).to.deep.equal(['GET /users/:id', 'HEAD /users/:id'])
    expect(routes[0]?.stages.map((stage) => stage.function)).to.include('first')
  })

  it('serves the inspector, with the figures of its requests', async () => {
    const app = fastify()
    await app.register(inspectorPlugin, { path: '/inspector' })
    app.get('/a', async () => 'ran')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = async (path: string) => (await fetch(app.listeningOrigin + path)).text()
    await ask('/a')
    expect(JSON.parse(await ask('/inspector/figures')).routes['GET /a'].requests).to.equal(1)
    expect(JSON.parse(await ask('/inspector/tree')).routes.map((route: { id: string }) => route.id)).to.include(
      'GET /a',
    )
    await app.close()
  })

  rule(
    'refuses HEAD after a GET, also if one of them has empty constraints',
    async (make) => {
      const codes: unknown[] = []
      for (const [get, head] of [
        [{ constraints: {} }, {}],
        [{}, { constraints: {} }],
      ] as const) {
        const app = make()
        const declare = async () => app.get('/', get, async () => '').head('/', head, async () => '')
        codes.push(
          await declare().then(
            () => 'added',
            ({ code }) => code,
          ),
        )
      }
      return codes
    },
    ['FST_ERR_DUPLICATED_ROUTE', 'FST_ERR_DUPLICATED_ROUTE'],
  )

  rule(
    'serves an HTTP/2 server of an earlier application',
    async (make) => {
      const shared = createServer()
      const serverFactory = () => shared
      for (let index = 0; index < 2; index++) await make({ http2: true, serverFactory } as never).ready()
      return 'boots'
    },
    'boots',
  )

  rule(
    'gives onRoute hooks the path below a prefix that ends with a slash',
    async (make) => {
      const seen: unknown[] = []
      const app = make({ exposeHeadRoutes: false }).addHook('onRoute', (route) => {
        seen.push([route.prefix, route.routePath, route.url])
      })
      app.register(async (child) => void child.get('/a', async () => 'ran'), { prefix: '/p/' })
      await app.ready()
      return seen
    },
    [['/p/', 'a', '/p/a']],
  )

  rule(
    'prints HEAD beside GET as a route with a hook of its own',
    async (make) => {
      const app = make()
      app.get('/hello', async () => 'ran')
      app.put('/hello', async () => 'ran')
      app.addHook('onTimeout', async function late() {})
      app.addHook('onRequest', async function first() {})
      await app.ready()
      return app.printRoutes({ commonPrefix: false, includeHooks: true, includeMeta: ['errorHandler'] })
    },
    `└── /hello (GET, PUT)
    • (onTimeout) ["late()"]
    • (onRequest) ["first()"]
    • (errorHandler) "defaultErrorHandler()"
    /hello (HEAD)
    • (onTimeout) ["late()"]
    • (onRequest) ["first()"]
    • (onSend) ["headRouteOnSendHandler()"]
    • (errorHandler) "defaultErrorHandler()"
`,
  )

  rule(
    'copies the members of an instance that are values and functions in Fastify',
    (make) => {
      const ours = new Set(['alcoveVersion', 'handle']) // beside those of Fastify
      return Object.keys({ ...make() })
        .filter((name) => !ours.has(name))
        .sort()
        .join()
    },
    'addConstraintStrategy,addContentTypeParser,addHook,addHttpMethod,addSchema,addresses,after,all,close,decorate,decorateReply,decorateRequest,defaultTextParser,delete,findRoute,get,getDecorator,getDefaultJsonParser,getSchema,getSchemas,hasConstraintStrategy,hasContentTypeParser,hasDecorator,hasPlugin,hasReplyDecorator,hasRequestDecorator,hasRoute,head,initialConfig,inject,listen,log,onClose,options,patch,post,printPlugins,printRoutes,put,query,ready,register,removeAllContentTypeParsers,removeContentTypeParser,route,routing,server,setChildLoggerFactory,setErrorHandler,setGenReqId,setNotFoundHandler,setReplySerializer,setSchemaController,setSchemaErrorFormatter,setSerializerCompiler,setValidatorCompiler,trace,withTypeProvider',
  )

  it('shows parsers, hooks and options of an instance under the symbols of fastify/lib', async () => {
    const lib = Reflect.get(fastify, Symbol.for('alcove.fastify.lib'))
    const { kContentTypeParser, kHooks, kOptions, kState } = lib.symbols
    const app = fastify({ ajv: { customOptions: { allErrors: true } } })
    const first = async () => 'first'
    app.addContentTypeParser(/^image\//, first).addHook('onRequest', async () => {})
    let hooks = 0
    app.register(async (child) => {
      child.addHook('onRequest', async () => {})
      hooks = Reflect.get(child, kHooks).onRequest.length
    })
    const parsers = Reflect.get(app, kContentTypeParser)
    expect(parsers.getParser('image/png').fn).to.equal(first)
    expect(parsers.getParser('text/csv')).to.equal(undefined)
    expect(parsers.existingParser('application/json')).to.equal(false)
    expect(Reflect.get(app, kOptions).ajv).to.deep.equal({ customOptions: { allErrors: true }, plugins: [] })
    expect(Reflect.get(app, kState)).to.include({ ready: false, listening: false })
    await app.ready()
    expect(hooks).to.equal(2)
    expect(Reflect.get(app, kState)).to.include({ ready: true, started: true, closing: false })
  })

  it('makes requests around messages of node, which trust proxies according to trustProxy', () => {
    const { Request } = Reflect.get(fastify, Symbol.for('alcove.fastify.lib'))
    const headers = { host: 'real.test:80', 'x-forwarded-host': 'named.test' }
    const raw = { method: 'GET', url: '/', headers, socket: { remoteAddress: '1.1.1.1' } }
    const plain = new Request('id', {}, raw, {}, null)
    expect(plain).to.include({ port: 80, hostname: 'real.test', ip: '1.1.1.1' })
    const Trusting = Request.buildRequest(Request, true)
    expect(new Trusting('id', {}, raw, {}, null).host).to.equal('named.test')
  })
})
