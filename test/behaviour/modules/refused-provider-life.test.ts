import { Controller, Hook, Inject, Injectable, Module, provide, token } from 'alcove'
import { expect } from 'chai'
import { type RootModule, withApp } from './app.js'
import { expectRefusal } from './boot-failure.js'

describe('@Hook methods of providers that nothing would call', () => {
  it('are a boot error with a reason under the names of request hooks', async () => {
    @Injectable()
    class Wrong {
      @Hook('onRequest')
      note() {}
    }
    @Module({ providers: [Wrong] })
    class Root {}
    const failure = await expectRefusal(Root, ['Wrong.note', 'onRequest', 'Wrong has no requests', 'onReady'])
    expect(failure.code).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })

  it('are a boot error on what is built for a request', async () => {
    @Injectable({ scope: 'request' })
    class Visitor {
      @Hook('onReady')
      ready() {}
    }
    @Module({ providers: [Visitor] })
    class Root {}
    await expectRefusal(Root, ['Visitor.ready', 'onReady', 'built once for its context'])
  })
})

/** The texts of the warnings that a boot logs. */
async function warningsOf(Root: RootModule): Promise<string[]> {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line).msg) }
  await withApp(Root, (app) => app.ready(), { logger: { level: 'warn', stream } })
  return lines
}

describe('methods with the names that Nest calls', () => {
  it('are warned of once, all in one line, unless @Hook calls them', async () => {
    @Injectable()
    class Pool {
      onModuleInit() {}
      @Hook('onClose')
      onApplicationShutdown() {}
    }
    @Controller()
    class Reads {
      constructor(@Inject(Pool) readonly pool: Pool) {}
      beforeApplicationShutdown() {}
    }
    @Module({ providers: [Pool], controllers: [Reads] })
    class Root {
      onModuleDestroy() {}
    }
    const lines = await warningsOf(Root)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include(
      'Pool.onModuleInit, Root.onModuleDestroy, Reads.beforeApplicationShutdown: nothing calls them',
    )
    expect(lines[0]).to.include("@Hook('onReady') above onModuleInit")
    expect(lines[0]).not.to.include('Pool.onApplicationShutdown')
  })

  it('are warned of on objects that a value gives or a factory makes', async () => {
    class Client {
      async onModuleInit() {}
      async onModuleDestroy() {}
    }
    class Hooked {
      @Hook('onReady')
      onModuleInit() {}
    }
    const anything = new Proxy({}, { get: () => () => undefined })
    const hostile = new Proxy(
      {},
      {
        has: () => {
          throw new Error('planned')
        },
      },
    )
    @Module({
      providers: [
        provide(token<Client>('value'), { useValue: new Client() }),
        provide(token<Client>('factory'), { useFactory: () => new Client() }),
        provide(token<object>('async'), { useAsync: async () => ({ onApplicationShutdown() {} }) }),
        provide(token<Hooked>('hooked'), { useFactory: () => new Hooked() }),
        provide(token<object>('inherited'), { useValue: Object.create({ beforeApplicationShutdown() {} }) }),
        provide(token<object>('field'), { useValue: { onModuleInit: true } }),
        provide(token<object>('anything'), { useValue: anything }),
        provide(token<object>('hostile'), { useValue: hostile }),
      ],
    })
    class Root {}
    expect(await warningsOf(Root)).to.deep.equal([
      'provider "value".onModuleInit, provider "value".onModuleDestroy, provider "factory".onModuleInit, ' +
        'provider "factory".onModuleDestroy, provider "async".onApplicationShutdown, ' +
        'provider "inherited".beforeApplicationShutdown: ' +
        'nothing calls them: alcove calls methods by their decorators. ' +
        "Write @Hook('onReady') above onModuleInit, @Hook('preClose') above onModuleDestroy. " +
        "Call onApplicationShutdown of an object without a class in a method of the module with @Hook('onClose'). " +
        "Call beforeApplicationShutdown of an object without a class in a method of the module with @Hook('preClose').",
    ])
  })

  it('cause no warning on objects that are built for a request', async () => {
    @Module({
      providers: [provide(token<object>('visitor'), { useFactory: () => ({ onModuleInit() {} }), scope: 'request' })],
    })
    class Root {}
    expect(await warningsOf(Root)).to.deep.equal([])
  })
})
