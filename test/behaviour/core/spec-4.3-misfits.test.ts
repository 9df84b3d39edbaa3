import { expect } from 'chai'
import { useServers } from './subject.js'

const Named = { type: 'object', properties: { name: { type: 'string' } } }

describe('SPEC 4.3 what does not fit its response schema', () => {
  const create = useServers()

  function send(schema: object, payload: unknown) {
    const server = create()
    const response = { 200: { type: 'object', properties: { value: schema } } }
    server.get('/', { schema: { response } }, async () => ({ value: payload }))
    return server.inject('/')
  }

  const objects: Record<string, object> = {
    'an object': Named,
    'an object in allOf': { allOf: [Named] },
    'an object of several parts': { allOf: [Named, { type: 'object', properties: { age: { type: 'integer' } } }] },
    'an object with a condition': { ...Named, if: { required: ['name'] }, then: { properties: { a: {} } }, else: {} },
    'an object with branches': { ...Named, oneOf: [{ required: ['name'] }, { required: ['age'] }] },
  }
  for (const [what, schema] of Object.entries(objects)) {
    for (const misfit of ['text', 12, true, ['text']]) {
      it(`answers 500 to ${JSON.stringify(misfit)} in place of ${what}, not a part or an empty object`, async () => {
        const answer = await send(schema, misfit)
        expect(answer.statusCode, answer.body).to.equal(500)
        expect(answer.json().code).to.equal('ALC_ERR_SERIALIZATION')
      })
    }

    it(`sends ${what}`, async () => {
      expect((await send(schema, { name: 'a', secret: 's' })).json()).to.deep.equal({ value: { name: 'a' } })
    })
  }

  const lists = { type: 'array', items: { type: 'object', properties: { 'x/y': { type: 'array' } } } }
  for (const engine of ['native', 'fast-json-stringify'] as const)
    for (const [at, misfit, schema, payload] of [
      ['it', 'object, not array', lists, { x: 1 }],
      ['"/1"', 'string, not object or null', { ...lists, items: { ...Named, nullable: true } }, [null, 'b']],
      ['"/0/x~1y"', 'number, not array', lists, [{ 'x/y': 5 }]],
    ] as const)
      it(`names in the message where the value is, and its type: ${at}, ${misfit}, ${engine}`, async () => {
        const server = create({ serializerOpts: { engine } })
        server.setErrorHandler((error, _request, reply) => reply.send(Object(error).message))
        server.get('/', { schema: { response: { 200: schema } } } as never, async () => payload)
        expect((await server.inject('/')).body).to.include(` definition: ${at} has the type ${misfit}. Return`)
      })

  for (const format of ['date-time', 'date', 'time']) {
    it(`answers 500 to a Date that is none in place of a ${format}`, async () => {
      expect((await send({ type: 'string', format }, new Date(Number.NaN))).statusCode).to.equal(500)
      expect((await send({ type: 'string', format }, new Date(0))).statusCode).to.equal(200)
    })
  }

  it('answers 500 to a value in place of null', async () => {
    expect((await send({ type: 'null' }, 'text')).statusCode).to.equal(500)
    expect((await send({ type: 'null' }, null)).json()).to.deep.equal({ value: null })
  })
})

describe('SPEC 4.3 properties with names that every object has', () => {
  const create = useServers()

  const Part = { type: 'object', properties: { constructor: { type: 'string' }, toString: { type: 'integer' } } }

  for (const [what, schema] of Object.entries({ declared: Part, 'declared in allOf': { allOf: [Part] } })) {
    async function send(payload: unknown) {
      const server = create()
      server.get('/', { schema: { response: { 200: schema } } }, async () => payload)
      return server.inject('/')
    }

    it(`are sent where they are ${what}`, async () => {
      const answer = await send({ constructor: 'c', toString: 1, secret: 's' })
      expect(answer.json()).to.deep.equal({ constructor: 'c', toString: 1 })
    })

    it(`are not made up where they are ${what} and missing`, async () => {
      expect((await send({})).body).to.equal('{}')
    })
  }

  class Named {
    readonly own = 'x'
    get computed() {
      return 'y'
    }
  }

  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    /** As JSON, for `__proto__` is a name like the others there. */
    async function send(part: object, payload: unknown, more: object = {}) {
      const properties = JSON.parse(`{"${name}":${JSON.stringify(part)}}`)
      const inner = { type: 'object', properties: { own: { type: 'string' }, ...properties }, ...more }
      const server = create()
      const schema = { response: { 200: { type: 'object', properties: { value: inner } } } }
      server.get('/', { schema }, async () => ({ value: payload }))
      return server.inject('/')
    }
    const withDefault = { type: 'string', default: 'd' }

    it(`are filled in by their default: ${name}`, async () => {
      expect((await send(withDefault, { own: 'x' })).body).to.equal(`{"value":{"own":"x","${name}":"d"}}`)
      expect((await send(withDefault, new Named())).body).to.equal(`{"value":{"own":"x","${name}":"d"}}`)
      expect((await send(withDefault, Object.create(null))).body).to.equal(`{"value":{"${name}":"d"}}`)
    })

    it(`are sent where the object has them itself: ${name}`, async () => {
      const answer = await send(withDefault, JSON.parse(`{"${name}":"e","own":"x"}`))
      expect(answer.body).to.equal(`{"value":{"own":"x","${name}":"e"}}`)
    })

    it(`are missed where they are required: ${name}`, async () => {
      const answer = await send({ type: 'string' }, { own: 'x' }, { required: [name] })
      expect(answer.statusCode).to.equal(500)
      expect(answer.json().code).to.equal('ALC_ERR_SERIALIZATION')
      const own = JSON.parse(`{"${name}":"e","own":"x"}`)
      expect((await send({ type: 'string' }, own, { required: [name] })).statusCode).to.equal(200)
    })
  }

  it('others may be inherited, from a class with accessors', async () => {
    const server = create()
    const properties = { computed: { type: 'string' }, constructor: { type: 'string', default: 'd' } }
    server.get('/', { schema: { response: { 200: { type: 'object', properties } } } }, async () => new Named())
    expect((await server.inject('/')).json()).to.deep.equal({ computed: 'y', constructor: 'd' })
  })
})
