import { expect } from 'chai'
import { type Loose, useServers } from './subject.js'

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
})
