import { expect } from 'chai'
import { failureOf, postJson, useServers, validators } from './subject.js'

/** A name with half a surrogate pair, which has no bytes in UTF-8. */
const name = 'a\ud800'

const number = { type: 'integer', minimum: 3 }
const accepted = { [name]: 4, x: 4 }
const refused = { [name]: 1, x: 1 }

const schemas: Record<string, readonly [schema: object, keyword: string]> = {
  'a property': [{ required: [name], properties: { [name]: number } }, 'properties'],
  'a pattern of names': [{ patternProperties: { '^a\ud800$': number } }, 'patternProperties'],
  'a property that needs others': [{ dependencies: { [name]: { properties: { x: number } } } }, 'dependencies'],
  'a definition': [
    { definitions: { [name]: number }, properties: { x: { $ref: `#/definitions/${name}` } } },
    'definitions',
  ],
  'a definition that a step goes through': [
    {
      definitions: { [name]: { properties: { 'y/': number } } },
      properties: { x: { $ref: `#/definitions/${name}/properties/y~1` } },
    },
    'definitions',
  ],
}

for (const { version } of validators) {
  describe(`a name with half a surrogate pair, version ${version},`, () => {
    const create = useServers()

    for (const [what, [schema, keyword]] of Object.entries(schemas)) {
      it(`may be that of ${what} in a body`, async () => {
        const server = create({ validatorengine: { version, engine: 'native' } })
        server.post('/', { schema: { body: { type: 'object', ...schema } } }, async () => 'accepted')
        expect((await postJson(server, '/', accepted)).body).to.equal('accepted')
        expect((await postJson(server, '/', refused)).statusCode).to.equal(400)
      })

      it(`is named at boot as that of ${what}, if ajv validates it`, async () => {
        const server = create({ validatorengine: { version, engine: 'ajv' } })
        server.post('/', { schema: { body: { type: 'object', ...schema } } }, async () => 'accepted')
        const { code, message } = await failureOf(server.ready())
        expect(code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
        expect(message).to.contain(`at "/${keyword}/`).and.contain(`version ${version} of ajv`)
      })
    }

    it('may be in a branch of an answer', async () => {
      const server = create({ validatorengine: { version } })
      const branch = (type: string) => ({ type: 'object', required: [name], properties: { [name]: { type } } })
      const anyOf = [branch('integer'), branch('boolean')]
      server.get('/', { schema: { response: { 200: { anyOf } } } }, async () => ({ [name]: true, other: 1 }))
      expect((await server.inject('/')).body).to.equal('{"a\\ud800":true}')
    })
  })
}
