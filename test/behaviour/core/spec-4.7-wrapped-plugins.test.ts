import { pluginWrapper } from 'alcove/core'
import { expect } from 'chai'
import fastifyPlugin from 'fastify-plugin'
import { failureOf, type Loose, type Plugin, postJson, useServers } from './subject.js'

for (const [wrapper, wrap] of [
  ['pluginWrapper', pluginWrapper],
  ['fastify-plugin', fastifyPlugin],
] as [string, (plugin: Plugin, meta?: Loose) => Plugin][]) {
  describe(`SPEC 4.7 plugins wrapped with ${wrapper}`, () => {
    const create = useServers()

    it('register all kinds of values into the containing context', async () => {
      const server = create()
      server.register(
        wrap(async (instance) => {
          instance.decorate('onInstance', 'instance')
          instance.decorateRequest('onRequestObject', 'request')
          instance.decorateReply('onReplyObject', 'reply')
          instance.addSchema({ $id: 'wrapped', type: 'object', required: ['a'] })
          instance.addHook('onSend', async (_request, reply) => void reply.header('x-hook', 'yes'))
          instance.addContentTypeParser(
            'text/wrapped',
            { parseAs: 'string' },
            async (_request: Loose, body: string) => `[${body}]`,
          )
          instance.setErrorHandler((error, _request, reply) => reply.code(418).send(error.message))
          instance.setNotFoundHandler((_request: Loose, reply: Loose) => reply.code(404).send('wrapped 404'))
        }),
      )
      server.get('/', async function (request, reply) {
        return [this.onInstance, request.onRequestObject, reply.onReplyObject]
      })
      server.post('/body', async (request) => request.body)
      server.post('/schema', { schema: { body: { $ref: 'wrapped#' } } }, async () => 'never')
      const answer = await server.inject('/')
      expect(answer.json()).to.deep.equal(['instance', 'request', 'reply'])
      expect(answer.headers['x-hook']).to.equal('yes')
      const headers = { 'content-type': 'text/wrapped' }
      expect((await server.inject({ method: 'POST', url: '/body', headers, payload: 'x' })).body).to.equal('[x]')
      expect((await postJson(server, '/schema', {})).statusCode).to.equal(418)
      expect((await server.inject('/nowhere')).body).to.equal('wrapped 404')
    })

    it('get the containing instance itself', async () => {
      const server = create()
      let given: unknown
      server.register(
        wrap(async (instance) => {
          given = instance
        }),
      )
      await server.ready()
      expect(given).to.equal(server)
    })

    it('break encapsulation by exactly one level', async () => {
      const server = create()
      server.register(async (child) => {
        child.register(wrap(async (instance) => void instance.decorateRequest('mark', 'm')))
        child.get('/child', async (request) => ({ mark: request.mark }))
      })
      server.get('/root', async (request) => ({ mark: request.mark }))
      expect((await server.inject('/child')).json()).to.deep.equal({ mark: 'm' })
      expect((await server.inject('/root')).json()).to.deep.equal({})
    })

    it('carry on through a chain of wrapped plugins', async () => {
      const server = create()
      server.register(
        wrap(async (instance) => {
          instance.register(wrap(async (inner) => void inner.decorateRequest('mark', 'm')))
        }),
      )
      server.get('/', async (request) => ({ mark: request.mark }))
      expect((await server.inject('/')).json()).to.deep.equal({ mark: 'm' })
    })

    it('leave plain plugins inside them encapsulated', async () => {
      const server = create()
      server.register(
        wrap(async (instance) => {
          instance.register(async (inner) => {
            inner.decorateRequest('mark', 'm')
            inner.get('/inner', async (request) => ({ mark: request.mark }))
          })
        }),
      )
      server.get('/', async (request) => ({ mark: request.mark }))
      expect((await server.inject('/')).json()).to.deep.equal({})
      expect((await server.inject('/inner')).json()).to.deep.equal({ mark: 'm' })
    })

    it('ignore the prefix option for their routes', async () => {
      const server = create()
      server.register(
        wrap(async (instance) => void instance.get('/a', async () => 'a')),
        { prefix: '/v1' },
      )
      expect((await server.inject('/a')).body).to.equal('a')
      expect((await server.inject('/v1/a')).statusCode).to.equal(404)
    })

    it('get their options and may be callback plugins', async () => {
      const server = create()
      let given: unknown
      server.register(
        wrap((_instance, options, done) => {
          given = options.key
          done()
        }),
        { key: 'value' },
      )
      await server.ready()
      expect(given).to.equal('value')
    })

    it('do not run onRegister', async () => {
      const server = create()
      let registered = 0
      server.addHook('onRegister', () => void registered++)
      server.register(wrap(async () => undefined))
      await server.ready()
      expect(registered).to.equal(0)
    })

    it('are found by name', async () => {
      const server = create()
      server.register(wrap(async () => undefined, { name: 'named' }))
      await server.ready()
      expect(server.hasPlugin('named')).to.equal(true)
      expect(server.hasPlugin('other')).to.equal(false)
    })

    it('ask for a version range of the core, which 5.x satisfies', async () => {
      const server = create()
      server.register(wrap(async () => undefined, { fastify: '5.x', name: 'fits' }))
      await server.ready()
      const other = create()
      const error = await failureOf(async () => {
        other.register(wrap(async () => undefined, { fastify: '99.x', name: 'does-not-fit' }))
        await other.ready()
      })
      expect(error.code).to.equal('FST_ERR_PLUGIN_VERSION_MISMATCH')
      expect(error.message).to.contain('does-not-fit').and.contain('99.x')
    })

    it('ask for decorators, which must be there', async () => {
      const decorators = { fastify: ['db'], request: ['user'], reply: ['view'] }
      const server = create()
      server.decorate('db', 1)
      server.decorateRequest('user', '')
      server.decorateReply('view', '')
      server.register(wrap(async () => undefined, { decorators, name: 'asks' }))
      await server.ready()
      const other = create()
      const error = await failureOf(async () => {
        other.register(wrap(async () => undefined, { decorators, name: 'asks' }))
        await other.ready()
      })
      expect(error.code).to.equal('FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE')
      expect(error.message).to.contain('db').and.contain('asks')
    })

    it('ask for other plugins, which must have been registered', async () => {
      const server = create()
      server.register(wrap(async () => undefined, { name: 'first' }))
      server.register(wrap(async () => undefined, { name: 'second', dependencies: ['first'] }))
      await server.ready()
      const other = create()
      const error = await failureOf(async () => {
        other.register(wrap(async () => undefined, { name: 'second', dependencies: ['first'] }))
        await other.ready()
      })
      expect(error.code).to.equal('FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED')
      expect(error.message).to.contain('first').and.contain('second')
    })

    it('sets the well-known symbols of the ecosystem', () => {
      const wrapped: Loose = wrap(async () => undefined, { name: 'named', fastify: '5.x' })
      expect(wrapped[Symbol.for('skip-override')]).to.equal(true)
      expect(wrapped[Symbol.for('fastify.display-name')]).to.equal('named')
      expect(wrapped[Symbol.for('plugin-meta')]).to.include({ name: 'named', fastify: '5.x' })
    })

    it('may still be encapsulated on request', async () => {
      const server = create()
      server.register(
        wrap(async (instance) => void instance.decorateRequest('mark', 'm'), { encapsulate: true, name: 'closed' }),
      )
      server.get('/', async (request) => ({ mark: request.mark }))
      expect((await server.inject('/')).json()).to.deep.equal({})
    })
  })
}

describe('SPEC 4.7 plugins marked by hand', () => {
  const create = useServers()

  it('skip-override on the function wraps it', async () => {
    const server = create()
    const plugin: Loose = async (instance: Loose) => void instance.decorateRequest('mark', 'm')
    plugin[Symbol.for('skip-override')] = true
    server.register(plugin)
    server.get('/', async (request) => ({ mark: request.mark }))
    expect((await server.inject('/')).json()).to.deep.equal({ mark: 'm' })
  })

  it('a display name is the name of the plugin', async () => {
    const server = create()
    const plugin: Loose = async (instance: Loose) => void instance.get('/', async () => instance.pluginName)
    plugin[Symbol.for('fastify.display-name')] = 'shown'
    server.register(plugin)
    expect((await server.inject('/')).body).to.equal('shown')
  })
})

describe('pluginWrapper refuses wrong declarations of a plugin, and names the right form', () => {
  for (const [meta, words] of [
    [null, "got null. Pass an object, such as { name: 'database', fastify: '5.x' }"],
    [5, 'got number 5. Pass an object'],
    [{ name: 5 }, 'got number 5. Pass a string as name'],
    [{ fastify: 5 }, 'got number 5. Pass a string as fastify'],
    [{ dependencies: 'cookies' }, 'got the string "cookies". Pass a list of names as dependencies'],
    [{ dependencies: [() => {}] }, 'got an array. Pass a list of names as dependencies'],
    [{ decorators: ['user'] }, "got an array. Pass an object as decorators, such as { request: ['user'] }"],
    [{ decorators: { request: 'user' } }, 'got the string "user". Pass a list of names as decorators.request'],
  ] as [Loose, string][]) {
    it(`for ${JSON.stringify(meta)}`, () => {
      expect(() => pluginWrapper(async () => {}, meta))
        .to.throw(`pluginWrapper(plugin, …) ${words}`)
        .with.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
    })
  }
})
