import { expect } from 'chai'
import { createServer, type Instance, type JsonSchema } from '#dist/core.js'
import { bootWarnings, type RouteWarning } from '#dist/server/warnings/boot-warnings.js'

type Loose = Record<string, unknown>

async function warningsOf(declare: (server: Instance) => void, validatorengine: object = {}): Promise<RouteWarning[]> {
  await using server = createServer({ validatorengine })
  declare(server)
  await server.ready()
  return bootWarnings(server) as RouteWarning[] // all of these are about routes and shared schemas
}

async function textsOf(...given: Parameters<typeof warningsOf>): Promise<string[]> {
  return (await warningsOf(...given)).map(({ subject, message }) => `${subject}: ${message}`)
}

const handler = () => 'ok'

/** A body whose property `a` has a schema. */
function posting(a: JsonSchema, more: Loose = {}): (server: Instance) => void {
  return (server) => server.post('/', { schema: { body: { type: 'object', properties: { a }, ...more } } }, handler)
}

describe('warnings of values that their own schema refuses', () => {
  for (const engine of ['native', 'ajv']) {
    for (const [what, schema, text] of [
      [
        'the type',
        { type: 'integer', default: 'x' },
        '"/properties/a/default" does not match its schema: should be integer',
      ],
      [
        'a format',
        { type: 'string', format: 'date', default: 'May' },
        'default" does not match its schema: should match format "date"',
      ],
      ['a pattern', { type: 'string', pattern: '^a', default: 'b' }, 'should match pattern "^a"'],
      ['enum', { enum: ['a'], default: 'b' }, 'should be equal to one of the allowed values'],
      ['a limit', { type: 'integer', maximum: 3, default: 4 }, 'should be <= 3'],
      [
        'the type of an item',
        { type: 'array', items: { type: 'integer' }, default: [1, 'x'] },
        '"/1" should be integer',
      ],
      ['a missing property', { type: 'object', required: ['b'], default: {} }, "should have required property 'b'"],
      [
        'a reference',
        { $ref: '#/definitions/n', default: 'x' },
        '"/properties/a/default" does not match its schema: should be integer',
      ],
    ] as const) {
      it(`name a default by ${what} (${engine})`, async () => {
        const declare = posting(schema, { definitions: { n: { type: 'integer' } } })
        const [found, ...others] = await textsOf(declare, { engine })
        expect(found)
          .to.match(/^POST \/, body: "/)
          .and.include(text)
          .and.include('. Correct one of them.')
        expect(others).to.deep.equal([])
      })
    }
  }

  it('name each invalid example, in version 8 in its words', async () => {
    const schema = { type: 'string', maxLength: 2, examples: ['ab', 'abc'], example: 'abcd' } as const
    expect(await textsOf(posting(schema), { version: 8 })).to.deep.equal([
      'POST /, body: "/properties/a/example" does not match its schema: must NOT have more than 2 characters. Correct one of them.',
      'POST /, body: "/properties/a/examples/1" does not match its schema: must NOT have more than 2 characters. Correct one of them.',
    ])
  })

  it('have the place of the value as a pointer, and the place of the route', async () => {
    const [found] = await warningsOf(posting({ type: 'boolean', default: 'maybe' }))
    expect(found).to.include({ route: 'POST /', part: 'body', at: '/properties/a/default' })
    expect(found?.place).to.not.equal(null)
  })

  it('cover the query, the parameters, the headers and responses', async () => {
    const wrong = (name: string) => ({ type: 'object', properties: { [name]: { type: 'integer', default: 'x' } } })
    const schema = {
      querystring: wrong('q'),
      params: wrong('id'),
      headers: wrong('X-Id'),
      response: { 200: wrong('r') },
    }
    const found = await warningsOf((server) => server.get('/:id', { schema }, handler))
    expect(found.map(({ part, at }) => `${part} ${at}`)).to.have.members([
      'querystring /properties/q/default',
      'params /properties/id/default',
      'headers /properties/X-Id/default',
      'response 200 /properties/r/default',
    ])
  })

  it('cover shared schemas, which refer to each other', async () => {
    const found = await textsOf((server) => {
      server.addSchema({ $id: 'id', type: 'integer' })
      server.addSchema({ $id: 'user', type: 'object', properties: { id: { $ref: 'id#', examples: [1, 'x'] } } })
    })
    expect(found).to.deep.equal([
      'schema "user" of root: "/properties/id/examples/1" does not match its schema: should be integer. Correct one of them.',
    ])
  })

  it('cover the OpenAPI examples of a body', async () => {
    const examples = {
      good: { value: { n: 1 } },
      bad: { value: { n: 'x' } },
      elsewhere: { externalValue: 'http://a.test' },
    }
    const schema = { body: { type: 'object', properties: { n: { type: 'integer' } } }, examples } as Loose
    expect(await textsOf((server) => server.post('/', { schema }, handler))).to.deep.equal([
      'POST /, examples: "/bad/value" does not match its schema: "/n" should be integer. Correct one of them.',
    ])
  })

  it('are not given for values that the server converts or completes', async () => {
    const fine = {
      text: { type: 'integer', default: '5' },
      number: { type: 'string', default: 5 },
      flag: { type: 'boolean', default: 'true' },
      limit: { type: 'integer', minimum: 1, maximum: 1, default: 1 },
      sign: { type: 'string', minLength: 1, maxLength: 1, default: '\u{1f600}' },
      none: { type: 'string', nullable: true, default: null },
      completed: { type: 'object', required: ['b'], default: {}, properties: { b: { type: 'string', default: 'c' } } },
      more: { type: 'object', properties: {}, additionalProperties: false, examples: [{ undeclared: 1 }] },
      'a~/%41': { type: 'string', default: 'x' },
    }
    const schema = { body: { type: 'object', properties: fine, required: ['text'] } }
    expect(await textsOf((server) => server.post('/', { schema }, handler))).to.deep.equal([])
  })

  it('are not given for the schema of a compiler of the application', async () => {
    const schema = { body: { type: 'integer', default: 'x' } }
    const validatorCompiler = () => () => ({ value: 1 })
    expect(await textsOf((server) => server.post('/', { schema, validatorCompiler }, handler))).to.deep.equal([])
  })

  it('leave the values of the schema as they are', async () => {
    const value = { undeclared: 1 }
    await warningsOf(posting({ type: 'object', properties: { b: { default: 2 } }, default: value }))
    expect(value).to.deep.equal({ undeclared: 1 })
  })
})
