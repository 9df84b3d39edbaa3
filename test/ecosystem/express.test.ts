import { IncomingMessage, request as openRequest, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import middie from '@fastify/middie'
import { Controller, Get, Hook, Module, Post } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

const requestOfExpress: object = Object.create(IncomingMessage.prototype)
const responseOfExpress: object = Object.create(ServerResponse.prototype)

/** Called with each request whose prototypes have been replaced. */
let replaced: (() => void) | null = null

/** Does to the messages what an application of express does, in its order, and calls the next middleware. */
function asExpress(req: Loose, res: Loose, next: () => void): void {
  req.res = res
  res.req = req
  Object.setPrototypeOf(req, requestOfExpress)
  Object.setPrototypeOf(res, responseOfExpress)
  replaced?.()
  next()
}

function countBody(req: IncomingMessage, res: ServerResponse): void {
  let length = 0
  req.on('data', (bytes: Buffer) => {
    length += bytes.length
  })
  req.on('end', () => res.end(`got ${length}`))
}

@Controller()
class Bodies {
  @Get('/counted')
  @Post('/counted')
  count() {
    throw new Error('The middleware answers')
  }
  @Post('/parsed')
  read(request: Loose) {
    return request.body
  }
}

@Module({ plugins: [middie], controllers: [Bodies] })
class Below {
  configure(instance: Loose) {
    instance.use(asExpress)
    instance.use('/counted', countBody)
  }
}

@Module({ imports: [Below] })
class App {
  /** Continues when the first bytes of the request, or its end, have arrived. A fetch handler reads no bytes before. */
  @Hook('onRequest')
  async wait({ raw, headers }: Loose) {
    while (headers['x-fetched'] === undefined && !raw.complete && raw.readableLength === 0) await turn()
  }
}

/** Sends a body in pieces of a byte: some before the prototypes are replaced, and some after. */
function sendPieces(address: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const outgoing = openRequest(`${address}${path}`, { method: 'POST', headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve(text))
    })
    outgoing.on('error', reject)
    for (const digit of '1234') outgoing.write(digit)
    replaced = () => {
      for (const digit of '5678') outgoing.write(digit)
      outgoing.end()
    }
  })
}

describe('a middleware that replaces the prototypes of the request and its response, as express does', () => {
  const serve = useServed()
  afterEach(() => {
    replaced = null
  })

  it('gets the end of a request that has ended before', async () => {
    const { ask } = await serve(App)
    expect((await ask('POST /counted')).text).to.equal('got 0')
    expect((await ask('GET /counted')).text).to.equal('got 0')
  })

  it('gets all bytes of a body whose pieces arrive before and after', async () => {
    const { address } = await serve(App)
    expect(await sendPieces(address, '/counted')).to.equal('got 8')
  })

  it('leaves all bytes of a body to the parser', async () => {
    const { address } = await serve(App)
    expect(await sendPieces(address, '/parsed')).to.equal('12345678')
  })

  it('works behind a fetch handler', async () => {
    const { app } = await serve(App)
    const headers = { 'content-type': 'application/json', 'x-fetched': 'yes' }
    const send = (path: string) =>
      app.handle(new Request(`http://a.example${path}`, { method: 'POST', body: '[1]', headers }))
    expect(await (await send('/counted')).text()).to.equal('got 3')
    expect(await (await send('/parsed')).text()).to.equal('[1]')
  })
})
