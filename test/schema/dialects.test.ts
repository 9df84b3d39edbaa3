import { createServer } from 'alcove/core'
import { expect } from 'chai'

type Dialect = 'draft-07' | '2019-09' | '2020-12'

async function judge(dialect: Dialect, body: object, ...values: unknown[]) {
  const server = createServer({ validatorengine: { version: 8, dialect } })
  server.addSchema({ $id: 'point', type: 'object', required: ['x'], properties: { x: { type: 'number' } } })
  server.post('/', { schema: { body } }, (request) => ({ seen: request.body }))
  try {
    const answers = values.map((value) =>
      server.inject({ method: 'POST', url: '/', payload: JSON.parse(JSON.stringify(value)) }),
    )
    return (await Promise.all(answers)).map((answer) =>
      answer.statusCode === 200 ? answer.json().seen : answer.statusCode,
    )
  } finally {
    await server.close()
  }
}

const item = (name: string) => ({ type: 'object', properties: { [name]: { type: 'integer' } } })
const recursive = { properties: { next: { $dynamicRef: '#node' }, value: { type: 'integer' } } }

describe('dialects of JSON Schema', () => {
  it('2020-12 reads prefixItems, and items as what follows them', async () => {
    const list = { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } }
    const schema = { type: 'object', properties: { list } }
    const [fine, wrong] = await judge('2020-12', schema, { list: ['a', 1] }, { list: ['a', 'b'] })
    expect([fine, wrong]).to.deep.equal([{ list: ['a', 1] }, 400])
  })

  it('2020-12 removes from each item what the schema of its place does not declare', async () => {
    const list = { type: 'array', prefixItems: [item('first')], items: item('other') }
    const value = { first: 1, other: 2, more: 3 }
    const [seen] = await judge('2020-12', { type: 'object', properties: { list } }, { list: [value, value] })
    expect(seen).to.deep.equal({ list: [{ first: 1 }, { other: 2 }] })
  })

  it('2020-12 follows $dynamicRef', async () => {
    const schema = { type: 'object', $dynamicAnchor: 'node', ...recursive }
    const [fine, wrong] = await judge('2020-12', schema, { next: { value: 1 } }, { next: { value: {} } })
    expect([fine, wrong]).to.deep.equal([{ next: { value: 1 } }, 400])
  })

  it('2020-12 refuses one $dynamicAnchor for two schemas, and names both places', async () => {
    const [a, b] = [{ $dynamicAnchor: 'x' }, { $dynamicAnchor: 'x', type: 'integer' }]
    const server = createServer({ validatorengine: { version: 8, dialect: '2020-12' } })
    server.post('/twice', { schema: { body: { type: 'object', properties: { a, b } } } }, () => 'never')
    const error = await server.ready().then(
      () => null,
      (error) => error,
    )
    expect(error?.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
    expect(error.message).to.contain(
      'The body schema of POST /twice cannot be compiled: at "/properties/a/$dynamicAnchor", another schema, at "/properties/b", has the same name. Correct the schema there',
    )
  })

  it('2019-09 follows $recursiveRef', async () => {
    const schema = { type: 'object', properties: { next: { $recursiveRef: '#' }, value: { type: 'integer' } } }
    expect((await judge('2019-09', schema, { next: { value: {} } }))[0]).to.equal(400)
  })

  for (const dialect of ['2019-09', '2020-12'] as const) {
    it(`${dialect} reads dependentRequired, minContains and unevaluatedProperties, beside a $ref to a shared schema`, async () => {
      const schema = {
        type: 'object',
        $ref: 'point#',
        dependentRequired: { x: ['y'] },
        properties: { y: { type: 'array', contains: { const: 1 }, minContains: 2 } },
        unevaluatedProperties: false,
      }
      const values = [{ x: 1, y: [1, 1] }, { x: 1 }, { x: 1, y: [1] }, { x: 1, y: [1, 1], z: 1 }, { y: [1, 1] }]
      expect(await judge(dialect, schema, ...values)).to.deep.equal([values[0], 400, 400, 400, 400])
    })

    it(`${dialect} counts the properties of a branch that values of other types do not reach as evaluated`, async () => {
      const branch = (name: string) => ({ properties: { [name]: { type: 'integer' } }, required: [name] })
      for (const keyword of ['anyOf', 'oneOf']) {
        const part = {
          [keyword]: [{ type: ['object', 'string'], anyOf: [branch('a'), branch('b')] }, { type: 'number' }],
          unevaluatedProperties: false,
        }
        const values = [{ part: { a: 1, b: 1 } }, { part: 'text' }, { part: 5 }, { part: { a: 1, c: 1 } }]
        const answers = await judge(dialect, { type: 'object', properties: { part } }, ...values)
        expect(answers, keyword).to.deep.equal([...values.slice(0, 3), 400])
      }
    })

    it(`${dialect} refuses at boot what its meta-schema refuses, naming the route`, async () => {
      const server = createServer({ validatorengine: { version: 8, dialect } })
      server.post('/wrong', { schema: { body: { type: 'object', minProperties: 'x' as never } } }, () => 'never')
      const error = await server.ready().then(
        () => null,
        (error) => error,
      )
      expect(error?.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
      expect(error.message).to.contain('/wrong').and.contain('minProperties')
    })

    it(`${dialect} refuses an enum with two equal values, which its meta-schema allows`, async () => {
      const server = createServer({ validatorengine: { version: 8, dialect } })
      server.post(
        '/',
        {
          schema: {
            body: {
              enum: [
                { a: 1, b: 2 },
                { b: 2, a: 1 },
              ] as unknown[],
            },
          },
        },
        () => 'never',
      )
      const error = await server.ready().then(
        () => null,
        (error) => error,
      )
      expect(error?.message).to.contain('"/enum", the value should NOT have duplicate items')
    })

    it(`${dialect} still refuses an unknown keyword`, async () => {
      const server = createServer({ validatorengine: { version: 8, dialect } })
      server.post('/', { schema: { body: { type: 'object' as string, dependantRequired: {} } } }, () => 'never')
      const error = await server.ready().then(
        () => null,
        (error) => error,
      )
      expect(error?.code).to.equal('ALC_ERR_SCHEMA_KEYWORD')
    })

    it(`${dialect} with version 6 is refused when the server is made`, () => {
      expect(() => createServer({ validatorengine: { version: 6, dialect } }))
        .to.throw(/2020-12/)
        .with.property('code', 'ALC_ERR_SCHEMA_DIALECT')
    })
  }
})
