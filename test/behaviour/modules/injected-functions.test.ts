import {
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  pluginWrapper,
  type Reply,
  type Request,
  replyValue,
  requestValue,
} from 'alcove'
import { expect } from 'chai'
import { type App, ask, askOnce, withApp } from './app.js'

describe('an injected function of a request or reply', () => {
  const Whose = requestValue<() => string>('whose')
  const Ok = replyValue<(data: object) => Reply>('ok')

  @Controller()
  class Calls {
    @Get('/request')
    request(@Inject(Whose) whose: () => string) {
      return { url: whose() }
    }
    @Get('/reply')
    reply(@Inject(Ok) ok: (data: object) => Reply) {
      return ok({ sent: true })
    }
  }

  function whose(this: Request) {
    return this.url
  }
  function ok(this: Reply, data: object) {
    return this.code(202).send(data)
  }

  async function expectBound(root: Parameters<typeof withApp>[0]): Promise<void> {
    await withApp(root, async (app) => {
      expect((await ask(app, 'GET /request')).body).to.deep.equal({ url: '/request' })
      const answer = await ask(app, 'GET /reply')
      expect([answer.status, answer.body]).to.deep.equal([202, { sent: true }])
    })
  }

  it('is bound to it where a module declares the function', async () => {
    @Module({ decorateRequest: { whose }, decorateReply: { ok }, controllers: [Calls] })
    class Root {}
    await expectBound(Root)
  })

  it('is bound to it where a plugin decorates it', async () => {
    const plugin = pluginWrapper(async (instance: App['instance']) => {
      instance.decorateRequest('whose', whose)
      instance.decorateReply('ok', ok)
    })
    @Module({ plugins: [plugin], controllers: [Calls] })
    class Root {}
    await expectBound(Root)
  })

  it('is bound to it where from() computes the function', async () => {
    @Module({ decorateRequest: [Whose.from(() => whose)], decorateReply: [Ok.from(() => ok)], controllers: [Calls] })
    class Root {}
    await expectBound(Root)
  })

  it('is bound in a constructor of the request, too', async () => {
    @Controller()
    @Injectable({ scope: 'request' })
    class Built {
      constructor(@Inject(Whose) private readonly whose: () => string) {}
      @Get('/built')
      read() {
        const { whose } = this
        return { url: whose() }
      }
    }
    @Module({ decorateRequest: [Whose.is(whose)], controllers: [Built] })
    class Root {}
    expect((await askOnce(Root, 'GET /built')).body).to.deep.equal({ url: '/built' })
  })

  it('stays what it is where it is a class', async () => {
    class Shape {
      static readonly sides = 4
    }
    @Controller()
    class Reads {
      @Get('/class')
      read(@Inject('Shape') given: typeof Shape, @Inject('Table') table: MapConstructor) {
        return { same: given === Shape && table === Map, sides: given.sides }
      }
    }
    @Module({ decorateRequest: { Shape, Table: Map }, controllers: [Reads] })
    class Root {}
    expect((await askOnce(Root, 'GET /class')).body).to.deep.equal({ same: true, sides: 4 })
  })
})
