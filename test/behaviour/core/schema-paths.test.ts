import { compileServer } from 'alcove/standalone'
import { expect } from 'chai'
import { evaluate } from '../../support/round-trip.js'
import { type Loose, postJson, type Server, useServers, validators } from './subject.js'

for (const { version } of validators) {
  describe(`the schemaPath of failures names shared schemas by their own $id, version ${version},`, () => {
    const create = useServers()
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
}
