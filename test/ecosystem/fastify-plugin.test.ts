import { bootstrap, Controller, Get, Module, use } from 'alcove'
import { expect } from 'chai'
import wrap from 'fastify-plugin'
import { type Loose, type RootModule, useServed } from './served.js'

@Controller()
class Reader {
  @Get('/value')
  read(request: Loose) {
    return { value: request.server.value ?? null }
  }
}

const decorates = wrap(
  async (instance: Loose, options: { value: string }) => instance.decorate('value', options.value),
  {
    fastify: '5.x',
    name: 'decorates',
  },
)

@Module({ prefix: '/below', controllers: [Reader] })
class Below {}

@Module({
  prefix: '/in',
  plugins: [use(decorates, { value: 'seen' })],
  imports: [Below],
  controllers: [Reader],
})
class Inside {}

@Module({ prefix: '/beside', controllers: [Reader] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

async function bootFailure(root: RootModule): Promise<Loose> {
  const app = bootstrap(root)
  try {
    await app.ready()
  } catch (error) {
    return error
  } finally {
    await app.close()
  }
  throw new Error('expected the boot to fail')
}

function rootWith(plugin: Loose): RootModule {
  @Module({ plugins: [plugin] })
  class Asking {}
  @Module({ imports: [Asking] })
  class Root {}
  return Root
}

describe('fastify-plugin in a module', () => {
  const serve = useServed()

  it('registers into the module that lists the plugin, for it and the modules below', async () => {
    const { ask } = await serve(App)
    for (const path of ['/in/value', '/in/below/value']) {
      expect((await ask(`GET ${path}`)).json()).to.deep.equal({ value: 'seen' })
    }
  })

  it('registers neither above nor beside it', async () => {
    const { app, ask } = await serve(App)
    expect((await ask('GET /beside/value')).json()).to.deep.equal({ value: null })
    expect(app.instance.hasDecorator('value')).to.equal(false)
    expect(app.instance.hasPlugin('decorates')).to.equal(false)
  })

  for (const [demand, meta, code, documented] of [
    [
      'another major version',
      { fastify: '4.x' },
      'FST_ERR_PLUGIN_VERSION_MISMATCH',
      /^fastify-plugin: asking - expected '4\.x' fastify version, '5\.\d+\.\d+' is installed/,
    ],
    [
      'a plugin that is not there',
      { dependencies: ['absent'] },
      'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED',
      /^The dependency 'absent' of plugin 'asking' is not registered/,
    ],
    [
      'a decorator of the instance that is not there',
      { decorators: { fastify: ['absent'] } },
      'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE',
      /^The decorator 'absent' required by 'asking' is not present in Fastify/,
    ],
    [
      'a decorator of replies that is not there',
      { decorators: { reply: ['absent'] } },
      'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE',
      /^The decorator 'absent' required by 'asking' is not present in Reply/,
    ],
  ] as const) {
    it(`a plugin that asks for ${demand} fails the boot in Fastify's words, with the module named`, async () => {
      const asking = wrap(async () => {}, { name: 'asking', ...meta } as Loose)
      const error = await bootFailure(rootWith(asking))
      expect(error.code).to.equal(code)
      expect(error.message).to.match(documented).and.contain('Asking')
    })
  }

  it('encapsulate: true keeps what the plugin registers to itself', async () => {
    const hidden = wrap(async (instance: Loose) => instance.decorate('hidden', 1), {
      name: 'hidden',
      encapsulate: true,
    })
    const seen: unknown[] = []
    @Module({ plugins: [hidden] })
    class Root {
      configure(instance: Loose) {
        seen.push(instance.hasDecorator('hidden'), instance.hasPlugin('hidden'))
      }
    }
    await serve(Root)
    expect(seen).to.deep.equal([false, true])
  })
})
