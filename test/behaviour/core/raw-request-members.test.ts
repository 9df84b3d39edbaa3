import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { aMoment, body, get, post, splitBody, takeRaw, talk } from './raw-client.js'
import { useServers } from './subject.js'

describe('the members of request.raw', () => {
  const create = useServers()

  it('a body that nobody reads, and that comes after the answer, does not stop the reading of its connection', async () => {
    const server = takeRaw(create())
    server.post('/', async () => 'early')
    server.get('/', async () => 'next')
    const big = post('x'.repeat(300_000))
    const end = big.indexOf('x')
    expect(await talk(server, [big.slice(0, end), big.slice(end), get], 'next')).to.contain('early')
  })

  it('an empty body that has arrived before its parser runs is parsed', async () => {
    const server = create()
    server.addHook('onRequest', async () => void (await new Promise((resolve) => setTimeout(resolve, 50))))
    server.post('/', async () => 'never')
    const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
    expect(await talk(server, [`${head}0\r\n\r\n`], 'EMPTY_JSON_BODY')).to.contain('400 Bad Request')
  })

  it('a hook that puts bytes before the body gives them to the parser', async () => {
    const server = create()
    server.addHook('onRequest', async ({ raw }) => raw.unshift(Buffer.from('{')))
    server.post('/', async (request) => request.body)
    const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
    expect(await talk(server, [head, '6\r\n"n":1}\r\n', '0\r\n\r\n'], '{"n":1}')).to.contain('200 OK')
  })

  it('a hook that resumes the body and pauses it loses none of it', async () => {
    const server = takeRaw(create())
    server.addHook('onRequest', async ({ raw }) => {
      raw.resume().pause()
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    server.post('/', async ({ raw }) => text(raw))
    const [head, ...rest] = splitBody(post(body))
    expect(await talk(server, [head!, rest.join('')], body)).to.contain('200 OK')
  })

  it('a body that was dropped ends for a later listener', async () => {
    const server = takeRaw(create())
    server.post('/', async ({ raw }) => {
      raw.resume()
      await new Promise((resolve) => setTimeout(resolve, 50))
      await new Promise((resolve) => raw.on('end', resolve))
      return 'ended'
    })
    const [head, ...rest] = splitBody(post(body))
    await talk(server, [head!, rest.join('')], 'ended')
  })

  for (const method of ['on', 'addListener', 'prependListener', 'once', 'prependOnceListener'] as const)
    it(`a request without a body ends for a listener that ${method} adds`, async () => {
      const server = create()
      server.get('/', async ({ raw }) => {
        await new Promise<void>((resolve) => raw.resume()[method]('end', resolve))
        return 'ended'
      })
      await talk(server, [get], 'ended')
    })

  it('a request without a body has ended after `read()`', async () => {
    const server = create()
    server.get('/', async ({ raw }) => {
      await aMoment() // node has pushed the end
      raw.read()
      await aMoment()
      return { ended: raw.readableEnded }
    })
    await talk(server, [get], JSON.stringify({ ended: true }))
  })
})
