import { Readable } from 'node:stream'
import { expect } from 'chai'
import { type Loose, postJson, useServers } from './subject.js'

const names = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const

/** Ways for a hook to answer the request. `extra` adds the payload argument that preParsing hooks get. */
const answering: Record<string, (extra: boolean) => (...args: Loose[]) => unknown> = {
  'reply.send in a callback hook that never calls back': (extra) =>
    extra
      ? (_request, reply, _payload, _done) => void reply.code(202).send({ early: true })
      : (_request, reply, _done) => void reply.code(202).send({ early: true }),
  'reply.send later in a callback hook': (extra) =>
    extra
      ? (_request, reply, _payload, _done) => void setImmediate(() => reply.code(202).send({ early: true }))
      : (_request, reply, _done) => void setImmediate(() => reply.code(202).send({ early: true })),
  'reply.send in an async hook': () => async (_request, reply) => void reply.code(202).send({ early: true }),
  'return reply.send(…) in an async hook': () => async (_request, reply) => reply.code(202).send({ early: true }),
  'return reply in an async hook that sends later': () => async (_request, reply) => {
    setImmediate(() => reply.code(202).send({ early: true }))
    return reply
  },
}

for (const name of names) {
  describe(`SPEC 6 early replies from ${name}`, () => {
    const create = useServers()

    for (const place of ['instance', 'route']) {
      for (const [way, make] of Object.entries(answering)) {
        it(`on the ${place}, by ${way}, stop later hooks and the handler, but not the hooks of the reply`, async () => {
          const notes: string[] = []
          const server = create()
          const hook = make(name === 'preParsing')
          if (place === 'instance') server.addHook(name, hook)
          for (const later of names.slice(names.indexOf(name) + 1)) {
            server.addHook(later, async () => void notes.push(later))
          }
          server.addHook('preSerialization', async () => void notes.push('preSerialization'))
          server.addHook('onSend', async () => void notes.push('onSend'))
          const options =
            place === 'route' ? { [name]: [hook, async () => void notes.push('second of the route')] } : {}
          server.post('/', options, async () => {
            notes.push('handler')
            return 'late'
          })
          const answer = await postJson(server, '/', { sent: true })
          expect(answer.statusCode).to.equal(202)
          expect(answer.json()).to.deep.equal({ early: true })
          expect(notes).to.deep.equal(['preSerialization', 'onSend'])
        })
      }
    }

    for (const [how, handler] of Object.entries({
      passes: () => Promise.reject(new Error('second')),
      'answers later': async (_error: Loose, _request: Loose, reply: Loose): Promise<unknown> => {
        setImmediate(() => reply.send('handled'))
        return reply
      },
    })) {
      it(`keep the handler from running even when the reply fails and its error handler ${how}`, async () => {
        const server = create()
        let handled = false
        server.addHook(name, async (_request, reply) => void reply.code(401).send('who are you'))
        server.addHook('onSend', async () => Promise.reject(new Error('planned')))
        server.setErrorHandler(handler)
        server.post('/', async () => {
          handled = true
        })
        expect((await postJson(server, '/', {})).statusCode).to.be.at.least(400)
        expect(handled).to.equal(false)
      })
    }

    it('may be a stream', async () => {
      const server = create()
      const hook =
        name === 'preParsing'
          ? (_request: Loose, reply: Loose, _payload: Loose, _done: Loose) =>
              void reply.send(Readable.from(['str', 'eam']))
          : (_request: Loose, reply: Loose, _done: Loose) => void reply.send(Readable.from(['str', 'eam']))
      server.addHook(name, hook)
      server.post('/', async () => 'late')
      expect((await postJson(server, '/', {})).body).to.equal('stream')
    })

    it('may be errors, which go to the error handler', async () => {
      const server = create()
      server.setErrorHandler((error, _request, reply) => reply.code(418).send(error.message))
      server.addHook(name, async (_request, reply) => reply.send(new Error('planned')))
      server.post('/', async () => 'late')
      const answer = await postJson(server, '/', {})
      expect(answer.statusCode).to.equal(418)
      expect(answer.body).to.equal('planned')
    })

    it('may be hijacked', async () => {
      const server = create()
      let handled = false
      server.addHook(name, async (_request, reply) => {
        reply.hijack()
        reply.raw.end('raw')
      })
      server.post('/', async () => {
        handled = true
      })
      expect((await postJson(server, '/', {})).body).to.equal('raw')
      expect(handled).to.equal(false)
    })

    it('may be calls of the not-found handler', async () => {
      const server = create()
      server.addHook(name, async (request, reply) => {
        if (request.is404) return
        reply.callNotFound()
        return reply
      })
      server.post('/', async () => 'late')
      expect((await postJson(server, '/', {})).statusCode).to.equal(404)
    })

    it('end the request even when a body was too large or malformed to be read later', async () => {
      if (name !== 'onRequest' && name !== 'preParsing') return
      const server = create({ bodyLimit: 2 })
      server.addHook(name, async (_request, reply) => reply.code(202).send('early'))
      server.post('/', async () => 'late')
      const headers = { 'content-type': 'application/json' }
      const answer = await server.inject({ method: 'POST', url: '/', headers, payload: '{"not json' })
      expect(answer.statusCode).to.equal(202)
    })
  })
}

describe('SPEC 6 replies after the reply', () => {
  const create = useServers()

  it('a second send does not change the answer', async () => {
    const server = create()
    server.get('/', (_request, reply) => {
      reply.send('first')
      reply.send('second')
    })
    expect((await server.inject('/')).body).to.equal('first')
    expect((await server.inject('/')).body).to.equal('first')
  })

  it('an async handler that both sends and returns answers what came first', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      reply.send('sent')
      return 'returned'
    })
    expect((await server.inject('/')).body).to.equal('sent')
  })

  it('an error thrown after send does not change the answer', async () => {
    const server = create()
    server.get('/', async (_request, reply) => {
      reply.send('sent')
      throw new Error('too late')
    })
    expect((await server.inject('/')).body).to.equal('sent')
    expect((await server.inject('/')).body).to.equal('sent')
  })

  it('send in onSend is refused or ignored, never sent twice', async () => {
    const server = create()
    server.addHook('onSend', (_request, reply, payload, done) => {
      try {
        reply.send('from onSend')
      } catch {}
      done(null, payload)
    })
    server.get('/', async () => 'sent')
    expect((await server.inject('/')).body).to.equal('sent')
  })
})
