import { expect } from 'chai'
import fc from 'fast-check'
import { functionsMade } from '../../support/functions-made.js'
import { expectSchemaSuitesToHold } from './schema-suites.js'
import { failureOf, type Loose, postJson, useServers, validators } from './subject.js'

/** Schemas that no validator or serializer takes, each wrong in another way. */
const wrong: Record<string, Loose> = {
  'an unknown type': { type: 'strng' },
  'an unknown keyword': { type: 'string', maxLenght: 3 },
  'a keyword with a wrong value': { type: 'string', maxLength: -1 },
  'an unknown format': { type: 'string', format: 'emial' },
  'a pattern that is no expression': { type: 'string', pattern: '(' },
  'a $ref to nothing': { $ref: 'nobody#' },
  'a $ref into nothing': { $ref: 'user#/properties/nothing' },
  'a $ref to itself': { definitions: { a: { $ref: '#/definitions/a' } }, $ref: '#/definitions/a' },
  'a shared schema that leads to nothing': { $ref: 'astray#' },
  $async: { $async: true, type: 'object' },
  'no schema at all': [],
}

/** Right by the draft and by version 6, but not for version 8. */
const wrongIn8: Record<string, Loose> = {
  'a pattern that is none in unicode': { type: 'string', pattern: '\\-' },
  'such a pattern for properties': { type: 'object', patternProperties: { '\\-': { type: 'string' } } },
  'an enum of nothing': { enum: [] },
  'nullable against its type': { type: ['string', 'null'], nullable: false },
}

const User = { $id: 'user', type: 'object', properties: { name: { type: 'string' } } }
const Astray = { $id: 'astray', type: 'object', properties: { a: { $ref: 'nobody#' } } }

for (const { version } of validators) {
  describe(`compile: 'lazy', version ${version},`, () => {
    const create = useServers()

    async function outcome(schema: Loose, options: object) {
      const server = create({ validatorengine: { version }, ...options })
      server.addSchema(User)
      if (JSON.stringify(schema).includes('astray')) server.addSchema(Astray)
      server.post('/', { schema }, async (request) => request.body)
      try {
        await server.ready()
        return 'boots'
      } catch (error) {
        const { code, message } = error as Loose
        return `${code} ${message}`
      } finally {
        await Promise.resolve(server.close()).catch(() => undefined)
      }
    }

    async function expectSame(schema: Loose) {
      const refusal = await outcome(schema, { compile: 'boot' })
      expect(await outcome(schema, { compile: 'lazy' })).to.equal(refusal)
      return refusal
    }

    for (const [what, schema] of Object.entries({ ...wrong, ...(version === 8 ? wrongIn8 : {}) })) {
      it(`boot finds ${what} in a body, with the same error`, async () => {
        expect(await expectSame({ body: { type: 'object', properties: { a: schema } } })).to.match(/^(FST|ALC)_ERR_/)
      })
    }

    for (const [what, schema] of Object.entries(wrong)) {
      if (what === 'an unknown format') continue // to a serializer it means nothing
      it(`boot finds ${what} in a response, with the same error`, async () => {
        const response = { 200: { type: 'object', properties: { a: schema } } }
        expect(await expectSame({ response })).to.match(/^(FST|ALC)_ERR_/)
      })
    }

    it('boot finds branches of a response that contradict each other', async () => {
      const contrary = { allOf: [{ type: 'string' }, { type: 'number' }] }
      expect(await expectSame({ response: { 200: contrary } })).to.match(/^FST_ERR_SCH_SERIALIZATION_BUILD/)
    })

    it('boot finds options that the serializer does not take', async () => {
      const schema = { response: { 200: { type: 'integer' } } }
      const options = { serializerOpts: { rounding: 'sideways' } }
      expect(await outcome(schema, { ...options, compile: 'lazy' })).to.equal(await outcome(schema, options))
      expect(await outcome(schema, options)).to.match(/rounding/)
    })

    it('boot reports the error of a validator plugin about the value of its keyword', async () => {
      const plugin = (validator: Loose) => {
        const metaSchema = { type: 'array' }
        const definition = { metaSchema, [version === 6 ? 'inline' : 'macro']: () => (version === 6 ? 'true' : {}) }
        if (version === 6) validator.addKeyword('range', definition)
        else validator.addKeyword({ keyword: 'range', ...definition })
      }
      const options = { validatorengine: { version, plugins: [plugin] }, compile: 'lazy' }
      expect(await outcome({ body: { range: 'wide' } }, options)).to.match(/^FST_ERR_SCH_VALIDATION_BUILD.*range/)
      expect(await outcome({ body: { range: [1, 2] } }, options)).to.equal('boots')
    })

    it('the strict mode of the validator applies at boot', async () => {
      if (version === 6) return
      const options = { validatorengine: { version, customOptions: { strict: true } }, compile: 'lazy' }
      expect(await outcome({ body: { type: 'object', properties: { a: { properties: {} } } } }, options)).to.match(
        /strict mode/,
      )
    })

    it('a route compiles at its first request, not at boot, and once', async () => {
      const compiled: Loose[] = []
      const onCreate = (validator: Loose) => {
        const { compile } = validator
        validator.compile = (schema: Loose) => {
          compiled.push(schema.properties)
          return compile.call(validator, schema)
        }
      }
      const server = create({ compile: 'lazy', validatorengine: { version, onCreate } })
      server.post('/a', { schema: { body: { a: { type: 'integer' } } } }, async (request) => request.body)
      server.post('/b', { schema: { body: { b: { type: 'integer' } } } }, async (request) => request.body)
      await server.ready()
      expect(compiled).to.deep.equal([])
      expect((await postJson(server, '/b', { b: '1' })).json()).to.deep.equal({ b: 1 })
      expect((await postJson(server, '/b', { b: 'x' })).statusCode).to.equal(400)
      expect(compiled).to.deep.equal([{ b: { type: 'integer' } }])
    })

    it('the first request of a route makes its functions, which boot does otherwise', async () => {
      const schema = { body: { a: { type: 'integer' } }, response: { 200: { a: { type: 'integer' } } } }
      // ajv makes one, and one removes undeclared properties ahead of it.
      const ofBody = process.env.ALCOVE_TEST_ENGINE === 'ajv' ? 2 : 1
      for (const [compile, expected] of [
        ['boot', 0],
        ['lazy', ofBody + 1],
      ] as const) {
        const server = create({ compile, validatorengine: { version } })
        const other = { body: { b: { type: 'integer' } }, response: { 200: { b: { type: 'integer' } } } }
        server.post('/other', { schema: other }, async (request) => request.body)
        server.post('/', { schema }, async (request) => request.body)
        // A server tries once whether code may be made at all: here, in the lazy mode.
        await postJson(server, '/other', { b: '1' })
        const made = await functionsMade(() => postJson(server, '/', { a: '1' }))
        expect(made, compile).to.equal(expected)
      }
    })

    it('a schema that boot accepts is never refused later', async function () {
      this.timeout(60_000)
      await fc.assert(
        fc.asyncProperty(anySchema, async (schema) => {
          const body = { type: 'object', properties: { a: schema } }
          const refusal = await expectSame({ body, response: { 200: body } })
          if (refusal !== 'boots') return
          const server = create({ compile: 'lazy', validatorengine: { version } })
          server.addSchema(User)
          server.post('/', { schema: { body, response: { 200: body } } }, async () => ({}))
          expect((await postJson(server, '/', {})).body).not.to.contain('FST_ERR_SCH')
          await server.close()
        }),
        { numRuns: 150 },
      )
    })
  })
}

const keywords: Record<string, readonly Loose[]> = {
  type: ['string', 'integer', 'object', 'array', ['string', 'null'], ['object', 'null'], [], 'nothing'],
  nullable: [true, false],
  enum: [['a'], [], [null], 1],
  const: [1, null, { a: 1 }],
  format: ['email', 'date', 'nothing', 1],
  pattern: ['^a', '(', '\\-', '\\p{L}'],
  minimum: [1, '1', Number.NaN],
  multipleOf: [2, 0],
  maxLength: [1, -1, 1.5],
  items: [{ type: 'string' }, [{ type: 'string' }, { type: 'object' }], true, [], 1],
  additionalItems: [false, { type: 'string' }],
  uniqueItems: [true, 'yes'],
  properties: [{ a: { type: 'string' } }, {}, { a: 1 }, []],
  patternProperties: [{ '^a': { type: 'string' } }, { '(': {} }, { '\\-': {} }],
  additionalProperties: [true, false, { type: 'string' }, 1],
  propertyNames: [{ maxLength: 2 }, { pattern: '(' }],
  required: [['a'], ['a', 'a'], [], 'a'],
  dependencies: [{ a: ['b'] }, { a: { type: 'object' } }, { a: 1 }],
  default: [1, {}, null],
  allOf: [[{ type: 'string' }, { type: 'integer' }], [{ maxLength: 1 }], []],
  anyOf: [[{ type: 'string' }, { type: 'integer' }], [{}], 1],
  oneOf: [[{ type: 'string' }, { type: 'object', properties: { b: {} } }], []],
  not: [{ type: 'string' }, 1],
  if: [{ type: 'string' }],
  then: [{ maxLength: 1 }, 1],
  $ref: ['user#', 'user#/properties/name', 'user#/properties/b', '#', '#/properties/a', 'nobody#', 1],
  definitions: [{ b: { type: 'string' } }, { b: 1 }, 1],
  $id: ['#b', 'own', 1],
}

const anySchema = fc
  .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { minLength: 1, maxLength: 4 })
  .chain((names) => {
    const entries = names.map((name) => fc.constantFrom(...(keywords[name] ?? [])).map((value) => [name, value]))
    return fc.tuple(...entries).map((pairs) => Object.fromEntries(pairs))
  })

describe("compile: 'lazy'", () => {
  const create = useServers()

  it('calls compilers of the application at boot, because only they can report their errors', async () => {
    const calls: string[] = []
    const server = create({ compile: 'lazy' })
    server.setValidatorCompiler(({ httpPart }) => {
      calls.push(httpPart)
      return () => true
    })
    server.setSerializerCompiler(({ httpStatus }) => {
      calls.push(httpStatus)
      return (data) => JSON.stringify(data)
    })
    server.post('/', { schema: { body: { a: 1 }, response: { 200: { a: 1 } } } }, async () => 'x')
    await server.ready()
    expect(calls).to.deep.equal(['body', '200'])
  })

  it('gives requests and replies the functions of a route that has not compiled yet', async () => {
    const server = create({ compile: 'lazy' })
    const schema = { querystring: { n: { type: 'integer' } }, response: { 200: { n: { type: 'integer' } } } }
    server.get('/', { schema }, async (request, reply) => [
      request.getValidationFunction('querystring')({ n: 'x' }),
      reply.getSerializationFunction(200)({ n: 1, m: 2 }),
    ])
    server.addHook('preSerialization', async (_request: Loose, reply: Loose, payload: Loose) => {
      reply.serializer(JSON.stringify)
      return payload
    })
    expect((await server.inject('/?n=1')).json()).to.deep.equal([false, '{"n":1}'])
  })

  it('is one of two words', async () => {
    const error = await failureOf(() => create({ compile: 'later' }))
    expect(error.code).to.equal('FST_ERR_INIT_OPTS_INVALID')
    expect(error.message).to.contain("'boot' or 'lazy'")
  })

  it('passes the tests of schemas', async function () {
    this.timeout(300_000)
    await expectSchemaSuitesToHold('lazy')
  })
})

describe('the option validatorengine.engine', () => {
  it('passes the tests of schemas with ajv', async function () {
    this.timeout(300_000)
    await expectSchemaSuitesToHold('ajv')
  })
})
