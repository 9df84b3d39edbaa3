import websocket from '@fastify/websocket'
import { bootstrap, Controller, Get, type Instance, Module, PluginWrapped } from 'alcove'
import { expect } from 'chai'
import { bootError } from '../bootstrap/boot.js'
import type { Loose } from './served.js'

@Controller('/talk')
class Talk {
  @Get('/ws', { websocket: true })
  talk(socket: Loose) {
    socket.send('hello')
  }
  @Get('/page')
  page() {
    return 'page'
  }
}

async function boot(root: new () => object): Promise<void> {
  await using app = bootstrap(root, { logger: false })
  await app.ready()
}

describe('a route of sockets', () => {
  it('fails the boot where no plugin takes it, as with a plugin in a sibling', async () => {
    @Module({ controllers: [Talk] })
    class Chat {}
    @Module({ plugins: [websocket] })
    class Sockets {}
    @Module({ imports: [Chat, Sockets] })
    class Root {}
    const failure = await bootError(Root)
    expect(failure.code).to.equal('ALC_ERR_WEBSOCKET_UNSEEN')
    expect(failure.message).to.match(/^Talk\.talk \(GET \/talk\/ws\) .*"plugins" of Chat, or of a module above it/)
    expect(failure.declaredAt).to.include('websocket-visibility')
  })

  it('fails the boot where a hook sees it and leaves its handler alone', async () => {
    @Module({ controllers: [Talk] })
    class Root {
      configure(instance: Instance) {
        instance.addHook('onRoute', () => undefined)
      }
    }
    expect((await bootError(Root)).code).to.equal('ALC_ERR_WEBSOCKET_UNSEEN')
  })

  it('fails the boot where its controller has the option', async () => {
    @Controller({ websocket: true } as Loose)
    class Own {
      @Get('/own') talk() {}
    }
    @Module({ controllers: [Own] })
    class Root {}
    expect((await bootError(Root)).code).to.equal('ALC_ERR_WEBSOCKET_UNSEEN')
  })

  it('is taken by a plugin of a module above, and of a wrapped one', async () => {
    @Module({ controllers: [Talk] })
    class Chat {}
    @Module({ plugins: [websocket], imports: [Chat] })
    class Above {}
    await boot(Above)

    @PluginWrapped()
    @Module({ plugins: [websocket] })
    class Sockets {}
    @Module({ imports: [Chat, Sockets] })
    class Root {}
    await boot(Root)
  })

  it('refuses a request where a plugin has wrapped its handler and no plugin takes it', async () => {
    const wrapping = (instance: Instance) => {
      instance.addHook('onRoute', (route: Loose) => {
        const { handler } = route
        route.handler = function measured(this: Loose, ...given: Loose[]) {
          return handler.apply(this, given)
        }
      })
    }
    @Module({ controllers: [Talk] })
    class Chat {
      configure(instance: Instance) {
        wrapping(instance)
      }
    }
    @Module({ imports: [Chat] })
    class Without {}
    @Module({ plugins: [websocket], imports: [Chat] })
    class With {}
    const lines: string[] = []
    const logger = { level: 'error', stream: { write: (line: string) => void lines.push(line) } }
    const app = bootstrap(Without, { logger })
    expect((await app.inject('/talk/ws')).json()).to.include({ statusCode: 500, code: 'ALC_ERR_WEBSOCKET_UNSEEN' })
    expect(JSON.parse(lines[0]!).msg).to.match(
      /^Talk\.talk \(GET \/talk\/ws\) .*"plugins" of Chat, or of a module above/,
    )
    expect((await app.inject('/talk/page')).body).to.equal('page')
    await app.close()

    const talking = bootstrap(With, { logger: false })
    await talking.ready()
    let received: Promise<string> | undefined
    const onInit = (socket: Loose) => {
      received = new Promise((resolve) => socket.once('message', (data: Loose) => resolve(String(data))))
    }
    const socket = await (talking.instance as Loose).injectWS('/talk/ws', {}, { onInit })
    expect(await received).to.equal('hello')
    socket.terminate()
    await talking.close()
  })

  it('is taken by another plugin that replaces its handler', async () => {
    @Module({ controllers: [Talk] })
    class Root {
      configure(instance: Instance) {
        instance.addHook('onRoute', (route: Loose) => {
          if (route.websocket === true) route.handler = async () => 'own sockets'
        })
      }
    }
    await boot(Root)
  })
})
