import { pluginWrapper } from 'alcove/core'
import { expect } from 'chai'
import { failureOf, type Listener, type Loose, type Plugin, useServers } from './subject.js'

describe('SPEC 4.1 register', () => {
  const create = useServers()

  for (const [form, plugin] of Object.entries<Plugin>({
    'an async function': async (instance) => void instance.get('/', async () => 'loaded'),
    'a callback function': (instance, _options, done) => {
      instance.get('/', async () => 'loaded')
      done()
    },
    'a callback function that calls back later': (instance, _options, done) => {
      setImmediate(() => {
        instance.get('/', async () => 'loaded')
        done()
      })
    },
    'a function of one parameter that gives nothing': (instance) => void instance.get('/', async () => 'loaded'),
    'a function that gives a promise': (instance) =>
      Promise.resolve().then(() => void instance.get('/', async () => 'loaded')),
  })) {
    it(`takes ${form}`, async () => {
      const server = create()
      server.register(plugin)
      expect((await server.inject('/')).body).to.equal('loaded')
    })
  }

  it('takes the promise of a module with a default export, as import() gives it', async () => {
    const server = create()
    server.register(
      Promise.resolve({ default: async (instance: Loose) => void instance.get('/', async () => 'loaded') }),
    )
    expect((await server.inject('/')).body).to.equal('loaded')
  })

  it('takes a module with a default export', async () => {
    const server = create()
    server.register({ default: async (instance: Loose) => void instance.get('/', async () => 'loaded') } as Loose)
    expect((await server.inject('/')).body).to.equal('loaded')
  })

  it('gives the options to the plugin, and a fresh object when there are none', async () => {
    const seen: unknown[] = []
    const server = create()
    server.register(async (_instance, options) => void seen.push(options), { key: 'value' })
    server.register(async (_instance, options) => void seen.push(options))
    await server.ready()
    expect(seen).to.deep.equal([{ key: 'value' }, {}])
  })

  it('takes options as a function of the parent, called when the plugins before have loaded', async () => {
    let seen: unknown
    const server = create()
    const marking = async (instance: Loose) => void instance.decorate('mark', 'of the parent')
    server.register(Object.assign(marking, { [Symbol.for('skip-override')]: true }))
    server.register(
      async (_instance, options) => {
        seen = options
      },
      (parent: Loose) => ({ mark: parent.mark }),
    )
    await server.ready()
    expect(seen).to.deep.equal({ mark: 'of the parent' })
  })

  it('applies the prefix that a function of options returns, and calls the function once', async () => {
    const parents: unknown[] = []
    const server = create()
    server.register(
      async (instance, options) => void instance.get('/list', async () => options),
      (parent: Loose) => {
        parents.push(parent)
        return { prefix: '/notes', size: 2 }
      },
    )
    expect((await server.inject('/notes/list')).json()).to.deep.equal({ prefix: '/notes', size: 2 })
    expect((await server.inject('/list')).statusCode).to.equal(404)
    expect(parents.map((parent) => parent === server)).to.deep.equal([true])
  })

  it('fails the boot if a function of options throws', async () => {
    const server = create()
    const throwing = () => {
      throw new Error('no settings')
    }
    server.register(async () => {}, throwing)
    expect((await failureOf(server.ready())).message).to.equal('no settings')
  })

  it('names the plugin that took the name of a decoration first, and the plugin that registers it', async () => {
    const clock = pluginWrapper(async (instance: Loose) => void instance.decorate('clock', 1), { name: 'clock' })
    const times = pluginWrapper(async (instance: Loose) => void instance.register(clock), { name: 'times' })
    const server = create()
    server.register(times)
    server.register(clock)
    const { message } = await failureOf(server.ready())
    expect(message).to.include('in context "root" by the plugin "clock", which "times" registers.')
  })

  it('loads plugins one after the other, in order of registration, depth first', async () => {
    const notes: string[] = []
    const server = create()
    server.register(async (child) => {
      notes.push('a')
      child.register(async () => void notes.push('a1'))
      await new Promise((resolve) => setImmediate(resolve))
      notes.push('a end')
    })
    server.register((_instance, _options, done) => {
      notes.push('b')
      done()
    })
    await server.ready()
    expect(notes).to.deep.equal(['a', 'a end', 'a1', 'b'])
  })

  it('can be awaited, which loads the plugin', async () => {
    const server = create()
    let loaded = false
    await server.register(async () => {
      loaded = true
    })
    expect(loaded).to.equal(true)
  })

  it('can be awaited inside a plugin', async () => {
    const notes: string[] = []
    const server = create()
    server.register(async (child) => {
      notes.push('before')
      await child.register(async () => void notes.push('inner'))
      notes.push('after')
    })
    await server.ready()
    expect(notes).to.deep.equal(['before', 'inner', 'after'])
  })

  it('gives the instance, for chains', () => {
    const server = create()
    expect(server.register(async () => undefined).get('/', async () => 'ok').prefix).to.equal('')
  })

  it('after is called when the plugins before have loaded, with their error', async () => {
    const notes: unknown[] = []
    const server = create()
    server.register(async () => void notes.push('plugin'))
    server.after((error) => void notes.push(error ?? 'after'))
    await server.ready()
    expect(notes).to.deep.equal(['plugin', 'after'])
    const failing = create()
    failing.register(async () => Promise.reject(new Error('planned')))
    const seen: string[] = []
    failing.after((error) => void seen.push(error.message))
    await failing.ready()
    expect(seen).to.deep.equal(['planned'])
  })

  for (const [form, make] of Object.entries<(note: (what: string) => void) => Listener>({
    '(error, done)': (note) => (_error, done) =>
      setImmediate(() => {
        note('after')
        done()
      }),
    '(error, instance, done)': (note) => (_error, instance, done) =>
      setImmediate(() => {
        note(`after ${instance.prefix}`.trim())
        done()
      }),
    '(error) with a promise': (note) => async (_error) => {
      await new Promise((resolve) => setImmediate(resolve))
      note('after')
    },
  })) {
    it(`after as ${form} is waited for before the next plugin`, async () => {
      const notes: string[] = []
      const server = create()
      server.register(async () => void notes.push('first'))
      server.after(make((what) => void notes.push(what)))
      server.register(async () => void notes.push('second'))
      await server.ready()
      expect(notes).to.deep.equal(['first', 'after', 'second'])
    })
  }

  it('ready calls back without an error, in the context of the instance', async () => {
    const server = create()
    const seen: unknown = await new Promise((resolve) => {
      server.ready(function (this: Loose, error) {
        resolve([error ?? null, this === server])
      })
    })
    expect(seen).to.deep.equal([null, true])
  })

  it('after without a callback can be awaited', async () => {
    const server = create()
    let loaded = false
    server.register(async () => {
      loaded = true
    })
    await server.after(undefined as Loose)
    expect(loaded).to.equal(true)
  })

  describe('prefix', () => {
    it('is absent when it is null', async () => {
      const server = create()
      server.register(async (child) => void child.get('/a', async () => 'ran'), { prefix: null })
      expect((await server.inject('/a')).body).to.equal('ran')
    })

    it('is refused when it is not a string', async () => {
      const server = create()
      server.register(async function numbered() {}, { prefix: 5 })
      const failure = await server.ready().catch((error: Loose) => error)
      expect(failure.code).to.equal('FST_ERR_INIT_OPTS_INVALID')
      expect(failure.message).to.include('prefix of numbered').and.to.include('a string').and.to.include('number 5')
    })

    it('precedes all paths of a context, after the prefixes of outer contexts', async () => {
      const server = create()
      server.register(
        async (child) => {
          child.get('/a', async () => child.prefix)
          child.register(async (grandchild) => void grandchild.get('/b', async () => grandchild.prefix), {
            prefix: '/v2',
          })
        },
        { prefix: '/v1' },
      )
      expect((await server.inject('/v1/a')).body).to.equal('/v1')
      expect((await server.inject('/v1/v2/b')).body).to.equal('/v1/v2')
      expect((await server.inject('/a')).statusCode).to.equal(404)
    })

    it('may hold parameters', async () => {
      const server = create()
      server.register(async (child) => void child.get('/posts', async (request) => request.params), {
        prefix: '/users/:user',
      })
      expect((await server.inject('/users/7/posts')).json()).to.deep.equal({ user: '7' })
    })

    for (const [prefixTrailingSlash, with_, without] of [
      [undefined, 200, 200],
      ['both', 200, 200],
      ['slash', 200, 404],
      ['no-slash', 404, 200],
    ] as const) {
      it(`the route / of a prefix answers according to prefixTrailingSlash ${prefixTrailingSlash}`, async () => {
        const server = create()
        const options = prefixTrailingSlash === undefined ? {} : { prefixTrailingSlash }
        server.register(async (child) => void child.get('/', options, async () => 'ok'), { prefix: '/v1' })
        expect((await server.inject('/v1/')).statusCode).to.equal(with_)
        expect((await server.inject('/v1')).statusCode).to.equal(without)
      })
    }

    it('with the path "" answers without the slash', async () => {
      const server = create()
      server.register(async (child) => void child.get('', async () => 'ok'), { prefix: '/v1' })
      expect((await server.inject('/v1')).body).to.equal('ok')
    })

    it('the same plugin can be registered under several prefixes', async () => {
      const server = create()
      const plugin: Plugin = async (instance) => void instance.get('/a', async () => instance.prefix)
      for (const prefix of ['/v1', '/v2']) server.register(plugin, { prefix })
      expect((await server.inject('/v1/a')).body).to.equal('/v1')
      expect((await server.inject('/v2/a')).body).to.equal('/v2')
    })
  })
})
