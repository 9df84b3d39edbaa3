import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { failureOf, type Loose, logLines, useServers } from './subject.js'

describe('onRoute and onRegister hooks that return a promise', () => {
  const create = useServers()
  const trigger: Record<string, (server: Loose) => void> = {
    onRoute: (server) => server.get('/', async () => 'route'),
    onRegister: (server) => server.register(async () => {}),
  }

  for (const name of ['onRoute', 'onRegister']) {
    for (const [when, wait] of Object.entries({ 'at once': () => Promise.resolve(), later: () => sleep(20) }))
      it(`fail the boot when it rejects ${when}: ${name}`, async () => {
        const server = create()
        server.addHook(name, async () => {
          await wait()
          throw new Error('planned')
        })
        trigger[name]?.(server)
        expect((await failureOf(server.ready())).message).to.equal('planned')
      })

    it(`fail the boot by a code when it rejects with nothing: ${name}`, async () => {
      const server = create()
      server.addHook(name, () => Promise.reject())
      trigger[name]?.(server)
      expect(await failureOf(server.ready())).to.include({ code: 'ALC_ERR_HOOK_REJECTED' })
    })

    it(`fail the boot when it does not settle within pluginTimeout: ${name}`, async () => {
      const server = create({ pluginTimeout: 30 })
      server.addHook(name, function pending() {
        return new Promise(() => {})
      })
      trigger[name]?.(server)
      const error = await failureOf(server.ready())
      expect(error).to.include({ code: 'FST_ERR_HOOK_TIMEOUT' })
      expect(error.message).to.include(`'${name}' hook "pending"`)
    })

    it(`are logged when the boot has failed before: ${name}`, async () => {
      const { lines, stream } = logLines()
      const server = create({ logger: { stream } })
      server.addHook(name, async () => {
        await sleep(5)
        throw new Error('second')
      })
      trigger[name]?.(server)
      server.register(async () => {
        throw new Error('first')
      })
      expect((await failureOf(server.ready())).message).to.equal('first')
      await sleep(20)
      expect(JSON.stringify(lines)).to.include(`The ${name} hook failed`).and.include('second')
    })
  }

  it('end before the onReady hooks run', async () => {
    const server = create()
    const notes: string[] = []
    server.addHook('onRoute', async () => {
      await sleep(10)
      notes.push('onRoute')
    })
    server.addHook('onReady', async () => {
      notes.push('onReady')
    })
    server.get('/', async () => 'route')
    await server.ready()
    expect(notes).to.deep.equal(['onRoute', 'onRoute', 'onReady']) // GET and HEAD
  })
})

describe('a route behind an onRoute hook', () => {
  const create = useServers()

  for (const name of ['query', 'querystring'])
    it(`validates the short form of its ${name}, and the hook gets the full form`, async () => {
      const server = create()
      let seen: unknown
      server.addHook('onRoute', (route) => {
        seen = route.schema?.[name]
      })
      server.get('/', { schema: { [name]: { page: { type: 'integer' } } }, handler: (request) => request.query })
      expect((await server.inject('/?page=2&other=x')).json()).to.deep.equal({ page: 2 })
      expect(seen).to.deep.equal({ type: 'object', properties: { page: { type: 'integer' } } })
    })
})

describe('the method of a route that an onRoute hook changes', () => {
  const create = useServers()
  const statuses = async (server: Loose, methods: readonly string[], url = '/') => {
    const answers = await Promise.all(methods.map((method) => server.inject({ method, url })))
    return answers.map(({ statusCode }) => statusCode)
  }
  const changing = (method: unknown) => {
    const server = create()
    server.addHook('onRoute', (route) => {
      route.method = method
    })
    return server
  }

  it('is the one that answers', async () => {
    const server = changing('DELETE')
    server.get('/', async ({ routeOptions }) => routeOptions.method)
    expect(await statuses(server, ['DELETE', 'GET', 'HEAD'])).to.deep.equal([200, 404, 404])
    expect((await server.inject({ method: 'DELETE', url: '/' })).body).to.equal('DELETE')
  })

  it('may become several', async () => {
    const server = changing(['PUT', 'PATCH'])
    server.post('/', async () => 'text')
    expect(await statuses(server, ['PUT', 'PATCH', 'POST'])).to.deep.equal([200, 200, 404])
  })

  it('applies to each spelling of its path', async () => {
    const server = create()
    server.register(
      async (child: Loose) => {
        child.addHook('onRoute', (route: Loose) => {
          route.method = 'PUT'
        })
        child.post('/', async () => 'text')
      },
      { prefix: '/a' },
    )
    expect(await statuses(server, ['PUT', 'POST'], '/a')).to.deep.equal([200, 404])
    expect(await statuses(server, ['PUT', 'POST'], '/a/')).to.deep.equal([200, 404])
  })

  it('is refused if the server does not support it', async () => {
    const failure = await failureOf(async () => {
      const server = changing('ODD')
      server.get('/', async () => 'text')
      await server.ready()
    })
    expect(failure.code).to.equal('FST_ERR_ROUTE_METHOD_NOT_SUPPORTED')
  })
})
