import { expect } from 'chai'
import { failureOf, serializerEngine, useServers } from './subject.js'

const Owner = { type: 'object', properties: { id: { type: 'integer' } } }
const loosePattern = '^[\\w-.]+$' // a class that only expressions without the flag u may hold

describe('SPEC 4.3 nullable beside branches', () => {
  const create = useServers()

  async function send(schema: object, payload: unknown, version: 6 | 8) {
    const server = create({ validatorengine: { version } })
    server.get('/', { schema: { response: { 200: schema } } }, async () => payload)
    const answer = await server.inject('/')
    expect(answer.statusCode, answer.body).to.equal(200)
    return answer.json()
  }

  const owners: Record<string, object> = {
    allOf: { nullable: true, allOf: [Owner] },
    anyOf: { nullable: true, anyOf: [Owner] },
    oneOf: { nullable: true, oneOf: [Owner] },
    if: { nullable: true, if: { type: 'object' }, then: Owner, else: { type: 'string' } },
    'properties without a type': { nullable: true, properties: Owner.properties },
    'a $ref': { nullable: true, $ref: '#/definitions/owner' },
  }
  for (const version of [6, 8] as const) {
    for (const [what, owner] of Object.entries(owners)) {
      for (const around of ['allOf', 'anyOf', 'oneOf']) {
        it(`lets null and an owner through beside ${what}, within ${around}, version ${version}`, async () => {
          const schema = { definitions: { owner: Owner }, [around]: [{ type: 'object', properties: { owner } }] }
          expect(await send(schema, { owner: { id: 1, secret: 's' } }, version)).to.deep.equal({ owner: { id: 1 } })
          expect(await send(schema, { owner: null }, version)).to.deep.equal({ owner: null })
        })
      }
    }
  }
})

describe('SPEC 4.3 a Date in branches of a response schema', () => {
  const create = useServers()
  const text = { type: 'string', format: 'date-time' }

  /** The library takes a date for an object where a branch of objects is first (docs/guide/serialization.md). */
  const dateIn = (at: object) => {
    const isEmpty = serializerEngine === 'fast-json-stringify' && at !== schemas['anyOf with texts first']
    return isEmpty ? '{}' : '"1970-01-01T00:00:00.000Z"'
  }
  const schemas: Record<string, object> = {
    'anyOf with objects first': { anyOf: [Owner, text] },
    'anyOf with texts first': { anyOf: [text, Owner] },
    oneOf: { oneOf: [Owner, text] },
    'nullable objects': { anyOf: [{ ...Owner, nullable: true }, text] },
    if: { if: { type: 'object' }, then: Owner, else: text },
  }
  for (const [what, at] of Object.entries(schemas)) {
    it(`is a text, and an object remains one: ${what}`, async () => {
      const server = create()
      const response = { 200: { type: 'array', items: { type: 'object', properties: { at } } } }
      server.get('/', { schema: { response } }, async () => [{ at: new Date(0) }, { at: { id: 1 } }])
      expect((await server.inject('/')).body).to.equal(`[{"at":${dateIn(at)}},{"at":{"id":1}}]`)
    })
  }
})

describe('SPEC 4.3 a value with toJSON in a response schema', () => {
  const create = useServers()
  const as = (given: unknown) => ({ toJSON: () => given })
  const text = { type: 'string' }

  async function send(at: object, value: unknown): Promise<string> {
    const server = create()
    const response = { 200: { type: 'object', properties: { at } } }
    server.get('/', { schema: { response } }, async () => ({ at: value }))
    return (await server.inject('/')).body
  }

  /** The library takes such a value for a text wherever texts come first (docs/guide/serialization.md). */
  const firstText = (native: string, ofLibrary = '"[object Object]"') =>
    `{"at":${serializerEngine === 'fast-json-stringify' ? ofLibrary : native}}`

  const schemas: Record<string, object> = {
    anyOf: { anyOf: [text, Owner] },
    oneOf: { oneOf: [text, Owner] },
    if: { if: text, then: text, else: Owner },
    'several types': { type: ['string', 'object'], properties: Owner.properties },
  }
  for (const [what, at] of Object.entries(schemas)) {
    it(`that returns an object is one, by its schema, although texts come first: ${what}`, async () => {
      const isList = what === 'several types'
      const sent = firstText('{"id":1}', isList ? '{"id":1}' : undefined)
      expect(await send(at, as({ id: 1, secret: 's' }))).to.equal(sent)
      const own = Object.assign(as({ id: 2 }), { toString: () => 'own' })
      if (!isList) expect(await send(at, own)).to.equal(firstText('{"id":2}', '"own"'))
    })
  }

  it('that returns a text is one, as in JSON.stringify', async () => {
    for (const at of [text, { anyOf: [text, Owner] }, { if: text, then: text, else: Owner }]) {
      expect(await send(at, as('Ada'))).to.equal(firstText('"Ada"'))
    }
  })

  it('that returns a text is one of several types', async () => {
    const isLibrary = serializerEngine === 'fast-json-stringify'
    for (const type of [
      ['string', 'null'],
      ['integer', 'string'],
    ]) {
      const sent = await send({ type }, as('Ada'))
      expect(sent).to.contain(isLibrary ? '"code":"ALC_ERR_SERIALIZATION"' : '{"at":"Ada"}')
    }
    const written = isLibrary ? '{"at":{}}' : '{"at":"Ada"}'
    expect(await send({ type: ['string', 'object'], properties: {} }, as('Ada'))).to.equal(written)
  })

  it('that returns an object is a 500 where only a text is allowed', async () => {
    for (const at of [text, { anyOf: [text, { type: 'number' }] }]) {
      expect(await send(at, as({ id: 1 }))).to.contain('"code":"ALC_ERR_SERIALIZATION"')
    }
  })
})

describe('SPEC 4.3 patterns in branches of a response schema', () => {
  const create = useServers()
  const Named = { type: 'object', properties: { name: { type: 'string', pattern: loosePattern } } }

  const schemas: Record<string, object> = {
    allOf: { allOf: [Named] },
    anyOf: { anyOf: [Named] },
    oneOf: { oneOf: [Named] },
    if: { ...Named, if: Named, then: { properties: { name: { type: 'string' } } } },
  }
  for (const [keyword, schema] of Object.entries(schemas)) {
    it(`are read as those of requests are: without the flag u in version 6, in ${keyword}`, async () => {
      const server = create({ validatorengine: { version: 6 } })
      server.post('/', { schema: { body: Named, response: { 200: schema } } }, async ({ body }) => body)
      const answer = await server.inject({ method: 'POST', url: '/', payload: { name: 'a-b.c' } })
      expect([answer.statusCode, answer.body]).to.deep.equal([200, '{"name":"a-b.c"}'])
    })

    if (keyword === 'allOf') continue // nothing is chosen there, so nobody looks at a pattern
    it(`that version 8 refuses in requests fail the boot, in ${keyword}`, async () => {
      const server = create({ validatorengine: { version: 8 } })
      server.get('/where', { schema: { response: { 200: schema } } }, async () => ({ name: 'a' }))
      const error = await failureOf(server.ready())
      expect(error.code).to.equal('FST_ERR_SCH_SERIALIZATION_BUILD')
      expect(error.message).to.contain('GET /where').and.contain('Invalid regular expression')
      expect(error.message).to.contain('/properties/name"')
    })

    it(`are read without the flag u in version 8 with unicodeRegExp: false, in ${keyword}`, async () => {
      const server = create({ validatorengine: { version: 8, customOptions: { unicodeRegExp: false } } })
      server.get('/', { schema: { response: { 200: schema } } }, async () => ({ name: 'a-b.c' }))
      expect((await server.inject('/')).body).to.equal('{"name":"a-b.c"}')
    })
  }
})
