import { expect } from 'chai'
import { failureOf, type Loose, useServers } from './subject.js'

describe('a chain of schemas', () => {
  const create = useServers()

  // Ajv calls itself for each schema of the chain, so its stack ends after some hundred.
  it('may have any length in a body and in an answer: each schema refers to the next', async () => {
    const length = 2_000
    const definitions = Object.fromEntries(
      Array.from({ length }, (_, number) => {
        const next = number + 1 < length ? { next: { $ref: `#/definitions/s${number + 1}` } } : {}
        return [`s${number}`, { type: 'object', properties: { id: { type: 'integer' }, ...next } }]
      }),
    )
    const schema = { type: 'object', properties: { first: { $ref: '#/definitions/s0' } }, definitions }
    const server: Loose = create({ validatorengine: { engine: 'native' }, serializerOpts: { engine: 'native' } })
    server.post('/', { schema: { body: schema, response: { 200: schema } } }, ({ body }: Loose) => body)
    const valid = { first: { id: 1, next: { id: 2, next: { id: 3 } } } }
    expect((await server.inject({ method: 'POST', url: '/', payload: valid })).json()).to.deep.equal(valid)
    const refused = { first: { id: 1, next: { id: 2, next: { id: 'three' } } } }
    const { statusCode, payload } = await server.inject({ method: 'POST', url: '/', payload: refused })
    expect(statusCode).to.equal(400)
    expect(payload).to.contain('/first/next/next/id')
  })

  /** Shared schemas, each with an `$id`. Each refers to the next. */
  function addChain(server: Loose, length: number): void {
    for (let number = 0; number < length; number += 1) {
      const next = number + 1 < length ? { next: { $ref: `s${number + 1}#` } } : {}
      server.addSchema({ $id: `s${number}`, type: 'object', properties: { id: { type: 'integer' }, ...next } })
    }
  }

  it('may have any length if each schema is a shared one', async () => {
    const server: Loose = create({ validatorengine: { engine: 'native' }, serializerOpts: { engine: 'native' } })
    addChain(server, 2_000)
    server.post(
      '/',
      { schema: { body: { $ref: 's0#' }, response: { 200: { $ref: 's0#' } } } },
      ({ body }: Loose) => body,
    )
    const valid = { id: 1, next: { id: 2 } }
    expect((await server.inject({ method: 'POST', url: '/', payload: valid })).json()).to.deep.equal(valid)
    const refused = await server.inject({ method: 'POST', url: '/', payload: { next: { next: { id: 'three' } } } })
    expect(refused.payload).to.contain('/next/next/id')
  })

  it('boots in a moment if each schema has the next one in two branches', async () => {
    const length = 20
    const levels = Array.from({ length }, (_, number) => {
      const next = { $ref: `#/definitions/s${number + 1}` }
      return [`s${number}`, { anyOf: [next, { ...next, description: 'the same schema' }] }]
    })
    const last = { type: 'object', properties: { id: { type: 'integer' } } }
    const definitions = { ...Object.fromEntries(levels), [`s${length}`]: last }
    const server: Loose = create()
    server.post('/', { schema: { body: { $ref: '#/definitions/s0', definitions } } }, ({ body }: Loose) => body)
    const started = performance.now()
    const payload = { id: 1, undeclared: true }
    expect((await server.inject({ method: 'POST', url: '/', payload })).json()).to.deep.equal({ id: 1 })
    expect(performance.now() - started).to.be.below(10_000) // it took a minute
  })

  const tooDeep: Record<string, (server: Loose) => object> = {
    'a chain of shared schemas for ajv': (server) => {
      addChain(server, 2_000)
      return { $ref: 's0#' }
    },
    'schemas in schemas': () => {
      let schema: object = { type: 'object' }
      for (let depth = 0; depth < 10_000; depth += 1) schema = { type: 'object', properties: { a: schema } }
      return schema
    },
  }
  for (const [what, make] of Object.entries(tooDeep)) {
    it(`fails the boot with the route and the reason, if the stack is too small: ${what}`, async () => {
      const server: Loose = create({ validatorengine: { engine: 'ajv' } })
      server.post('/where', { schema: { body: make(server) } }, async () => 'never')
      const { code, message } = await failureOf(server.ready())
      expect(code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
      expect(message).to.contain('POST /where').and.contain('nest too deeply for the stack')
    })
  }

  it('names the shared schema and all its problems, if schemas of the chain are wrong', async () => {
    const server: Loose = create()
    server.addSchema({ $id: 'one', type: 'object', properties: { two: { $ref: 'two#' }, bad: { typ: 'string' } } })
    server.addSchema({ $id: 'two', type: 'object', properties: { three: { $ref: 'three#' } } })
    server.addSchema({ $id: 'three', type: 'object', properties: { n: { minimum: 'x' } } })
    server.post('/', { schema: { body: { $ref: 'one#' } } }, async () => 'never')
    const { message } = await failureOf(server.ready())
    expect(message)
      .to.contain('/properties/bad/typ')
      .and.contain('shared schema "three"')
      .and.contain('/properties/n/minimum')
  })
})
