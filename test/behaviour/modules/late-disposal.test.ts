import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:http2'
import { bootstrap, Controller, Get, Hook, Inject, Injectable, Module, type Reply, type Request } from 'alcove'
import { expect } from 'chai'

/** A class of one request, and a promise that resolves when an object of it is disposed. */
function createVisit() {
  let dispose: () => void = () => {}
  const disposed = new Promise<void>((resolve) => {
    dispose = resolve
  })
  @Injectable({ scope: 'request' })
  class Visit {
    [Symbol.dispose]() {
      dispose()
    }
  }
  return { Visit, disposed }
}

describe('bootstrap: what is first built for a request when its client has gone', () => {
  /** Sends a request and goes away when the server has it. */
  const clients: Record<string, (address: string, arrived: Promise<unknown>) => Promise<void>> = {
    'HTTP/1': async (address, arrived) => {
      const request = get(address)
      request.on('error', () => undefined)
      await arrived
      request.destroy()
    },
    'HTTP/2': async (address, arrived) => {
      const session = connect(address)
      session.on('error', () => undefined)
      const stream = session.request({ ':path': '/' })
      stream.on('error', () => undefined)
      await arrived
      stream.close(8) // CANCEL
      await once(stream, 'close')
      session.close()
    },
  }

  for (const [protocol, request] of Object.entries(clients)) {
    it(`is disposed, over ${protocol}`, async () => {
      let arrive: () => void = () => {}
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve
      })
      const { Visit, disposed } = createVisit()
      @Controller()
      class Door {
        @Hook('preHandler') async wait(_request: Request, reply: Reply) {
          const closed = once(reply.raw, 'close')
          arrive()
          await closed
        }
        @Get('/') read(@Inject(Visit) visit: object) {
          return visit instanceof Visit
        }
      }
      @Module({ providers: [Visit], controllers: [Door] })
      class App {}
      await using app = bootstrap(App, { http2: protocol === 'HTTP/2' })
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      await request(address, arrived)
      expect(await disposed).to.equal(undefined)
    })
  }

  it('is disposed after an aborted inject', async () => {
    const abort = new AbortController()
    const { Visit, disposed } = createVisit()
    @Controller()
    class Door {
      @Hook('preHandler') async wait(_request: Request, reply: Reply) {
        const closed = new Promise((resolve) => reply.raw.once('close', resolve))
        abort.abort()
        await closed
      }
      @Get('/') read(@Inject(Visit) visit: object) {
        return visit instanceof Visit
      }
    }
    @Module({ providers: [Visit], controllers: [Door] })
    class App {}
    await using app = bootstrap(App)
    const error = await app.inject({ url: '/', signal: abort.signal }).catch((failure: Error) => failure.name)
    expect(error).to.equal('AbortError')
    expect(await disposed).to.equal(undefined)
  })
})
