import { expect } from 'chai'
import { failureOf, postJson, type Server, useServers, validators } from './subject.js'

type Properties = Record<string, object>

const objectOf = (properties: Properties, more: object = {}) => ({ type: 'object', properties, ...more })
const next = { next: { $ref: '#', default: {} } }

for (const { version } of validators) {
  describe(`a default that leads to itself, version ${version},`, () => {
    const newServer = useServers()

    function serverWith(body: object, shared: object[] = [], customOptions: object = {}): Server {
      const server = newServer({ validatorengine: { version, customOptions } })
      for (const schema of shared) server.addSchema(schema)
      server.post('/', { schema: { body } }, (request) => request.body)
      return server
    }

    const refused: Record<string, [body: object, shared: object[], place: string]> = {
      'of the schema itself': [
        objectOf(next),
        [],
        'body schema of POST / cannot be compiled: at "/properties/next/default"',
      ],
      'of a shared schema': [
        { $ref: 'n#' },
        [{ $id: 'n', ...objectOf({ next: { $ref: 'n#', default: {} } }) }],
        'body schema (by way of the shared schema "n") of POST / cannot be compiled: at "/properties/next/default"',
      ],
      'of two shared schemas in turn': [
        objectOf({ a: { $ref: 'a#' } }),
        [
          { $id: 'a', ...objectOf({ b: { $ref: 'b#', default: { x: 1 } } }) },
          { $id: 'b', ...objectOf({ 'a/b': { $ref: 'a#', default: {} }, x: {} }) },
        ],
        '(by way of the shared schema',
      ],
      'within the items of a list': [
        objectOf({ list: { type: 'array', items: { $ref: '#' }, default: [{}] } }),
        [],
        'at "/properties/list/default"',
      ],
      'below allOf': [
        objectOf({ a: objectOf({ next: { allOf: [{ $ref: '#' }], default: {} } }), ...next }),
        [],
        'default',
      ],
      'below a branch with a $ref': [
        objectOf({ next: { anyOf: [{ type: 'null' }, { $ref: '#' }], default: {} } }),
        [],
        'at "/properties/next/default"',
      ],
    }
    for (const [what, [body, shared, place]] of Object.entries(refused)) {
      it(`fails the boot: one ${what}`, async () => {
        const error = await failureOf(serverWith(body, shared).ready())
        expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
        expect(error.message).to.contain(place)
        expect(error.message).to.contain('leads to itself')
      })
    }

    const accepted: Record<string, [body: object, sent: unknown, seen: unknown]> = {
      'a default whose inner objects end': [
        objectOf({ next: { anyOf: [objectOf(next), { type: 'null' }], default: null } }),
        {},
        { next: null },
      ],
      'a recursive schema without defaults': [
        objectOf({ next: { $ref: '#' } }),
        { next: { next: {} } },
        { next: { next: {} } },
      ],
      'a default of a schema that is not recursive': [
        {
          definitions: { a: objectOf({ b: { default: {} } }) },
          ...objectOf({ a: { $ref: '#/definitions/a', default: {} } }),
        },
        {},
        { a: { b: {} } },
      ],
    }
    for (const [what, [body, sent, seen]] of Object.entries(accepted)) {
      it(`boots with ${what}`, async () => {
        const response = await postJson(serverWith(body), '/', sent)
        expect(response.json()).to.deep.equal(seen)
      })
    }

    it('boots where no defaults are filled in', async () => {
      const response = await postJson(serverWith(objectOf(next), [], { useDefaults: false }), '/', {})
      expect(response.json()).to.deep.equal({})
    })

    it('boots where only replies reach it', async () => {
      const server = newServer({ validatorengine: { version } })
      server.addSchema({ $id: 'n', ...objectOf({ next: { $ref: 'n#', default: {} } }) })
      server.get(
        '/',
        { schema: { response: { 200: { type: 'object', properties: { a: { type: 'integer' } } } } } },
        () => ({ a: 1 }),
      )
      expect((await server.inject('/')).json()).to.deep.equal({ a: 1 })
    })
  })
}
