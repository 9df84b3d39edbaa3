import {
  Around,
  Controller,
  Get,
  Guard,
  Hook,
  type ImportEntry,
  type Instance,
  Module,
  PluginWrapped,
  pluginWrapper,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { askOnce } from './app.js'

describe('the order of wrapped imports', () => {
  const trace: string[] = []

  function wrapped(name: string, imports: ImportEntry[] = []) {
    const plugin = pluginWrapper(async (instance: Instance) => {
      instance.addHook('onRequest', async () => void trace.push(`plugin ${name}`))
    })
    @Around((_request, _reply, next) => {
      trace.push(`around ${name}`)
      return next()
    })
    @Guard(() => trace.push(`guard ${name}`) > 0)
    @PluginWrapped()
    @Module({ imports, plugins: [plugin] })
    class Wrapped {
      @Hook('onRequest')
      note() {
        trace.push(`method ${name}`)
      }

      configure(instance: Instance) {
        instance.addHook('onRequest', async () => void trace.push(`configure ${name}`))
      }
    }
    return Wrapped
  }

  @Controller()
  class Home {
    @Get()
    read() {
      return trace
    }
  }

  beforeEach(() => {
    trace.length = 0
  })

  it('is that of imports, and each module comes after the modules that are wrapped into it', async () => {
    const First = wrapped('first', [wrapped('first.a'), wrapped('first.b', [wrapped('first.b.c')])])
    @Use('onRequest', () => void trace.push('method root'))
    @Module({ imports: [First, wrapped('second')], controllers: [Home] })
    class Root {}
    const { body } = await askOnce(Root, 'GET /')
    const names = ['first.a', 'first.b.c', 'first.b', 'first', 'second']
    const outsideIn = ['first', 'first.a', 'first.b', 'first.b.c', 'second']
    expect(body).to.deep.equal([
      ...outsideIn.flatMap((name) => [`plugin ${name}`, `configure ${name}`]),
      ...names.map((name) => `method ${name}`),
      'method root',
      ...names.map((name) => `guard ${name}`),
      ...names.map((name) => `around ${name}`),
    ])
  })
})
