import { expect } from 'chai'
import { failureOf, postJson, useServers, validators } from './subject.js'

/**
 * A keyword of SPEC 2.2 that the validator itself checks: values that pass (with their results), and values that fail.
 */
interface Rule {
  schema: object
  passes: [sent: unknown, seen: unknown][]
  fails: unknown[]
}

const same = (...values: unknown[]): [unknown, unknown][] => values.map((value) => [value, value])

const rules: Record<string, Rule> = {
  type: { schema: { type: 'integer' }, passes: [...same(1), ['1', 1]], fails: ['x', 1.5, {}, []] },
  'an array of types': { schema: { type: ['number', 'null'] }, passes: same(1, null), fails: ['x', {}] },
  nullable: { schema: { type: 'number', nullable: true }, passes: same(1, null), fails: ['x', {}] },
  'nullable object': {
    schema: { type: 'object', nullable: true, properties: { a: { type: 'string' } } },
    passes: [...same(null, { a: 'b' }), ['', null], [0, null], [false, null]],
    fails: [{ a: {} }, 'x', 1, true],
  },
  required: { schema: { type: 'object', required: ['a', 'b'] }, passes: same({ a: 1, b: 2 }), fails: [{ a: 1 }, {}] },
  properties: {
    schema: { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'integer' } } } } },
    passes: [...same({}, { a: {} }), [{ a: { b: '1' } }, { a: { b: 1 } }]],
    fails: [{ a: { b: 'x' } }],
  },
  items: { schema: { type: 'array', items: { type: 'integer' } }, passes: same([], [1, 2]), fails: [['x'], [1, {}]] },
  maxItems: { schema: { type: 'array', maxItems: 2 }, passes: same([1, 2]), fails: [[1, 2, 3]] },
  maxLength: { schema: { type: 'string', maxLength: 2 }, passes: same('ab', '𝒳𝒳'), fails: ['abc'] },
  minimum: { schema: { type: 'number', minimum: 10 }, passes: same(10, 11), fails: [9.9] },
  enum: { schema: { type: 'string', enum: ['John', 'Foo'] }, passes: same('John'), fails: ['john', ''] },
  oneOf: {
    schema: {
      oneOf: [
        { type: 'string', maxLength: 5 },
        { type: 'number', minimum: 10 },
      ],
    },
    // Numbers cannot be examples here: coercion turns each into a string for the first branch.
    passes: same('abcde'),
    fails: ['abcdef', {}],
  },
  not: { schema: { not: { type: 'array' } }, passes: same(1, 'a', {}), fails: [[]] },
  definitions: {
    schema: { definitions: { n: { type: 'integer' } }, type: 'object', properties: { a: { $ref: '#/definitions/n' } } },
    passes: [[{ a: '1' }, { a: 1 }]],
    fails: [{ a: 'x' }],
  },
  default: {
    schema: {
      type: 'object',
      properties: {
        a: { type: 'integer', default: 7 },
        b: { type: 'object', default: {}, properties: { c: { default: 'c' } } },
      },
    },
    passes: [
      [{}, { a: 7, b: { c: 'c' } }],
      [
        { a: 1, b: { c: 'd' } },
        { a: 1, b: { c: 'd' } },
      ],
    ],
    fails: [{ a: 'x' }],
  },
}

for (const { version } of validators) {
  describe(`SPEC 2.2 keywords (version ${version})`, () => {
    const create = useServers()

    for (const [keyword, { schema, passes, fails }] of Object.entries(rules)) {
      const asProperty = { type: 'object', required: ['value'], properties: { value: schema } }
      const places: Record<string, { body: object; sent(value: unknown): unknown }> = {
        'in a property': {
          body: keyword === 'definitions' ? { ...asProperty, ...hoist(schema) } : asProperty,
          sent: (value) => ({ value }),
        },
        'as the whole body': { body: schema, sent: (value) => value },
      }
      for (const [place, { body, sent }] of Object.entries(places)) {
        it(`${keyword} accepts what it should, as coerced, and refuses the rest: ${place}`, async () => {
          const server = create({ validatorengine: { version } })
          server.post('/', { schema: { body } }, async (request) => ({ seen: request.body }))
          for (const [value, seen] of passes) {
            const answer = await postJson(server, '/', sent(value))
            expect(answer.statusCode, JSON.stringify(value)).to.equal(200)
            expect(answer.json().seen).to.deep.equal(sent(seen))
          }
          for (const value of fails) {
            const answer = await postJson(server, '/', sent(value))
            expect(answer.statusCode, JSON.stringify(value)).to.equal(400)
          }
        })
      }
    }

    it('default does not hand one object to two requests', async () => {
      const server = create({ validatorengine: { version } })
      const body = { type: 'object', properties: { list: { type: 'array', default: [] } } }
      server.post('/', { schema: { body } }, async (request) => {
        request.body.list.push('mine')
        return request.body
      })
      await postJson(server, '/', {})
      expect((await postJson(server, '/', {})).json()).to.deep.equal({ list: ['mine'] })
    })

    it('default fills a query string and headers as well', async () => {
      const server = create({ validatorengine: { version } })
      const schema = {
        querystring: { page: { type: 'integer', default: 1 } },
        headers: { 'x-mode': { type: 'string', default: 'plain' } },
      }
      server.get('/', { schema }, async ({ query, headers }) => ({ page: query.page, mode: headers['x-mode'] }))
      expect((await server.inject('/')).json()).to.deep.equal({ page: 1, mode: 'plain' })
    })

    for (const [what, value] of [
      ['a function', () => 1],
      ['NaN', Number.NaN],
      ['a bigint', 1n],
    ] as const) {
      it(`a default that is ${what} fails the boot, in requests and replies`, async () => {
        const schema = { type: 'object', properties: { limit: { default: value } } }
        for (const [part, code] of [
          [{ body: schema }, 'FST_ERR_SCH_VALIDATION_BUILD'],
          [{ response: { 200: schema } }, 'FST_ERR_SCH_SERIALIZATION_BUILD'],
        ] as const) {
          const server = create({ validatorengine: { version } })
          server.post('/limits', { schema: part }, async () => ({}))
          const error = await failureOf(server.ready())
          expect(error.code).to.equal(code)
          expect(error.message).to.contain('POST /limits').and.contain('/properties/limit/default"')
        }
      })
    }

    for (const [format, good, bad] of [
      ['email', 'a@example.org', 'a at example'],
      ['date-time', '2020-01-02T03:04:05Z', 'yesterday'],
      ['date', '2020-01-02', 'yesterday'],
      ['uuid', '0b5e0f4e-1f2b-4a0c-8f5e-000000000000', '12'],
      ['ipv4', '127.0.0.1', '300.0.0.1'],
      ['uri', 'https://example.org/', 'no uri'],
    ] as const) {
      it(`the string format ${format} is on`, async () => {
        const server = create({ validatorengine: { version } })
        const body = { type: 'object', properties: { value: { type: 'string', format } } }
        server.post('/', { schema: { body } }, async () => 'handled')
        expect((await postJson(server, '/', { value: good })).statusCode).to.equal(200)
        expect((await postJson(server, '/', { value: bad })).statusCode).to.equal(400)
      })
    }
  })
}

/** `#/definitions/…` counts from the root of the schema, so the example's definitions move there. */
function hoist(schema: object) {
  const { definitions, properties } = schema as { definitions: object; properties: object }
  return { definitions, properties: { value: { type: 'object', properties } } }
}
