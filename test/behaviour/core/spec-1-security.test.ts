import { expect } from 'chai'
import { failureOf, logLines, postJson, useServers, validators } from './subject.js'

for (const { version } of validators) {
  describe(`SPEC 1 security rules (version ${version})`, () => {
    const create = useServers()

    describe('rule 2: no asynchronous validation in the default validator', () => {
      for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
        it(`refuses $async in a ${part} schema at boot`, async () => {
          const server = create({ validatorengine: { version } })
          server.post('/users/:id', { schema: { [part]: { $async: true, type: 'object' } } }, async () => 'never')
          const error = await failureOf(server.ready())
          expect(error.code).to.match(/^(FST|ALC)_ERR_/)
          expect(error.message).to.contain('$async').and.contain('/users/:id').and.contain(part)
        })
      }

      it('names the hook to use instead', async () => {
        const server = create({ validatorengine: { version } })
        server.post('/', { schema: { body: { $async: true, type: 'object' } } }, async () => 'never')
        expect((await failureOf(server.ready())).message).to.contain('preHandler')
      })

      it('refuses $async inside a nested schema', async () => {
        const server = create({ validatorengine: { version } })
        const body = { type: 'object', properties: { a: { $async: true, type: 'string' } } }
        server.post('/', { schema: { body } }, async () => 'never')
        expect((await failureOf(server.ready())).message).to.contain('$async')
      })

      it('refuses $async in a shared schema that a route refers to', async () => {
        const server = create({ validatorengine: { version } })
        server.addSchema({ $id: 'slow', $async: true, type: 'object' })
        server.post('/', { schema: { body: { $ref: 'slow#' } } }, async () => 'never')
        expect((await failureOf(server.ready())).message).to.contain('$async')
      })

      it('leaves $async alone where it is only the name of a property', async () => {
        const server = create({ validatorengine: { version } })
        const body = { type: 'object', properties: { $async: { type: 'boolean' } } }
        server.post('/', { schema: { body } }, async (request) => request.body)
        expect((await postJson(server, '/', { $async: true })).json()).to.deep.equal({ $async: true })
      })

      it('lets asynchronous work in preHandler refuse after validation', async () => {
        const server = create({ validatorengine: { version } })
        const schema = { body: { type: 'object', properties: { name: { type: 'string' } } } }
        const preHandler = async (request: { body: { name: string } }) => {
          await new Promise((resolve) => setImmediate(resolve))
          if (request.body.name === 'taken') throw Object.assign(new Error('name is taken'), { statusCode: 409 })
        }
        server.post('/', { schema, preHandler }, async () => 'created')
        expect((await postJson(server, '/', { name: 'taken' })).statusCode).to.equal(409)
        expect((await postJson(server, '/', { name: 'free' })).statusCode).to.equal(200)
      })
    })

    describe('rule 3: allErrors is a risk', () => {
      async function warnings(customOptions: object) {
        const { stream, lines } = logLines()
        const server = create({ logger: { level: 'warn', stream }, validatorengine: { version, customOptions } })
        server.addSchema({ $id: 'root', type: 'object' })
        const body = { type: 'object' }
        server.post('/one', { schema: { body } }, async () => 'one')
        server.register(async (child) => {
          child.addSchema({ $id: 'child', type: 'object' })
          child.post('/two', { schema: { body: { $ref: 'child#' } } }, async () => 'two')
        })
        await server.ready()
        await postJson(server, '/one', {})
        return lines.filter((line) => line.msg.includes('allErrors'))
      }

      it('logs exactly one warning that names allErrors, with any number of contexts and routes', async () => {
        const lines = await warnings({ allErrors: true })
        expect(lines).to.have.lengthOf(1)
        expect(lines[0].level).to.equal(40)
        expect(lines[0].msg).to.match(/denial|DoS/i)
      })

      it('logs no warning without it', async () => {
        expect(await warnings({ allErrors: false })).to.deep.equal([])
      })
    })

    describe('rule 4: an output schema hides what it does not declare', () => {
      const user = { name: 'a', password: 'p', address: { city: 'c', code: 1 }, pets: [{ name: 'd', chip: 2 }] }
      const City = { type: 'object', properties: { city: { type: 'string' } } }
      const Pets = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }
      const User = { type: 'object', properties: { name: { type: 'string' }, address: City, pets: Pets } }

      function subject(response: object, payload: unknown = user) {
        const server = create({ validatorengine: { version } })
        server.addSchema({ ...User, $id: 'user' })
        server.get('/', { schema: { response } }, async () => payload)
        return server.inject('/')
      }

      const visible = { name: 'a', address: { city: 'c' }, pets: [{ name: 'd' }] }

      it('at the top, in nested objects and in arrays', async () => {
        expect((await subject({ 200: User })).json()).to.deep.equal(visible)
      })

      it('in an array at the top', async () => {
        expect((await subject({ 200: { type: 'array', items: User } }, [user, user])).json()).to.deep.equal([
          visible,
          visible,
        ])
      })

      it('through a root reference', async () => {
        expect((await subject({ 200: { $ref: 'user#' } })).json()).to.deep.equal(visible)
      })

      it('through a nested reference', async () => {
        const response = { 200: { type: 'object', properties: { user: { $ref: 'user#' } } } }
        expect((await subject(response, { user, token: 't' })).json()).to.deep.equal({ user: visible })
      })

      it('in the branch of oneOf that matches', async () => {
        const response = { 200: { type: 'object', properties: { one: { oneOf: [{ type: 'string' }, City] } } } }
        expect((await subject(response, { one: { city: 'c', code: 1 } })).json()).to.deep.equal({ one: { city: 'c' } })
      })

      it('of an error that it covers', async () => {
        const server = create({ validatorengine: { version } })
        const response = { 500: { type: 'object', properties: { statusCode: { type: 'integer' } } } }
        server.get('/', { schema: { response } }, async () => {
          throw new Error('secret of the database')
        })
        const answer = await server.inject('/')
        expect(answer.statusCode).to.equal(500)
        expect(answer.json()).to.deep.equal({ statusCode: 500 })
      })

      it('not where the schema asks for additional properties', async () => {
        const response = { 200: { ...City, additionalProperties: true } }
        expect((await subject(response, { city: 'c', code: 1 })).json()).to.deep.equal({ city: 'c', code: 1 })
      })
    })
  })
}

describe('SPEC 1 prototype poisoning', () => {
  const create = useServers()
  const poisons = [
    '{"__proto__":{"admin":true}}',
    '{"a":{"__proto__":{"admin":true}}}',
    '{"a":[{"__proto__":{"admin":true}}]}',
    '{"\\u005f\\u005fproto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"a":{"constructor":{"prototype":{"admin":true}}}}',
  ]

  function send(options: object, payload: string) {
    const server = create(options)
    server.post('/', async (request) => ({ body: request.body, own: Object.keys(request.body) }))
    return server.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload })
  }

  for (const poison of poisons) {
    it(`answers 400 to ${poison}`, async () => {
      const answer = await send({}, poison)
      expect(answer.statusCode).to.equal(400)
      expect(Reflect.get({}, 'admin')).to.equal(undefined)
    })
  }

  for (const [payload, options, message] of [
    [poisons[0], {}, 'Body has the key "__proto__", which is not allowed. Remove it'],
    [poisons[3], {}, 'Body has the key "__proto__", which is not allowed. Remove it'],
    [poisons[4], {}, 'Body has the key "constructor.prototype", which is not allowed. Remove it'],
    [
      '{"__proto__":{},"constructor":{"prototype":{}}}',
      { onProtoPoisoning: 'ignore' },
      'Body has the key "constructor.prototype", which is not allowed. Remove it',
    ],
    ['{"__proto__":', {}, "Body is not valid JSON but content-type is set to 'application/json'"],
    ['{"a":', {}, "Body is not valid JSON but content-type is set to 'application/json'"],
  ] as const) {
    it(`names the key in the answer to ${payload}, if the body is JSON`, async () => {
      const answer = (await send(options, payload ?? '')).json()
      expect(answer).to.include({ statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY', message })
    })
  }

  it('lets a key named constructor pass that holds no prototype', async () => {
    const answer = await send({}, '{"constructor":"x"}')
    expect(answer.json().body).to.deep.equal({ constructor: 'x' })
  })

  it("removes the poisoned keys with the option 'remove'", async () => {
    const options = { onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' }
    for (const poison of [poisons[0], poisons[4]]) {
      const answer = await send(options, `${poison?.slice(0, -1)},"kept":1}`)
      expect(answer.json().own).to.deep.equal(['kept'])
    }
  })

  it("keeps them as plain data with the option 'ignore'", async () => {
    const answer = await send({ onProtoPoisoning: 'ignore' }, '{"__proto__":{"admin":true}}')
    expect(answer.statusCode).to.equal(200)
    expect(answer.json().own).to.deep.equal(['__proto__'])
  })

  it('does not let query strings or params reach a prototype', async () => {
    const server = create()
    server.get('/:__proto__', async (request) => ({ admin: request.query.admin, inherited: request.params.admin }))
    const answer = await server.inject('/x?__proto__[admin]=1&__proto__=2&constructor.prototype.admin=3')
    expect(answer.statusCode).to.be.oneOf([200, 400])
    expect(Reflect.get({}, 'admin')).to.equal(undefined)
    expect(answer.json().admin).to.equal(undefined)
  })
})
