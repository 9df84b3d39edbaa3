import sse from '@fastify/sse'
import { Controller, Get, Hook, Module } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

async function* counted() {
  for (const number of [1, 2, 3]) yield { id: String(number), data: { number } }
}

let released: Promise<void> = Promise.resolve()

@Controller()
class Events {
  @Get('/one', { sse: true })
  async one(_request: Loose, reply: Loose) {
    await reply.sse.send({ id: '7', event: 'update', data: { text: 'hello' } })
  }
  @Get('/many', { sse: 'only' })
  async many(_request: Loose, reply: Loose) {
    await reply.sse.send(counted())
  }
  @Get('/open', { sse: { kind: 'only', heartbeat: false } })
  async open(request: Loose, reply: Loose) {
    reply.sse.keepAlive()
    await reply.sse.send({ data: `after ${request.headers['last-event-id']}` })
    released = new Promise((resolve) => reply.sse.onClose(resolve))
  }
  @Get('/either', { sse: 'dual' })
  async either(_request: Loose, reply: Loose) {
    if (reply.sse === undefined) return { plain: true }
    await reply.sse.send('streamed')
    return undefined
  }
}

@Controller()
class Plain {
  @Get('/either', { sse: true })
  either(_request: Loose, reply: Loose) {
    return { sse: reply.sse !== undefined && reply.sse !== null }
  }
}

@Module({ prefix: '/in', plugins: [sse.default], controllers: [Events] })
class Inside {
  @Hook('onRequest')
  async check(request: Loose, reply: Loose) {
    reply.header('x-checked', 'yes')
    if (request.query.name === 'eve') await reply.code(401).send('not you')
  }
}

@Module({ prefix: '/beside', controllers: [Plain] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

const accept = (type: string) => ({ headers: { accept: type } })
const events = accept('text/event-stream')

describe('@fastify/sse in a module', () => {
  const serve = useServed()

  it('sends an event with its name and id', async () => {
    const { headers, text } = await (await serve(App)).ask('GET /in/one', events)
    expect(headers.get('content-type')).to.match(/^text\/event-stream/)
    expect(text.trim().split('\n').sort()).to.deep.equal(['data: {"text":"hello"}', 'event: update', 'id: 7'])
  })

  it('sends what a generator yields, and ends with it', async () => {
    const { text } = await (await serve(App)).ask('GET /in/many', events)
    expect([...text.matchAll(/data: (.*)/g)].map(([, data]) => data)).to.deep.equal([
      '{"number":1}',
      '{"number":2}',
      '{"number":3}',
    ])
  })

  it('keeps a connection open, gives the last event id of the client, and notices that the client leaves', async () => {
    const { address } = await serve(App)
    const leaving = new AbortController()
    const response = await fetch(`${address}/in/open`, {
      headers: { accept: 'text/event-stream', 'last-event-id': '41' },
      signal: leaving.signal,
    })
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).to.contain('data: "after 41"')
    leaving.abort()
    await released
  })

  it('answers clients that ask for no events as the route chooses', async () => {
    const { ask } = await serve(App)
    expect((await ask('GET /in/either', accept('application/json'))).json()).to.deep.equal({ plain: true })
    expect((await ask('GET /in/either', events)).text).to.contain('data: streamed')
    expect((await ask('GET /in/many', accept('application/json'))).status).to.equal(406)
  })

  it('runs hooks before events, with their headers, and they can refuse', async () => {
    const { ask } = await serve(App)
    expect((await ask('GET /in/one', events)).headers.get('x-checked')).to.equal('yes')
    expect((await ask('GET /in/one?name=eve', events)).status).to.equal(401)
  })

  it('leaves the routes of a sibling module plain', async () => {
    expect((await (await serve(App)).ask('GET /beside/either', events)).json()).to.deep.equal({ sse: false })
  })
})
