import { expect } from 'chai'
import { expectReplySuitesToHold } from './schema-suites.js'
import { failureOf, serializerEngine, useServers } from './subject.js'

describe('serializerOpts.engine', () => {
  const create = useServers()
  const schema = { response: { 200: { type: 'integer' } } }

  async function send(serializerOpts: object) {
    const server = create({ serializerOpts })
    server.get('/', { schema }, (_request, reply) => void reply.send(1.2))
    return (await server.inject('/')).body
  }

  it('gives the same result by both names', async () => {
    expect([await send({ engine: 'native' }), await send({ engine: 'fast-json-stringify' })]).to.deep.equal(['1', '1'])
  })

  it('is fast-json-stringify where an option of that library is given', async () => {
    expect(await send({ rounding: 'ceil' })).to.equal('2')
    expect(await send({ engine: 'fast-json-stringify', rounding: 'ceil' })).to.equal('2')
  })

  for (const [what, serializerOpts, named] of [
    ['an engine that does not exist', { engine: 'fastest' }, "'fast-json-stringify'"],
    ['options of the library beside the native engine', { engine: 'native', rounding: 'ceil' }, 'rounding'],
  ] as const) {
    it(`fails where the server is made with ${what}`, async () => {
      const error = await failureOf(() => create({ serializerOpts }))
      expect(error.code).to.equal('ALC_ERR_SERIALIZER_ENGINE')
      expect(error.message).to.contain(named)
    })
  }

  // The run that it starts must not start another one.
  if (serializerEngine === 'native')
    it('passes the tests of replies with fast-json-stringify', async () => {
      await expectReplySuitesToHold()
    }).timeout(240_000)
})
