import { Readable } from 'node:stream'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { failureOf, type Loose, useServers } from './subject.js'

/** A source without an end. It records that it was closed. */
function endless(closed: string[]): Readable {
  const source = new Readable({
    read() {
      setImmediate(() => this.push('more '))
    },
  })
  return source.once('close', () => void closed.push('source'))
}

describe('SPEC 4.1 inject with a signal', () => {
  const create = useServers()

  for (const [form, handler] of Object.entries({
    'a handler that waits': () => new Promise(() => {}),
    'a stream without an end': undefined,
  })) {
    for (const way of ['a promise', 'a callback']) {
      it(`rejects during ${form}, after the body was read, for ${way}`, async () => {
        const ends: string[] = []
        const server = create()
        server.addHook('onRequestAbort', async (_request) => void ends.push('onRequestAbort'))
        server.addHook('onResponse', async () => void ends.push('onResponse'))
        const stop = new AbortController()
        server.post('/', ({ body }, reply) => {
          ends.push(`handler ${body.a}`)
          setImmediate(() => stop.abort(new Error('planned')))
          return handler === undefined ? reply.send(endless(ends)) : handler()
        })
        const options = { method: 'POST', url: '/', payload: { a: 1 }, signal: stop.signal }
        const error: Loose =
          way === 'a promise'
            ? await failureOf(server.inject(options))
            : await new Promise((resolve) => void (server.inject as Loose)(options, resolve))
        expect(error).to.include({ name: 'AbortError', code: 'ABORT_ERR' })
        const expected = ['handler 1', 'onRequestAbort', ...(handler === undefined ? ['source'] : [])]
        await until('the request has ended', () => ends.length >= expected.length)
        expect(ends.sort()).to.deep.equal(expected)
      })
    }
  }
})

describe('SPEC 4.1 inject with payloadAsStream', () => {
  const create = useServers()

  for (const end of ['destroyed', 'aborted']) {
    it(`ends the answer when its stream is ${end}`, async () => {
      const ends: string[] = []
      const server = create()
      server.addHook('onRequestAbort', async (_request) => void ends.push('onRequestAbort'))
      server.get('/', (_request, reply) => reply.send(endless(ends)))
      const stop = new AbortController()
      const response = await server.inject({ url: '/', payloadAsStream: true, signal: stop.signal })
      const stream = response.stream()
      stream.on('error', () => undefined)
      stream.once('data', () => {
        if (end === 'destroyed') stream.destroy()
        else stop.abort()
      })
      await until('the source is closed', () => ends.length === 2)
      expect(ends.sort()).to.deep.equal(['onRequestAbort', 'source'])
    })
  }

  it('gives a whole answer', async () => {
    const server = create()
    server.get('/', (_request, reply) => reply.send(Readable.from(['one ', 'two'])))
    const response = await server.inject({ url: '/', payloadAsStream: true })
    let text = ''
    for await (const piece of response.stream()) text += piece
    expect(text).to.equal('one two')
  })
})
