import { Readable } from 'node:stream'
import { expect } from 'chai'
import { type Server, useServers } from './subject.js'

const json = { 'content-type': 'application/json' }

/** More objects than levels are allowed, and few in so much text: the parsed value is walked. */
function longWith(entry: string): string {
  return `[${'{"a":{"b":"some text that is longer than an object"}},'.repeat(600)}${entry}]`
}

describe('long JSON bodies', () => {
  const create = useServers()

  function echoing(options: object = {}): Server {
    const server = create(options)
    server.post('/', ({ body }, reply) => reply.type('application/json').send(JSON.stringify(body.at(-1))))
    return server
  }

  async function answerTo(entry: string, options: object = {}, before = '') {
    const payload = before + longWith(entry)
    const { statusCode, body } = await echoing(options).inject({ method: 'POST', url: '/', headers: json, payload })
    return statusCode === 200 ? body : JSON.parse(body).code
  }

  it('refuse names that reach a prototype, in any place and any spelling', async () => {
    for (const entry of [
      '{"__proto__":{"x":1}}',
      '{"a":[{"b":{"__proto__":1}}]}',
      '{"\\u005f_proto__":1}',
      '{"constructor":{"prototype":1}}',
      '{"a":{"constr\\u0075ctor":{"prototype":{}}}}',
    ]) {
      expect(await answerTo(entry), entry).to.equal('FST_ERR_CTP_INVALID_JSON_BODY')
    }
  })

  it('take the same words as values, and a constructor without a prototype', async () => {
    for (const entry of [
      '"__proto__"',
      '{"a":"constructor"}',
      '{"constructor":1}',
      '{"prototype":1}',
      'null',
      '"\\u00e4"',
    ]) {
      expect(JSON.parse(await answerTo(entry)), entry).to.deep.equal(JSON.parse(entry))
    }
  })

  it('lose or keep these names according to the options', async () => {
    const [removed, ignored] = [
      { onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' },
      { onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' },
    ]
    expect(await answerTo('{"__proto__":1,"a":1}', removed)).to.equal('{"a":1}')
    expect(await answerTo('{"__proto__":1,"a":1}', ignored)).to.equal('{"__proto__":1,"a":1}')
    expect(await answerTo('{"constructor":{"prototype":1}}', ignored)).to.equal('{"constructor":{"prototype":1}}')
  })

  it('are too deep beside such a name, and behind it', async () => {
    const deep = `${'[{"a":'.repeat(600)}1${'}]'.repeat(600)}`
    expect(await answerTo(deep)).to.equal('ALC_ERR_JSON_TOO_DEEP')
    expect(await answerTo(`{"constructor":1,"b":${deep}}`)).to.equal('ALC_ERR_JSON_TOO_DEEP')
  })

  it('may begin with a byte order mark', async () => {
    expect(await answerTo('{"a":1}', {}, '\ufeff')).to.equal('{"a":1}')
  })

  it('keep characters that two chunks share', async () => {
    const server = create()
    server.post('/', ({ body }) => body)
    const text = JSON.stringify({ a: 'ä€\u{1f600}', b: '\u07ff\uffff' })
    const bytes = Buffer.from(text)
    for (let at = 1; at < bytes.length; at++) {
      const payload = Readable.from([bytes.subarray(0, at), bytes.subarray(at, at + 1), bytes.subarray(at + 1)])
      const answer = await server.inject({ method: 'POST', url: '/', headers: json, payload })
      expect(answer.body, `cut at ${at}`).to.equal(text)
    }
  })

  it('keep the order of small and large chunks, and characters that these share', async () => {
    const server = create()
    server.post('/', ({ body }) => body)
    const text = JSON.stringify({ a: 'ä€\u{1f600}'.repeat(5000) })
    const bytes = Buffer.from(text)
    for (const sizes of [[1], [1, 1500], [1500, 1, 1], [1023, 1024, 3], [700, 5, 2000, 1]]) {
      const chunks: Buffer[] = []
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = sizes[turn % sizes.length]!
        chunks.push(bytes.subarray(at, at + size))
        at += size
      }
      const answer = await server.inject({ method: 'POST', url: '/', headers: json, payload: Readable.from(chunks) })
      expect(answer.body === text, `chunks of ${sizes}`).to.equal(true)
    }
  })
})
