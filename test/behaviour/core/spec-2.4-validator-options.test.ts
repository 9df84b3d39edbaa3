import { createRequire } from 'node:module'
import { expect } from 'chai'
import { failureOf, type Loose, postJson, type Server, useServers, validators } from './subject.js'

const require = createRequire(import.meta.url)

for (const { version, must } of validators) {
  describe(`SPEC 2.4 and 4.5 validator configuration (version ${version})`, () => {
    const create = useServers()

    function subject(schema: object, engine: object = {}): Server {
      const server = create({ validatorengine: { version, ...engine } })
      server.post('/', { schema: { body: schema } }, async (request) => ({ seen: request.body }))
      server.get('/', { schema: { querystring: schema } }, async (request) => ({ seen: request.query }))
      return server
    }

    const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest })

    for (const [what, rest] of [
      ['a schema does not declare', {}],
      ['a schema refuses by additionalProperties: false', { additionalProperties: false }],
    ] as const) {
      it(`removeAdditional removes what ${what} from the body`, async () => {
        const server = subject(object({ a: { type: 'string' } }, rest))
        expect((await postJson(server, '/', { a: 'a', b: 'b' })).json().seen).to.deep.equal({ a: 'a' })
      })

      it(`removeAdditional removes what ${what} from the query string`, async () => {
        const server = subject(object({ a: { type: 'string' } }, rest))
        expect((await server.inject('/?a=a&b=b')).json().seen).to.deep.equal({ a: 'a' })
      })

      it(`removeAdditional removes what ${what} from the params`, async () => {
        const server = create({ validatorengine: { version } })
        const params = object({ a: { type: 'string' } }, rest)
        server.get('/:a/:b', { schema: { params } }, async (request) => ({ seen: request.params }))
        expect((await server.inject('/a/b')).json().seen).to.deep.equal({ a: 'a' })
      })

      it(`removeAdditional removes what ${what} from nested objects and items`, async () => {
        const inner = object({ b: {} }, rest)
        const server = subject(object({ a: inner, list: { type: 'array', items: inner } }))
        const sent = { a: { b: 1, c: 2 }, list: [{ b: 1, c: 2 }] }
        expect((await postJson(server, '/', sent)).json().seen).to.deep.equal({ a: { b: 1 }, list: [{ b: 1 }] })
      })
    }

    it('removeAdditional leaves what additionalProperties: true lets in', async () => {
      const server = subject(object({ a: { type: 'string' } }, { additionalProperties: true }))
      expect((await postJson(server, '/', { a: 'a', b: 'b' })).json().seen).to.deep.equal({ a: 'a', b: 'b' })
    })

    it('removeAdditional leaves the headers that a request needs', async () => {
      const server = create({ validatorengine: { version } })
      const headers = object({ 'x-a': { type: 'string' } })
      server.get('/', { schema: { headers } }, async (request) => request.headers.host)
      expect((await server.inject({ url: '/', headers: { host: 'a.example' } })).body).to.equal('a.example')
    })

    it('a headers schema with additionalProperties: false does not refuse every request', async () => {
      const server = create({ validatorengine: { version } })
      const headers = object({ 'x-a': { type: 'string' } }, { additionalProperties: false })
      server.get('/', { schema: { headers } }, async (request) => request.headers['x-a'])
      expect((await server.inject({ url: '/', headers: { 'x-a': 'a' } })).body).to.equal('a')
    })

    it('useDefaults fills missing properties and items', async () => {
      const list = { type: 'array', items: [{ type: 'string' }, { type: 'integer', default: 2 }] }
      const server = subject(object({ a: { type: 'string', default: 'a' }, list }), {
        customOptions: { strict: false },
      })
      expect((await postJson(server, '/', { list: ['x'] })).json().seen).to.deep.equal({ a: 'a', list: ['x', 2] })
    })

    it('coerceTypes converts values to the declared type', async () => {
      const server = subject(
        object({ i: { type: 'integer' }, n: { type: 'number' }, b: { type: 'boolean' }, s: { type: 'string' } }),
      )
      expect((await server.inject('/?i=1&n=1.5&b=true&s=2')).json().seen).to.deep.equal({
        i: 1,
        n: 1.5,
        b: true,
        s: '2',
      })
      expect((await postJson(server, '/', { s: 2, b: 'false' })).json().seen).to.deep.equal({ s: '2', b: false })
    })

    it('coerceTypes does not make an array of a single value', async () => {
      const answer = await subject(object({ ids: { type: 'array', items: { type: 'integer' } } })).inject('/?ids=1')
      expect(answer.statusCode).to.equal(400)
      expect(answer.json().message).to.equal(`querystring/ids ${must} be array`)
    })

    it('an array parameter that is sent twice is an array', async () => {
      const server = subject(object({ ids: { type: 'array', items: { type: 'integer' } } }))
      expect((await server.inject('/?ids=1&ids=2')).json().seen).to.deep.equal({ ids: [1, 2] })
    })

    it("customOptions coerceTypes: 'array' makes an array of a single value", async () => {
      const engine = { customOptions: { coerceTypes: 'array' } }
      const server = subject(object({ ids: { type: 'array', items: { type: 'integer' } } }), engine)
      expect((await server.inject('/?ids=1')).json().seen).to.deep.equal({ ids: [1] })
    })

    it('nullable is supported', async () => {
      const server = subject(object({ a: { type: 'string', nullable: true } }))
      expect((await postJson(server, '/', { a: null })).json().seen).to.deep.equal({ a: null })
    })

    it('customOptions changes one option and leaves the rest of the baseline', async () => {
      const schema = object({ a: { type: 'integer' }, b: { default: 'b' } }, { additionalProperties: false })
      const server = subject(schema, { customOptions: { coerceTypes: false } })
      expect((await postJson(server, '/', { a: '1' })).statusCode).to.equal(400)
      expect((await postJson(server, '/', { a: 1, c: 2 })).json().seen).to.deep.equal({ a: 1, b: 'b' })
    })

    it('customOptions removeAdditional: false lets a closed schema refuse', async () => {
      const server = subject(object({ a: {} }, { additionalProperties: false }), {
        customOptions: { removeAdditional: false },
      })
      expect((await postJson(server, '/', { a: 1, b: 2 })).statusCode).to.equal(400)
    })

    it("customOptions removeAdditional: 'all' removes what an open schema does not declare", async () => {
      const server = subject(object({ a: { type: 'string' } }), { customOptions: { removeAdditional: 'all' } })
      expect((await postJson(server, '/', { a: 'a', b: 'b' })).json().seen).to.deep.equal({ a: 'a' })
    })

    it('customOptions useDefaults: false leaves missing properties missing', async () => {
      const server = subject(object({ a: { type: 'string', default: 'a' } }), { customOptions: { useDefaults: false } })
      expect((await postJson(server, '/', {})).json().seen).to.deep.equal({})
    })

    it('customOptions allErrors collects every failure', async () => {
      const server = create({ validatorengine: { version, customOptions: { allErrors: true } } })
      const body = object({ a: { type: 'integer' }, b: { type: 'integer' } })
      server.setErrorHandler((error, _request, reply) => reply.code(400).send({ count: error.validation.length }))
      server.post('/', { schema: { body } }, async () => 'never')
      expect((await postJson(server, '/', { a: 'x', b: 'x' })).json()).to.deep.equal({ count: 2 })
    })

    it('customOptions jsonPointers: false is accepted', async () => {
      const server = subject(object({ a: { type: 'integer' } }), { customOptions: { jsonPointers: false } })
      const answer = await postJson(server, '/', { a: 'x' })
      expect(answer.statusCode).to.equal(400)
      expect(answer.json().message).to.match(version === 6 ? /^body\.a / : /^body\/a /)
    })

    it('an unknown keyword is a boot error that names route, part and keyword', async () => {
      const error = await failureOf(subject(object({ a: { type: 'string', maxLenght: 3 } })).ready())
      expect(error.code).to.match(/^(FST|ALC)_ERR_/)
      expect(error.message).to.contain('maxLenght').and.contain('POST').and.contain('body').and.contain('/properties/a')
    })

    it('an invalid shared schema is a boot error that names it, even if no route uses it', async () => {
      const server = create({ validatorengine: { version } })
      server.addSchema({ $id: 'unused', type: 'object', properties: { a: { type: 'strin' } } })
      const error = await failureOf(server.ready())
      expect(error.code).to.match(/^(FST|ALC)_ERR_/)
      expect(error.message).to.contain('unused').and.contain('/properties/a')
    })

    it('an invalid schema is a boot error that names route and part', async () => {
      const error = await failureOf(subject(object({ a: { type: 'strin' } })).ready())
      expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
      expect(error.message).to.contain('POST').and.contain('body')
    })

    describe('plugins', () => {
      const addOdd = (validator: Loose, message?: string) =>
        validator.addKeyword(
          ...(version === 6
            ? ['odd', { validate: (_on: boolean, data: number) => data % 2 === 1 }]
            : [{ keyword: 'odd', validate: (_on: boolean, data: number) => data % 2 === 1, message }]),
        )

      for (const [form, plugin] of [
        ['a function', addOdd],
        ['a pair of function and options', [addOdd, 'be odd']],
      ] as const) {
        it(`are given as ${form}`, async () => {
          const server = subject(object({ a: { type: 'integer', odd: true } }), { plugins: [plugin] })
          expect((await postJson(server, '/', { a: 2 })).statusCode).to.equal(400)
          expect((await postJson(server, '/', { a: 3 })).statusCode).to.equal(200)
        })
      }

      it('apply in contexts with shared schemas of their own too', async () => {
        const server = create({ validatorengine: { version, plugins: [addOdd] } })
        server.register(async (child) => {
          child.addSchema({ $id: 'odd', type: 'integer', odd: true })
          child.post('/', { schema: { body: object({ a: { $ref: 'odd#' } }) } }, async () => 'ok')
        })
        expect((await postJson(server, '/', { a: 2 })).statusCode).to.equal(400)
        expect((await postJson(server, '/', { a: 3 })).statusCode).to.equal(200)
      })
    })
  })
}

describe('SPEC 2.4 versions of the validator', () => {
  const create = useServers()
  const body = { type: 'object', required: ['name'] }

  async function messageOf(options: object): Promise<string> {
    const server = create(options)
    server.post('/', { schema: { body } }, async () => 'never')
    return (await postJson(server, '/', {})).json().message
  }

  it('version 6 is the default', async () => {
    expect(await messageOf({})).to.equal("body should have required property 'name'")
    expect(await messageOf({ validatorengine: {} })).to.equal("body should have required property 'name'")
  })

  it('version 8 is asked for in validatorengine', async () => {
    expect(await messageOf({ validatorengine: { version: 8 } })).to.equal("body must have required property 'name'")
  })

  it('both versions work in one process side by side', async () => {
    const all = await Promise.all([6, 8, 6, 8].map((version) => messageOf({ validatorengine: { version } })))
    expect(all.map((message) => message.split(' ')[1])).to.deep.equal(['should', 'must', 'should', 'must'])
  })

  const bootFailure = (options: object) => failureOf(async () => create(options).ready())

  it('another version is refused at boot', async () => {
    const error = await bootFailure({ validatorengine: { version: 7 } })
    expect(error.code).to.match(/^(FST|ALC)_ERR_/)
    expect(error.message).to.contain('7').and.contain('6').and.contain('8')
  })

  it('a misspelt customOption, and a wrong value of one, are refused at boot', async () => {
    for (const [customOptions, code, ...texts] of [
      [
        { removeAdditonal: false },
        'ALC_ERR_OPTION_UNKNOWN',
        'validatorengine.customOptions.removeAdditonal',
        'removeAdditional',
      ],
      [{ removeAdditional: 'none' }, 'FST_ERR_INIT_OPTS_INVALID', "'all' or 'failing'", 'none'],
      [{ coerceTypes: 'yes' }, 'FST_ERR_INIT_OPTS_INVALID', "true, false or 'array'"],
      [{ useDefaults: 1 }, 'FST_ERR_INIT_OPTS_INVALID', "'empty' or 'shared'"],
    ] as const) {
      const refused = await bootFailure({ validatorengine: { customOptions } })
      expect(refused.code).to.equal(code)
      for (const text of texts) expect(refused.message).to.include(text)
    }
    await create({ validatorengine: { customOptions: { $comment: true, ownProperties: true } } }).ready()
  })

  it('customOptions that are not an object and plugins that are not a list are refused at boot', async () => {
    const options = await bootFailure({ validatorengine: { customOptions: 8 } })
    expect(options.code).to.equal('FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ')
    const plugins = await bootFailure({ validatorengine: { plugins: {} } })
    expect(plugins.code).to.equal('FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR')
  })

  it('a factory in the schema controller brings its own validator, with the shared schemas of the context', async () => {
    const Ajv: Loose = require('ajv').default
    const given: Loose[] = []
    const server = create({
      validatorengine: { customOptions: { coerceTypes: false }, plugins: [] },
      schemaController: {
        compilersFactory: {
          buildValidator(externalSchemas: Record<string, object>, engine: Loose) {
            given.push(Object.keys(externalSchemas), engine.customOptions)
            const ajv = new Ajv({ ...engine.customOptions, schemas: Object.values(externalSchemas) })
            return ({ schema }: Loose) => ajv.compile(schema)
          },
        },
      },
    })
    server.addSchema({ $id: 'n', type: 'integer' })
    server.post('/', { schema: { body: { type: 'object', properties: { n: { $ref: 'n#' } } } } }, async () => 'ok')
    const refused = await postJson(server, '/', { n: '1' })
    expect(refused.json().message).to.equal('body/n must be integer')
    expect((await postJson(server, '/', { n: 1 })).statusCode).to.equal(200)
    expect(given[0]).to.deep.equal(['n'])
    expect(given[1]).to.include({ coerceTypes: false })
  })

  it('a factory in the schema controller brings its own serializer', async () => {
    const server = create({
      schemaController: {
        compilersFactory: {
          buildSerializer: () => (part: Loose) => (data: unknown) => JSON.stringify({ status: part.httpStatus, data }),
        },
      },
    })
    server.get('/', { schema: { response: { 200: { type: 'object' } } } }, async () => ({ a: 1 }))
    expect((await server.inject('/')).json()).to.deep.equal({ status: '200', data: { a: 1 } })
  })

  it('a factory that is not a function is refused', async () => {
    const options = { schemaController: { bucket: 'none' } }
    expect((await bootFailure(options)).code).to.equal('FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN')
  })
})
