import { expect } from 'chai'
import { failureOf, type Loose, logLines, type Plugin, useServers } from './subject.js'

describe('SPEC 4.1 plugins that go wrong are found at boot', () => {
  const create = useServers()

  async function bootFailure(plugin: Loose, options: object = {}): Promise<Loose> {
    const server = create(options)
    return failureOf(async () => {
      server.register(plugin)
      await server.ready()
    })
  }

  const planned = new Error('planned')
  for (const [way, plugin] of Object.entries<Plugin>({
    'rejects with': async () => Promise.reject(planned),
    'throws at once': () => {
      throw planned
    },
    'throws at once, as a callback function,': (_instance, _options, _done) => {
      throw planned
    },
    'calls back with': (_instance, _options, done) => done(planned),
  })) {
    it(`an error that a plugin ${way} is the error of ready`, async () => {
      expect(await bootFailure(plugin)).to.equal(planned)
    })
  }

  it('an error of a grandchild is the error of ready', async () => {
    expect(
      await bootFailure(async (child: Loose) => void child.register(async () => Promise.reject(planned))),
    ).to.equal(planned)
  })

  it('an error is the error of listen and inject as well', async () => {
    const server = create()
    server.register(async () => Promise.reject(new Error('planned')))
    expect((await failureOf(server.listen({ port: 0 }))).message).to.equal('planned')
    const other = create()
    other.register(async () => Promise.reject(new Error('planned')))
    expect((await failureOf(other.inject('/'))).message).to.equal('planned')
  })

  it('a callback plugin that never calls done is a timeout that names the plugin and the cause', async () => {
    const error = await bootFailure(function forgetful(_instance: Loose, _options: Loose, _done: Loose) {}, {
      pluginTimeout: 50,
    })
    expect(error.code).to.equal('FST_ERR_PLUGIN_TIMEOUT')
    expect(error.message)
      .to.contain('forgetful')
      .and.match(/done|call ?back/i)
  })

  it('an async plugin that never resolves is a timeout that names the plugin and the cause', async () => {
    const error = await bootFailure(
      async function endless() {
        await new Promise(() => undefined)
      },
      { pluginTimeout: 50 },
    )
    expect(error.code).to.equal('FST_ERR_PLUGIN_TIMEOUT')
    expect(error.message)
      .to.contain('endless')
      .and.match(/promise|resolve/i)
  })

  it('an async plugin that also takes done is refused and named', async () => {
    const error = await bootFailure(async function mixed(_instance: Loose, _options: Loose, _done: Loose) {})
    expect(error.code).to.equal('FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER')
    expect(error.message).to.contain('mixed')
  })

  it('a plugin that calls done twice is found, or harmless', async () => {
    const server = create()
    let ready = 0
    server.register((_instance, _options, done) => {
      done()
      done()
    })
    server.addHook('onReady', async () => void ready++)
    await Promise.resolve(server.ready()).catch((error) => expect(error.code).to.match(/^(FST|ALC)_ERR_/))
    expect(ready).to.be.at.most(1)
  })

  for (const [way, late] of Object.entries({
    'throws after done': (done: Loose) => {
      done()
      throw new Error('planned')
    },
    'calls done again, with an error': (done: Loose) => {
      done()
      done(new Error('planned'))
    },
  })) {
    it(`a plugin that ${way} fails the boot, named with its context`, async () => {
      const error = await bootFailure(function tardy(_instance: Loose, _options: Loose, done: Loose) {
        late(done)
      })
      expect(error.code).to.equal('ALC_ERR_PLUGIN_FAILED_LATE')
      expect(error.message).to.contain('tardy').and.contain('root')
      expect(error.cause.message).to.equal('planned')
    })
  }

  it('a plugin that calls done again is loaded once, and the log names it with its context', async () => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream } })
    server.register(function eager(_instance: Loose, _options: Loose, done: Loose) {
      done()
      done()
      done()
    })
    await server.ready()
    const [warning, ...more] = lines.filter(({ level }) => level === 40)
    expect(more).to.deep.equal([])
    expect(warning.err.code).to.equal('ALC_ERR_PLUGIN_DONE_TWICE')
    expect(warning.msg).to.contain('"eager"').and.contain('"root"')
  })

  for (const value of [null, undefined, 'text', 7, {}]) {
    it(`${JSON.stringify(value)} is not a plugin`, async () => {
      expect((await bootFailure(value)).code).to.equal('FST_ERR_PLUGIN_NOT_VALID')
    })
  }

  for (const [what, value] of Object.entries({
    'a class': class Clock {},
    'a class as the default export': { default: class Clock {} },
    'a promised class': Promise.resolve({ default: class Clock {} }),
  })) {
    it(`${what} is not a plugin`, async () => {
      const error = await bootFailure(value)
      expect(error.code).to.equal('FST_ERR_PLUGIN_NOT_VALID')
      expect(error.message).to.contain('got the class Clock')
    })
  }

  it('a constructor function of older code is a plugin', async () => {
    const server = create()
    server.register(function Clock(_instance: Loose, _options: Loose, done: Loose) {
      done()
    })
    await server.ready()
  })

  /** The unhandled rejections while `run` runs, and for two turns of the event loop after it. */
  async function unhandledIn(run: () => Promise<unknown>): Promise<unknown[]> {
    const unhandled: unknown[] = []
    const listen = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listen)
    await run()
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', listen)
    return unhandled
  }

  it('a promised plugin that is rejected before its turn is the error of ready, and nothing else', async () => {
    const server = create()
    const unhandled = await unhandledIn(async () => {
      server.register(async () => new Promise((resolve) => setTimeout(resolve, 20)))
      server.register(Promise.reject(planned))
      expect(await failureOf(server.ready())).to.equal(planned)
    })
    expect(unhandled).to.deep.equal([])
  })

  it('a promised plugin that is none before its turn is the error of ready, and nothing else', async () => {
    const server = create()
    const unhandled = await unhandledIn(async () => {
      server.register(async () => new Promise((resolve) => setTimeout(resolve, 20)))
      server.register(Promise.resolve({ default: 5 }))
      expect((await failureOf(server.ready())).code).to.equal('FST_ERR_PLUGIN_NOT_VALID')
    })
    expect(unhandled).to.deep.equal([])
  })

  it('a rejected promise is refused after boot like any plugin, and nothing else', async () => {
    const server = create()
    await server.ready()
    const unhandled = await unhandledIn(async () => {
      const error = await failureOf(async () => server.register(Promise.reject(planned)))
      expect(error.code).to.equal('FST_ERR_ROOT_PLG_BOOTED')
    })
    expect(unhandled).to.deep.equal([])
  })

  it('registration after boot is refused', async () => {
    const server = create()
    await server.ready()
    const error = await failureOf(async () => server.register(async () => undefined))
    expect(error.code).to.equal('FST_ERR_ROOT_PLG_BOOTED')
  })

  it('registration while schemas compile is refused as after boot', async () => {
    const server = create()
    let refused: Loose
    server.setValidatorCompiler(() => {
      refused ??= failureOf(async () => server.register(async () => undefined))
      return () => true
    })
    server.get('/', { schema: { querystring: { type: 'object' } } }, async () => 'ok')
    await server.ready()
    expect((await refused).code).to.equal('FST_ERR_ROOT_PLG_BOOTED')
  })

  it('a plugin that has run out of time registers nothing more, when the boot goes on without it', async () => {
    const server = create({ pluginTimeout: 50 })
    const instances: Loose[] = []
    server.register(async function slow(child) {
      await child.register(async (inner) => void instances.push(child, inner))
      await new Promise(() => {})
    })
    server.after((error: Loose) => {
      expect(error?.code).to.equal('FST_ERR_PLUGIN_TIMEOUT')
    })
    await server.ready()
    expect(instances).to.have.length(2)
    for (const instance of instances) {
      const error = await failureOf(async () => instance.register(async () => {}))
      expect(error.code).to.equal('FST_ERR_PARENT_PLUGIN_BOOTED')
    }
  })

  it('the name of its function is the name of a plugin', async () => {
    const server = create()
    server.register(async function named(child) {
      child.get('/', async () => child.pluginName)
    })
    expect((await server.inject('/')).body).to.equal('named')
  })

  it('printPlugins draws the tree', async () => {
    const server = create()
    server.register(async function outer(child) {
      child.register(async function inner() {})
    })
    await server.ready()
    expect(server.printPlugins()).to.contain('outer').and.contain('inner')
  })
})

describe('a plugin that fails with a falsy value', () => {
  const create = useServers()
  for (const reason of [undefined, null, false, 0, Number.NaN, '', 0n]) {
    const ways = {
      throws: () => {
        throw reason
      },
      rejects: async () => {
        throw reason
      },
    }
    for (const [way, plugin] of Object.entries(ways))
      it(`fails the boot, because it could have registered a guard: ${way} ${typeof reason} ${String(reason)}`, async () => {
        const server = create()
        server.register(plugin)
        expect((await failureOf(server.ready())).code).to.equal('ALC_ERR_PLUGIN_REJECTED')
      })
  }
})
