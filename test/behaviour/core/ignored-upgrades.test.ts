import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { listen, openApart } from './socket.js'
import { type Loose, useServers } from './subject.js'

const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']
const lines = (...all: string[]) => [...all, '', ''].join('\r\n')
const get = (path: string, ...headers: string[]) => lines(`GET ${path} HTTP/1.1`, 'Host: x', ...headers)
const post = (path: string, ...headers: string[]) =>
  lines(`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: text/plain', ...headers)

/** Milliseconds of a handler. */
const handling = 20

describe('a request for an upgrade that is answered in HTTP/1', () => {
  const create = useServers()

  /** The requests that ran on a connection, their answers, and whether the connection has ended. */
  interface Seen {
    readonly ran: readonly string[]
    readonly statuses: readonly string[]
    readonly hasEnded: boolean
    readonly text: string
  }

  const isAnswered = ({ ran, statuses }: Seen) => ran.length > 0 && statuses.length >= ran.length
  const isEnded = ({ hasEnded }: Seen) => hasEnded

  /** Sends packets on one connection until `isOver`, and looks once more after a while. */
  async function talk(
    takesUpgrades: boolean,
    packets: readonly string[],
    isOver: (seen: Seen) => boolean,
  ): Promise<Seen> {
    const server = create({ forceCloseConnections: true })
    const ran: string[] = []
    server.route({
      method: ['GET', 'POST'],
      url: '/*',
      handler: async (request) => {
        ran.push(request.url)
        await sleep(handling)
        return request.body ?? 'none'
      },
    })
    if (takesUpgrades)
      server.server.on('upgrade', (_request: Loose, socket: Loose) => socket.end('HTTP/1.1 101 Switching\r\n\r\n'))
    await listen(server)
    const { socket, send } = await openApart(server)
    let text = ''
    let hasEnded = false
    socket.on('data', (bytes: Buffer) => {
      text += bytes
    })
    socket.on('close', () => {
      hasEnded = true
    })
    const see = (): Seen => {
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
      return { ran, statuses, hasEnded, text }
    }
    for (const packet of packets) {
      await send(packet)
      if (packet !== packets.at(-1)) await sleep(handling * 2)
    }
    await until('the connection is over', () => isOver(see()))
    await sleep(handling * 2)
    await until('the connection is over', () => isOver(see()))
    socket.destroy()
    return see()
  }

  const whole: Record<string, string[]> = {
    'without a body': [get('/a', ...h2c)],
    'with a body in its packet': [`${post('/a', 'Content-Length: 4', ...h2c)}body`],
    'with a body in a packet of its own': [post('/a', 'Content-Length: 4', ...h2c), 'body'],
    'with a body in two packets': [`${post('/a', 'Content-Length: 4', ...h2c)}bo`, 'dy'],
    'with a protocol that has no listener': [get('/a', 'Connection: Upgrade', 'Upgrade: own')],
  }
  for (const takesUpgrades of [false, true])
    for (const [what, packets] of Object.entries(whole)) {
      if (takesUpgrades && what.includes('no listener')) continue
      it(`leaves the connection open: ${what}${takesUpgrades ? ', beside a listener for upgrades' : ''}`, async () => {
        const { ran, statuses, hasEnded, text } = await talk(takesUpgrades, [...packets, get('/b')], isAnswered)
        expect({ ran, statuses, hasEnded }).to.deep.equal({
          ran: ['/a', '/b'],
          statuses: ['200', '200'],
          hasEnded: false,
        })
        if (packets.join('').includes('body')) expect(text).to.match(/\r\n\r\nbody/)
      })
    }

  const broken: Record<string, string> = {
    'whose trailer is malformed': '4\r\nbody\r\n0\r\nno trailer\r\n\r\n',
    'whose second chunk is malformed': '4\r\nbody\r\nz\r\n',
  }
  for (const takesUpgrades of [false, true])
    for (const [what, chunks] of Object.entries(broken))
      for (const [where, packets] of Object.entries({
        'its packet': (head: string) => [head + chunks],
        'a later packet': (head: string) => [head, chunks],
      }))
        it(`is a 400 with a body ${what} in ${where}${takesUpgrades ? ', beside a listener for upgrades' : ''}`, async () => {
          const asking = post('/a', 'Transfer-Encoding: chunked', ...h2c)
          const { ran, statuses } = await talk(takesUpgrades, packets(asking), ({ statuses }) => statuses.length > 0)
          expect({ ran, statuses }).to.deep.equal({ ran: [], statuses: ['400'] })
        })

  const evil = get('/evil')
  const lost: Record<string, string[]> = {
    'a request': [get('/a', ...h2c) + get('/b')],
    'the head of a request whose body looks like a request': [
      get('/a', ...h2c) + post('/b', `Content-Length: ${evil.length}`),
      evil,
    ],
    'a request behind its body': [`${post('/a', 'Content-Length: 4', ...h2c)}body${get('/b')}`],
    'a request behind its body, in a later packet': [post('/a', 'Content-Length: 4', ...h2c), `body${get('/b')}`],
    'a request behind its chunks': [`${post('/a', 'Transfer-Encoding: chunked', ...h2c)}0\r\n\r\n${get('/b')}`],
    'a request, in the middle of the end of its head': [get('/a', ...h2c).slice(0, -1), `\n${get('/b')}`],
  }
  for (const takesUpgrades of [false, true])
    for (const [what, packets] of Object.entries(lost))
      it(`ends it behind the answer if node drops ${what}${takesUpgrades ? ', beside a listener' : ''}`, async () => {
        const { ran, statuses, hasEnded } = await talk(takesUpgrades, packets, isEnded)
        expect({ ran, statuses, hasEnded }).to.deep.equal({ ran: ['/a'], statuses: ['200'], hasEnded: true })
      })

  const large = 'x'.repeat(1000)
  /** The length of the body is that of the head and two bytes. So a head of the same size could hide the rest. */
  const doubled = post('/a', 'Content-Length: 0', ...h2c).length + 4
  const asking = post('/a', `Content-Length: ${doubled}`, ...h2c)
  const smuggling = ['xx', `${large.slice(0, doubled - 2)}${post('/b', `Content-Length: ${evil.length}`)}`, evil]
  const looks: Record<string, string[]> = {
    'an earlier request': [post('/a', 'Content-Length: 0')],
    'the body of an earlier request': [get('/0', 'Content-Length: 20'), 'POST /a HTTP/1.1\r\n\r\n'],
  }
  for (const [what, packets] of Object.entries(looks))
    it(`ends it behind the answer if ${what} in its packet looks like its head`, async () => {
      const [body = '', rest = '', last = ''] = smuggling
      const before = packets.slice(0, -1)
      const { ran, hasEnded } = await talk(false, [...before, `${packets.at(-1)}${asking}${body}`, rest, last], isEnded)
      expect(ran).to.not.include('/evil')
      expect(hasEnded).to.equal(true)
    })

  it('leaves the connection open for several requests for an upgrade', async () => {
    const packets = [get('/a', ...h2c), post('/b', 'Content-Length: 4', ...h2c), 'body', get('/c', ...h2c), get('/d')]
    const { ran, hasEnded } = await talk(false, packets, isAnswered)
    expect({ ran, hasEnded }).to.deep.equal({ ran: ['/a', '/b', '/c', '/d'], hasEnded: false })
  })

  it('ends it behind an expectation that is refused, too', async () => {
    const { ran, statuses, hasEnded } = await talk(false, [get('/a', 'Expect: x', ...h2c) + get('/b')], isEnded)
    expect({ ran, statuses, hasEnded }).to.deep.equal({ ran: [], statuses: ['417'], hasEnded: true })
  })

  it('is none for another protocol that has a listener', async () => {
    const { ran, statuses } = await talk(true, [get('/a', 'Connection: Upgrade', 'Upgrade: own, h2c')], isEnded)
    expect({ ran, statuses }).to.deep.equal({ ran: [], statuses: ['101'] })
  })
})
