import { expect } from 'chai'
import { type Loose, useServers } from './subject.js'

const at = (path: string, init?: RequestInit) => new Request(`http://localhost${path}`, init)

describe('where an answer of handle ends that is written past the reply', () => {
  const create = useServers()

  /** The body, or the code of the error that the caller got in its place. */
  async function outcome(write: (raw: Loose) => unknown, init?: RequestInit): Promise<string> {
    const server = create()
    server.get('/', (_request, reply) => {
      write(reply.hijack().raw)
    })
    try {
      return await (await server.handle(at('/', init))).text()
    } catch (error) {
      return (error as { code: string }).code // of any error
    }
  }

  const unsound: Record<string, (raw: Loose) => unknown> = {
    'a body beyond its length': (raw) => raw.writeHead(200, { 'content-length': 3 }).end('12345'),
    'pieces beyond their length': (raw) => {
      raw.writeHead(200, { 'content-length': 3 })
      raw.write('123')
      raw.end('45')
    },
    'a body below its length': (raw) => raw.writeHead(200, { 'content-length': 9 }).end('12345'),
    'two lengths': (raw) => raw.writeHead(200, ['content-length', '3', 'content-length', '5']).end('12345'),
    'a length beside chunks': (raw) =>
      raw.writeHead(200, { 'content-length': 5, 'transfer-encoding': 'chunked' }).end('12345'),
    'the final status 103': (raw) => raw.writeHead(103).end(),
    'the final status 199': (raw) => Object.assign(raw, { statusCode: 199 }).end('12345'),
  }
  for (const [what, write] of Object.entries(unsound))
    it(`is an error for the caller: ${what}`, async () => {
      expect(await outcome(write)).to.equal('ALC_ERR_ANSWER_CUT')
    })

  it('is an error for the caller: 101 for a request with the header Upgrade', async () => {
    const switching = (raw: Loose) => raw.writeHead(101).end()
    expect(await outcome(switching, { headers: { upgrade: 'websocket' } })).to.equal('ALC_ERR_ANSWER_CUT')
  })

  it('has no interim answer behind its head', async () => {
    const late = (raw: Loose) => {
      raw.write('123')
      raw.writeContinue()
      raw.writeEarlyHints({ link: '</a>' })
      raw.end('45')
    }
    expect(await outcome(late)).to.equal('12345')
  })

  it('is the end of the body that has its length', async () => {
    expect(await outcome((raw) => raw.writeHead(200, { 'content-length': 5 }).end('12345'))).to.equal('12345')
  })

  it('leaves the prototype of a record of headers unchanged for a header __proto__', async () => {
    const server = create()
    server.get('/', ({ raw }) => Object.getPrototypeOf(raw.headersDistinct) === null)
    const headers = [['__proto__', 'x']] as [string, string][]
    expect(await (await server.handle(at('/', { headers }))).text()).to.equal('true')
  })
})
