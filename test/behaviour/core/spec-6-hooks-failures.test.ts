import { expect } from 'chai'
import { type Loose, postJson, type Server, useServers } from './subject.js'

const names = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend'] as const
const withPayload = new Set<string>(['preParsing', 'preSerialization', 'onSend'])

/** Ways for a hook to fail with the given error. */
const failing: Record<string, (name: string, error: unknown) => (...args: Loose[]) => unknown> = {
  'calling done with an error': (name, error) =>
    withPayload.has(name) ? (_request, _reply, _payload, done) => done(error) : (_request, _reply, done) => done(error),
  'calling done with an error later': (name, error) =>
    withPayload.has(name)
      ? (_request, _reply, _payload, done) => setImmediate(done, error)
      : (_request, _reply, done) => setImmediate(done, error),
  'throwing at once': (name, error) =>
    withPayload.has(name)
      ? (_request, _reply, _payload, _done) => {
          throw error
        }
      : (_request, _reply, _done) => {
          throw error
        },
  rejecting: (_name, error) => async () => {
    throw error
  },
  'throwing at once without taking done': (_name, error) => () => {
    throw error
  },
}
const ways = Object.keys(failing)

for (const name of names) {
  describe(`SPEC 6 a failing ${name} hook`, () => {
    const create = useServers()
    const planned = () => Object.assign(new Error('planned'), { statusCode: 409, code: 'PLANNED' })

    function subject(place: string, hook: (...args: Loose[]) => unknown, note: (what: string) => void): Server {
      const server = create()
      server.addHook('onError', async (_request, _reply, error) => note(`onError ${error.message}`))
      if (place === 'instance') server.addHook(name, hook)
      server.addHook('preHandler', async () => note('preHandler'))
      server.post('/', place === 'route' ? { [name]: hook } : {}, async () => {
        note('handler')
        return { ok: true }
      })
      return server
    }

    for (const place of ['instance', 'route']) {
      for (const way of ways) {
        it(`on the ${place}, by ${way}, answers with its error and runs onError once`, async () => {
          const notes: string[] = []
          const hook = failing[way]?.(name, planned()) as Loose
          const server = subject(place, hook, (note) => void notes.push(note))
          const answer = await postJson(server, '/', {})
          expect(answer.statusCode).to.equal(409)
          const reported = notes.filter((note) => note === 'onError planned').length
          if (name === 'onSend') {
            // The hook sees, and fails, the reply to its own failure as well: that has to end somewhere.
            expect(reported).to.be.within(1, 2)
            return
          }
          expect(reported).to.equal(1)
          expect(answer.json()).to.deep.equal({
            statusCode: 409,
            code: 'PLANNED',
            error: 'Conflict',
            message: 'planned',
          })
        })
      }
    }

    if (name !== 'preSerialization' && name !== 'onSend') {
      it('keeps the handler from running', async () => {
        const notes: string[] = []
        const server = subject(
          'route',
          async () => Promise.reject(planned()),
          (note) => void notes.push(note),
        )
        await postJson(server, '/', {})
        expect(notes).to.not.include('handler')
      })

      for (const way of ways) {
        it(`by ${way} keeps the handler from running while an error handler takes its time`, async () => {
          const notes: string[] = []
          const server = subject('route', failing[way]?.(name, planned()) as Loose, (note) => void notes.push(note))
          server.setErrorHandler(async (_error, _request, reply) => {
            await new Promise((resolve) => setImmediate(resolve))
            return reply.code(418).send('handled')
          })
          const answer = await postJson(server, '/', {})
          expect(answer.statusCode).to.equal(418)
          expect(notes).to.not.include('handler')
        })
      }

      it('keeps later hooks of its phase from running', async () => {
        const server = create()
        let later = false
        server.addHook(name, async () => Promise.reject(planned()))
        server.addHook(name, async () => {
          later = true
        })
        server.post('/', async () => 'never')
        expect((await postJson(server, '/', {})).statusCode).to.equal(409)
        expect(later).to.equal(false)
      })
    }

    it('takes its status from reply.code when the error has none', async () => {
      const hook = async (_request: Loose, reply: Loose) => {
        reply.code(400)
        throw new Error('planned')
      }
      const server = subject('instance', hook, () => undefined)
      expect((await postJson(server, '/', {})).statusCode).to.equal(400)
    })

    it('reaches the error handler', async () => {
      const server = subject(
        'instance',
        async () => Promise.reject(planned()),
        () => undefined,
      )
      let caught: Loose
      server.setErrorHandler((error, _request, reply) => {
        caught ??= error
        reply.code(418).send('handled')
      })
      await postJson(server, '/', {})
      expect(caught?.message).to.equal('planned')
    })

    it('leaves the next request alone', async () => {
      let fail = true
      const hook = async () => {
        if (fail) throw planned()
      }
      const server = subject('instance', hook, () => undefined)
      expect((await postJson(server, '/', {})).statusCode).to.equal(409)
      fail = false
      expect((await postJson(server, '/', {})).json()).to.deep.equal({ ok: true })
    })

    for (const thrown of [
      'a text',
      '',
      0,
      false,
      null,
      undefined,
      Number.NaN,
      { statusCode: 418, message: 'object' },
    ]) {
      it(`that throws ${String(thrown) || 'an empty text'} answers an error, not a hang`, async () => {
        const notes: string[] = []
        const server = subject(
          'instance',
          async () => Promise.reject(thrown),
          (note) => void notes.push(note),
        )
        expect((await postJson(server, '/', {})).statusCode).to.be.at.least(400)
        if (name !== 'preSerialization' && name !== 'onSend') expect(notes).to.not.include('handler')
      })
    }
  })
}

describe('SPEC 6 a failing onResponse hook', () => {
  const create = useServers()

  it('does not change the answer, which is sent', async () => {
    const server = create()
    server.addHook('onResponse', async () => Promise.reject(new Error('too late')))
    server.get('/', async () => 'sent')
    expect((await server.inject('/')).body).to.equal('sent')
    expect((await server.inject('/')).body).to.equal('sent')
  })

  it('that throws at once does not change the answer either', async () => {
    const server = create()
    server.addHook('onResponse', (_request, _reply, _done) => {
      throw new Error('too late')
    })
    server.get('/', async () => 'sent')
    expect((await server.inject('/')).body).to.equal('sent')
  })
})

describe('SPEC 6 a failing onError hook', () => {
  const create = useServers()

  it('does not hide the first error', async () => {
    const server = create()
    server.addHook('onError', async () => Promise.reject(new Error('second')))
    server.get('/', async () => Promise.reject(Object.assign(new Error('first'), { statusCode: 409 })))
    const answer = await server.inject('/')
    expect(answer.statusCode).to.equal(409)
    expect(answer.json().message).to.equal('first')
  })

  it('may not send a reply', async () => {
    const server = create()
    let refusal: Loose
    server.addHook('onError', (_request, reply, _error, done) => {
      try {
        reply.send('from onError')
      } catch (error) {
        refusal = error
      }
      done()
    })
    server.get('/', async () => Promise.reject(new Error('first')))
    expect((await server.inject('/')).json().message).to.equal('first')
    expect(refusal.code).to.equal('FST_ERR_SEND_INSIDE_ONERR')
  })

  it('may set headers', async () => {
    const server = create()
    server.addHook('onError', async (_request, reply) => void reply.header('x-failed', 'yes'))
    server.get('/', async () => Promise.reject(new Error('first')))
    expect((await server.inject('/')).headers['x-failed']).to.equal('yes')
  })
})
