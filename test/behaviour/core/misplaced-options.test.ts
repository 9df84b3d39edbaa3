import { bootstrap, Module } from 'alcove'
import { createServer } from 'alcove/core'
import fastify from 'alcove/fastify'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { failureOf, type Loose } from './subject.js'

@Module()
class Root {}

const hook = () => undefined

/** Options that have their effect elsewhere, and the advice of the errors of createServer and of bootstrap. */
const places: readonly (readonly [options: object, core: string, modules: string])[] = [
  [{ prefix: '/v1' }, 'register(plugin, { prefix })', '@Module({ prefix })'],
  [{ globalPrefix: 'api' }, 'register(plugin, { prefix })', '@Module({ prefix })'],
  [{ port: 3000 }, 'listen({ port })', 'listen({ port })'],
  [{ host: '0.0.0.0' }, 'listen({ host })', 'listen({ host })'],
  [{ hostname: '0.0.0.0' }, 'listen({ host })', 'listen({ host })'],
  [{ backlog: 511 }, 'listen({ backlog })', 'listen({ backlog })'],
  [{ onRequest: hook }, "addHook('onRequest', fn)", "@Hook('onRequest')"],
  [{ onClose: hook }, "addHook('onClose', fn)", "@Hook('onClose')"],
  [{ plugins: [hook] }, 'register(plugin, options)', '@Module({ plugins })'],
  [{ schemas: [{ $id: 'a' }] }, 'addSchema(schema)', '@Module({ schemas })'],
  [{ decorateRequest: { user: null } }, 'decorateRequest(name, value)', '@Module({ decorateRequest })'],
  [{ controllers: [Root] }, 'pass the class to bootstrap', '@Module({ controllers })'],
  [{ guarded: true }, 'pass the class to bootstrap', '@Module({ guarded })'],
  [{ validatorCompiler: hook }, 'setValidatorCompiler(compiler)', '@Module({ validatorCompiler })'],
  [{ serializerCompiler: hook }, 'setSerializerCompiler(compiler)', '@Module({ serializerCompiler })'],
  [{ errorHandler: hook }, 'setErrorHandler(handler)', '@ErrorHandler()'],
  [{ notFoundHandler: hook }, 'setNotFoundHandler(handler)', '@NotFoundHandler()'],
  [{ logLevel: 'debug' }, "logger: { level: 'debug' }", "logger: { level: 'debug' }"],
  [{ cors: true }, '@fastify/cors', 'use(cors, options)'],
  [{ versioning: { type: 0 } }, 'constraints', 'constraints'],
  [{ httpsOptions: {} }, '"https"', '"https"'],
  [{ bodyParser: false }, 'removeAllContentTypeParsers()', 'instance.removeAllContentTypeParsers()'],
  [{ rawBody: true }, "parseAs: 'buffer'", "parseAs: 'buffer'"],
]

describe('an option that has its effect elsewhere', () => {
  for (const [options, core, modules] of places) {
    const [name] = Object.keys(options)

    it(`is refused by createServer, with what to write instead: ${name}`, async () => {
      const { code, message } = await failureOf(() => createServer(options as Loose))
      expect(code).to.equal('ALC_ERR_OPTION_UNKNOWN')
      expect(message).to.include(`Option "${name}" of createServer has no effect`).and.include(core)
    })

    it(`is refused by bootstrap, with what to write instead: ${name}`, async () => {
      const { code, message } = await failureOf(() => bootstrap(Root, options as Loose))
      expect(code).to.equal('ALC_ERR_OPTION_UNKNOWN')
      expect(message).to.include(`Option "${name}" of bootstrap has no effect`).and.include(modules)
    })

    it(`is ignored by the drop-in, as Fastify ignores it: ${name}`, async () => {
      const server = fastify(options as Loose)
      await server.ready()
      await server.close()
    })
  }

  it('is refused together with the other problems of the options', async () => {
    const { message } = await failureOf(() => createServer({ prefix: '/v1', cors: true, bodyLimit: -1 } as Loose))
    expect(message).to.include('The boot found 3 problems').and.include('"prefix"').and.include('"cors"')
  })

  it('is refused by createTestApp, with what to write instead', async () => {
    const { message } = await failureOf(() => createTestApp(Root, { onRequest: hook } as Loose))
    expect(message).to.equal(
      `Option "onRequest" of createTestApp has no effect. Write @Hook('onRequest') on a method of the root module`,
    )
  })

  it('passes with a value that asks for nothing', async () => {
    for (const options of [
      { prefix: '' },
      { prefix: undefined },
      { cors: false },
      { guarded: false },
      { bodyParser: true },
    ]) {
      await createServer(options as Loose).ready()
      await bootstrap(Root, options as Loose).ready()
    }
  })
})

describe('an option of the router with two values', () => {
  const options = { caseSensitive: true, maxParamLength: 3, routerOptions: { caseSensitive: false } }
  const creators = { createServer, bootstrap: (given: Loose) => bootstrap(Root, given), fastify }
  for (const [name, create] of Object.entries(creators)) {
    it(`has that of "routerOptions", as documented: ${name}`, async () => {
      const app: Loose = create(options as Loose)
      const { instance = app } = app
      instance.get('/notes/:id', async () => 'note')
      const statusOf = async (url: string) => (await app.inject(url)).statusCode
      expect([await statusOf('/NOTES/1'), await statusOf('/notes/12345')]).to.deep.equal([200, 414])
      await app.close()
    })
  }
})
