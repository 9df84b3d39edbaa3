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
