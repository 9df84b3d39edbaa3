import { expect } from 'chai'
import fc from 'fast-check'
import { postJson, useServers } from './subject.js'

/** The keywords of SPEC 2.2, in any combination: both versions of the validator have to mean the same by them. */
const { schema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    tie('leaf'),
    tie('object'),
    tie('list'),
    fc.record({ oneOf: fc.array(tie('leaf'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: fc.record({ type: fc.constantFrom('array', 'object', 'null') }) }),
  ),
  leaf: fc.oneof(
    fc.record({ type: fc.constant('string'), maxLength: fc.nat(4) }, { requiredKeys: ['type'] }),
    fc.record(
      { type: fc.constantFrom('integer', 'number'), minimum: fc.integer({ min: -3, max: 3 }) },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('boolean') }),
    fc.record({ type: fc.constantFrom('string', 'integer'), nullable: fc.boolean() }),
    fc.record({ type: fc.constantFrom(['string', 'null'], ['integer', 'null'], ['boolean', 'null']) }),
    fc.record({ type: fc.constant('string'), enum: fc.constantFrom(['a'], ['a', 'b'], ['1']) }),
  ),
  list: fc.record(
    { type: fc.constant('array'), items: tie('schema'), maxItems: fc.nat(3) },
    { requiredKeys: ['type', 'items'] },
  ),
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
      additionalProperties: fc.boolean(),
    },
    { requiredKeys: ['type', 'properties'] },
  ),
}))

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown>('a', 'b', '1', '', 'abcdef', 'true', 0, 1, -2, 1.5, true, false, null),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}))

describe('SPEC 2.2 keywords in any combination', function () {
  this.timeout(120_000)
  const create = useServers()

  it('mean the same in both versions: the same bodies pass, and the handler sees the same', async () => {
    await fc.assert(
      fc.asyncProperty(schema, fc.array(value, { minLength: 1, maxLength: 8 }), async (drawn, values) => {
        const body = { type: 'object', properties: { value: drawn } }
        const servers = [6, 8].map((version) => {
          const server = create({ validatorengine: { version } })
          server.post('/', { schema: { body } }, async (request) => ({ seen: request.body }))
          return server
        })
        for (const sent of values) {
          const [six, eight] = await Promise.all(servers.map((server) => postJson(server, '/', { value: sent })))
          expect(eight?.statusCode, JSON.stringify(sent)).to.equal(six?.statusCode)
          if (six?.statusCode === 200) expect(eight?.json()).to.deep.equal(six.json())
        }
        await Promise.all(servers.map((server) => server.close()))
      }),
      { numRuns: 150 },
    )
  })
})
