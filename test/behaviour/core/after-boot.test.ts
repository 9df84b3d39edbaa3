import { expect } from 'chai'
import { failureOf, type Loose, type Server, useServers } from './subject.js'

const nothing = () => undefined

/** Everything that changes what a context holds: none of it may come after boot, when contexts are complete. */
const changes: Record<string, (server: Server) => unknown> = {
  addHook: (server) => server.addHook('onRequest', async () => undefined),
  addSchema: (server) => server.addSchema({ $id: 'late', type: 'object' }),
  addContentTypeParser: (server) => server.addContentTypeParser('text/late', async () => undefined),
  removeContentTypeParser: (server) => server.removeContentTypeParser('text/plain'),
  removeAllContentTypeParsers: (server) => server.removeAllContentTypeParsers(),
  decorate: (server) => server.decorate('late', 1),
  decorateRequest: (server) => server.decorateRequest('late', 1),
  decorateReply: (server) => server.decorateReply('late', 1),
  route: (server) => server.route({ method: 'GET', url: '/late', handler: async () => 'late' }),
  get: (server) => server.get('/late', async () => 'late'),
  register: (server) => server.register(async () => undefined),
  setErrorHandler: (server) => server.setErrorHandler(nothing),
  setNotFoundHandler: (server) => server.setNotFoundHandler(nothing),
  setValidatorCompiler: (server) => server.setValidatorCompiler(() => nothing),
  setSerializerCompiler: (server) => server.setSerializerCompiler(() => nothing),
  setSchemaErrorFormatter: (server) => server.setSchemaErrorFormatter(() => new Error('late')),
  setReplySerializer: (server) => server.setReplySerializer(() => 'late'),
  setGenReqId: (server) => server.setGenReqId(() => 'late'),
  setChildLoggerFactory: (server) => server.setChildLoggerFactory(nothing),
  addConstraintStrategy: (server) =>
    server.addConstraintStrategy({ name: 'late', storage: () => new Map() as Loose, deriveConstraint: nothing }),
}

describe('SPEC 4.1 what comes after boot', () => {
  const create = useServers()

  for (const [name, change] of Object.entries(changes)) {
    it(`${name} is refused with a code, at the root and in a child`, async () => {
      const server = create()
      let child: Loose
      server.register(async (instance) => {
        child = instance
      })
      await server.ready()
      for (const instance of [server, child]) {
        const error = await failureOf(async () => change(instance))
        expect(error.code).to.match(/^(FST|ALC)_ERR_/)
      }
      expect((await server.inject('/late')).statusCode).to.equal(404)
    })
  }
})
