import { Controller, Hook, Inject, Injectable, Module } from 'alcove'
import { expect } from 'chai'
import { withApp } from './app.js'
import { expectRefusal } from './boot-failure.js'

describe('@Hook methods of providers that nothing would call', () => {
  it('are a boot error under the names of requests, and say why', async () => {
    @Injectable()
    class Wrong {
      @Hook('onRequest')
      note() {}
    }
    @Module({ providers: [Wrong] })
    class Root {}
    const failure = await expectRefusal(Root, ['Wrong.note', 'onRequest', 'it has no requests', 'onReady'])
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
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    await withApp(Root, (app) => app.ready(), { logger: { level: 'warn', stream } })
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include(
      'Pool.onModuleInit, Root.onModuleDestroy, Reads.beforeApplicationShutdown: nothing calls them',
    )
    expect(lines[0]).to.include("@Hook('onReady') above onModuleInit")
    expect(lines[0]).not.to.include('Pool.onApplicationShutdown')
  })
})
