import { Controller, Get, Hook, Module, PluginWrapped, pluginWrapper, type Reply, type Request, Use } from 'alcove'
import { expect } from 'chai'
import { type App, ask, askOnce, withApp } from './app.js'

/** Adds a name to a response header, which lists the order of calls. */
function note(reply: Reply, name: string): void {
  const before = reply.getHeader('x-trail')
  reply.header('x-trail', before === undefined ? name : `${before}, ${name}`)
}

const noting = (name: string) => async (_request: Request, reply: Reply) => note(reply, name)

describe('the order in which hooks run', () => {
  it('is module before controller before method', async () => {
    @Use('preHandler', noting('controller'))
    @Controller()
    class Routes {
      @Use('preHandler', noting('method'))
      @Get('/trail')
      trail() {
        return ''
      }
    }
    @Module({ controllers: [Routes] })
    class Root {
      @Hook('preHandler')
      async module(_request: Request, reply: Reply) {
        note(reply, 'module')
      }
    }
    expect((await askOnce(Root, 'GET /trail')).headers['x-trail']).to.equal('module, controller, method')
  })

  it('is outer module before inner module', async () => {
    @Controller()
    class Routes {
      @Get('/trail')
      trail() {
        return ''
      }
    }
    @Use('onRequest', noting('grandchild'))
    @Module({ controllers: [Routes] })
    class Grandchild {}
    @Use('onRequest', noting('child'))
    @Module({ imports: [Grandchild] })
    class Child {}
    @Use('onRequest', noting('root'))
    @Module({ imports: [Child] })
    class Root {}
    expect((await askOnce(Root, 'GET /trail')).headers['x-trail']).to.equal('root, child, grandchild')
  })

  it('is plugins, configure, wrapped imports, then the own hooks of a module', async () => {
    @Controller()
    class Routes {
      @Get('/trail')
      trail() {
        return ''
      }
    }
    @PluginWrapped()
    @Module({})
    class Wrapped {
      @Hook('onRequest')
      async run(_request: Request, reply: Reply) {
        note(reply, 'wrapped')
      }
    }
    const plugin = pluginWrapper(async (instance: App['instance']) => {
      instance.addHook('onRequest', noting('plugin'))
    })
    @Module({ controllers: [Routes], imports: [Wrapped], plugins: [plugin] })
    class Root {
      @Hook('onRequest')
      async run(_request: Request, reply: Reply) {
        note(reply, 'own')
      }
      configure(instance: App['instance']) {
        instance.addHook('onRequest', noting('configure'))
      }
    }
    expect((await askOnce(Root, 'GET /trail')).headers['x-trail']).to.equal('plugin, configure, wrapped, own')
  })

  it('is that of the lifecycle, in any order of the methods', async () => {
    @Module({})
    class Root {
      @Hook('onSend')
      async last(_request: Request, reply: Reply) {
        note(reply, 'onSend')
      }
      @Hook('preHandler')
      async third(_request: Request, reply: Reply) {
        note(reply, 'preHandler')
      }
      @Hook('preValidation')
      async second(_request: Request, reply: Reply) {
        note(reply, 'preValidation')
      }
      @Hook('onRequest')
      async first(_request: Request, reply: Reply) {
        note(reply, 'onRequest')
      }
      configure(instance: App['instance']) {
        instance.get('/trail', async () => '')
      }
    }
    expect((await askOnce(Root, 'GET /trail')).headers['x-trail']).to.equal(
      'onRequest, preValidation, preHandler, onSend',
    )
  })

  it('is the order of the methods for several hooks of one name', async () => {
    @Controller()
    class Routes {
      @Hook('preHandler')
      async one(_request: Request, reply: Reply) {
        note(reply, 'one')
      }
      @Hook('preHandler')
      async two(_request: Request, reply: Reply) {
        note(reply, 'two')
      }
      @Get('/trail')
      trail() {
        return ''
      }
    }
    @Module({ controllers: [Routes] })
    class Root {}
    expect((await askOnce(Root, 'GET /trail')).headers['x-trail']).to.equal('one, two')
  })
})

describe('@Hook', () => {
  it('calls the method on the instance of its module', async () => {
    @Module({})
    class Root {
      private readonly word = 'this'
      @Hook('onRequest')
      async run(_request: Request, reply: Reply) {
        reply.header('x-word', this.word)
      }
    }
    expect((await askOnce(Root, 'GET /nothing')).headers['x-word']).to.equal('this')
  })

  it('calls the method on the instance of its controller', async () => {
    @Controller()
    class Routes {
      private count = 0
      @Hook('onRequest')
      async run() {
        this.count += 1
      }
      @Get('/count')
      read() {
        return { count: this.count }
      }
    }
    @Module({ controllers: [Routes] })
    class Root {}
    expect((await askOnce(Root, 'GET /count')).body).to.deep.equal({ count: 1 })
  })

  it('of a controller applies to the routes of that controller alone', async () => {
    @Use('onRequest', noting('first'))
    @Controller('/first')
    class First {
      @Hook('preHandler')
      async run(_request: Request, reply: Reply) {
        note(reply, 'method of first')
      }
      @Get()
      read() {
        return ''
      }
    }
    @Controller('/second')
    class Second {
      @Get()
      read() {
        return ''
      }
    }
    @Module({ controllers: [First, Second] })
    class Root {}
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /first')).headers['x-trail']).to.equal('first, method of first')
      expect((await ask(app, 'GET /second')).headers).not.to.have.property('x-trail')
    })
  })

  it('can answer in place of the handler', async () => {
    @Controller()
    class Routes {
      @Get('/asked')
      read() {
        return 'handler'
      }
    }
    @Module({ controllers: [Routes] })
    class Root {
      @Hook('preHandler')
      async answer(_request: Request, reply: Reply) {
        return reply.code(202).send('hook')
      }
    }
    const answer = await askOnce(Root, 'GET /asked')
    expect([answer.status, answer.text]).to.deep.equal([202, 'hook'])
  })

  it('stops the request when it throws', async () => {
    @Controller()
    class Routes {
      @Get('/asked')
      read() {
        return 'handler'
      }
    }
    @Module({ controllers: [Routes] })
    class Root {
      @Hook('preHandler')
      async refuse() {
        throw Object.assign(new Error('not today'), { statusCode: 409 })
      }
    }
    const answer = await askOnce(Root, 'GET /asked')
    expect(answer.status).to.equal(409)
    expect(answer.body).to.include({ message: 'not today' })
  })

  it('changes the payload from preSerialization and onSend', async () => {
    @Controller()
    class Routes {
      @Get('/asked')
      read() {
        return { from: 'handler' }
      }
    }
    @Module({ controllers: [Routes] })
    class Root {
      @Hook('preSerialization')
      async wrap(_request: Request, _reply: Reply, payload: unknown) {
        return { data: payload }
      }
      @Hook('onSend')
      async pad(_request: Request, _reply: Reply, payload: unknown) {
        return `${payload}\n`
      }
    }
    expect((await askOnce(Root, 'GET /asked')).text).to.equal('{"data":{"from":"handler"}}\n')
  })

  it('runs the hooks of the application when it gets ready and when it closes', async () => {
    const steps: string[] = []
    @Module({})
    class Root {
      @Hook('onReady')
      async ready() {
        steps.push('onReady')
      }
      @Hook('preClose')
      async closing() {
        steps.push('preClose')
      }
      @Hook('onClose')
      async close() {
        steps.push('onClose')
      }
    }
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(steps).to.deep.equal(['onReady', 'preClose', 'onClose'])
  })

  it('gives onRoute every route of the module and below', async () => {
    const paths: string[] = []
    @Controller('/below')
    class Below {
      @Get()
      read() {
        return ''
      }
    }
    @Module({ controllers: [Below] })
    class Child {}
    @Module({ imports: [Child] })
    class Root {
      @Hook('onRoute')
      note(route: { method: string | string[]; url: string }) {
        paths.push(`${route.method} ${route.url}`)
      }
    }
    await withApp(Root, (app) => Promise.resolve(app.ready()))
    expect(paths).to.include('GET /below')
  })
})
