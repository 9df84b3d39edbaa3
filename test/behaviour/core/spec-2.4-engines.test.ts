import { compileServer } from 'alcove/standalone'
import { expect } from 'chai'
import { evaluate } from '../../support/round-trip.js'
import { failureOf, type Loose, postJson, type Server, useServers, validators } from './subject.js'

const body = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 3 },
    size: { oneOf: [{ type: 'integer' }, { type: 'object', properties: { wide: { type: 'integer' } } }] },
    kind: { anyOf: [{ const: 'a' }, { type: 'string', pattern: '^x-' }] },
    list: { type: 'array', items: [{ type: 'integer' }], additionalItems: { type: 'string' }, contains: { const: 1 } },
  },
  patternProperties: { '^x-': { type: 'integer' } },
  dependencies: { size: ['kind'] },
  if: { required: ['x-a'] },
  then: { required: ['list'] },
}

const values = [
  { name: 'abc', undeclared: 1 },
  { name: 'abcd' },
  { name: 'a', size: '5', kind: 'x-1' },
  { name: 'a', size: { wide: '5', deep: 1 }, kind: 'a' },
  { name: 'a', size: 'large', kind: 'a' },
  { name: 'a', size: 1 },
  { name: 'a', kind: 'b' },
  { name: 'a', 'x-a': '1' },
  { name: 'a', 'x-a': 'b', list: [1] },
  { name: 'a', list: ['1', 2] },
  { name: 'a', list: [2, 3] },
]

for (const { version } of validators) {
  describe(`the option validatorengine.engine, version ${version},`, () => {
    const create = useServers()

    it('gives the same answers and errors with native as with ajv', async () => {
      const answers = []
      for (const engine of ['native', 'ajv']) {
        const server = create({ validatorengine: { version, engine } })
        server.post('/', { schema: { body }, attachValidation: true }, ({ body, validationError }) => {
          return { body: validationError ? null : body, errors: validationError?.validation ?? null }
        })
        const replies = await Promise.all(values.map((value) => postJson(server, '/', value)))
        answers.push(replies.map(({ payload }) => payload))
      }
      expect(answers[0]).to.deep.equal(answers[1])
      const valid = answers[0]?.filter((answer) => JSON.parse(answer).errors === null)
      expect(valid).to.have.length.within(3, values.length - 3)
    })

    it('sends every schema to ajv with ajv: alcove compile has no native code to write', async () => {
      const unwritten = async (engine: string) => {
        const written = await compileServer((given) => {
          const server = create({ ...given, validatorengine: { version, engine } })
          return server.post('/', { schema: { body } }, () => 'ok') as Loose
        })
        return written.unwritten.map(({ part }) => part)
      }
      expect(await unwritten('native')).to.deep.equal([])
      expect(await unwritten('ajv')).to.deep.equal(['body schema'])
    })

    it('names shared schemas by their own $id in the schemaPath of errors, with both engines', async () => {
      for (const engine of ['native', 'ajv']) {
        const server = create({ validatorengine: { version, engine } })
        server.addSchema({ $id: 'http://e.x/s.json', definitions: { short: { type: 'string', maxLength: 2 } } })
        const schema = { body: { name: { $ref: 'http://e.x/s.json#/definitions/short' } } }
        server.post('/', { schema, attachValidation: true }, ({ validationError }) => validationError.validation)
        const [error] = (await postJson(server, '/', { name: 'abc' })).json()
        expect(error.schemaPath, engine).to.equal('http://e.x/s.json#/definitions/short/maxLength')
      }
    })

    describe('names shared schemas by their own $id in the schemaPath that an error handler answers with', () => {
      const $id = 'http://e.x/s.json'

      function make(options: object): Server {
        const server = create({ ...options })
        server.setErrorHandler((error) => ({ at: error.validation.map(({ schemaPath }: Loose) => schemaPath) }))
        const code = { type: 'string', maxLength: 2 }
        const tree = {
          type: 'object',
          properties: { code: { $ref: '#/definitions/code' }, in: { $ref: '#/definitions/tree' } },
        }
        server.addSchema({ $id, definitions: { x: { type: 'object', required: ['id'] }, code, tree } })
        server.post('/whole', { schema: { body: { $ref: `${$id}#/definitions/x` } } }, async () => 'never')
        const querystring = { code: { $ref: `${$id}#/definitions/code` } }
        server.post('/query', { schema: { querystring } }, async () => 'never')
        server.post('/headers', { schema: { headers: querystring } }, async () => 'never')
        server.post('/tree', { schema: { body: { $ref: `${$id}#/definitions/tree` } } }, async () => 'never')
        // Another schema of this $id beside it has another key, and the same name.
        server.register(async function beside(child: Loose) {
          child.addSchema({ $id: 'http-e.x-s.json', type: 'object', properties: { a: { type: 'integer' } } })
          child.post('/beside', { schema: { body: { in: { $ref: 'http-e.x-s.json#' } } } }, async () => 'never')
        })
        return server
      }

      async function expectPaths(server: Server) {
        expect((await postJson(server, '/whole', {})).json().at).to.deep.equal([`${$id}#/definitions/x/required`])
        const query = await postJson(server, '/query?code=abc', {})
        expect(query.json().at).to.deep.equal([`${$id}#/definitions/code/maxLength`])
        const headers = await server.inject({ method: 'POST', url: '/headers', headers: { code: 'abc' } })
        expect(headers.json().at).to.deep.equal([`${$id}#/definitions/code/maxLength`])
        const [deep] = (await postJson(server, '/tree', { in: { in: { code: 'abc' } } })).json().at
        expect(deep).to.match(/^(?:http:\/\/e\.x\/s\.json)?#\/definitions\/code\/maxLength$/)
        const beside = await postJson(server, '/beside', { in: { a: 'x' } })
        expect(beside.json().at).to.deep.equal(['http-e.x-s.json#/properties/a/type'])
      }

      for (const engine of ['native', 'ajv']) {
        for (const compile of ['boot', 'lazy']) {
          it(`by engine ${engine}, compile: '${compile}'`, () =>
            expectPaths(make({ validatorengine: { version, engine }, compile })))
        }
        it(`by engine ${engine}, compiled ahead of time`, async () => {
          const options = { validatorengine: { version, engine } }
          const { code } = await compileServer((given) => make({ ...options, ...given }) as Loose)
          await expectPaths(make({ ...options, precompiled: await evaluate(code) }))
        })
      }
    })

    it('is native or ajv', async () => {
      const error = await failureOf(() => create({ validatorengine: { version, engine: 'other' } }))
      expect(error.code).to.equal('ALC_ERR_VALIDATOR_ENGINE')
      expect(error.message).to.contain("'native'").and.contain("'ajv'")
    })
  })
}
