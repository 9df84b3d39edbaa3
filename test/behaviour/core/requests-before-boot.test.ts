import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type ServerOptions } from 'alcove/core'
import dropIn from 'alcove/fastify'
import { expect } from 'chai'

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The answer. A request without one fails. */
async function answerOf(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  return `${response.status} ${await response.text()}`
}

/** A route on a server of the application that listens already. */
async function onListeningServer() {
  const shared = createHttpServer()
  const url = await listening(shared)
  const serverFactory: ServerOptions['serverFactory'] = (listener: RequestListener) => shared.on('request', listener)
  const server = createServer({ serverFactory })
  server.get('/', async () => 'ran')
  return { shared, url, server }
}

const refusal = '503 {"statusCode":503,"error":"Service Unavailable","message":"The server has not booted yet"}'

describe('a request that arrives before the boot has ended', () => {
  for (const [name, create] of Object.entries({ core: createServer, 'drop-in': dropIn })) {
    it(`gets a 503, and later ones get their answers (${name})`, async () => {
      const server = create()
      server.get('/', async () => 'ran')
      const url = await listening(server.server as Server)
      try {
        expect(await answerOf(url)).to.equal(refusal)
        await server.ready()
        expect(await answerOf(url)).to.equal('200 ran')
      } finally {
        await server.close()
      }
    })
  }

  it('gets a 503 on a server of the application while a plugin loads', async () => {
    const { shared, url, server } = await onListeningServer()
    let early = ''
    server.register(async () => {
      early = await answerOf(url)
    })
    try {
      await server.ready()
      expect(early).to.equal(refusal)
      expect(await answerOf(url)).to.equal('200 ran')
      await server.close() // the server of the application still listens
      expect(await answerOf(url)).to.match(/^503 .*"Service Unavailable"}$/)
    } finally {
      await server.close()
      shared.close()
    }
  })

  it('gets a 503 after the boot has failed, because hooks of the plugin that failed may be missing', async () => {
    const { shared, url, server } = await onListeningServer()
    server.register(async () => Promise.reject(new Error('planned')))
    try {
      await server.ready().then(
        () => expect.fail('the server has booted'),
        ({ message }: Error) => expect(message).to.contain('planned'),
      )
      expect(await answerOf(url)).to.equal(refusal)
      await server.close() // the server of the application still listens
      expect(await answerOf(url)).to.match(/^503 /)
    } finally {
      await server.close()
      shared.close()
    }
  })

  it('has the answer of the probes if there are any', async () => {
    const server = createServer({ health: true })
    const url = await listening(server.server as Server)
    try {
      expect(await answerOf(`${url}/livez`)).to.match(/^200 /)
      expect(await answerOf(`${url}/readyz`)).to.match(/^503 /)
    } finally {
      await server.close()
    }
  })
})
