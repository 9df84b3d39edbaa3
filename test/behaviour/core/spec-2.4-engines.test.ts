import { expect } from 'chai'
import { failureOf, postJson, useServers, validators } from './subject.js'

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

    it('removes what a closed schema with branches does not declare itself, behind a $ref and elsewhere', async () => {
      const closed = {
        allOf: [{ properties: { a: {} }, required: ['b'] }],
        properties: { b: {} },
        additionalProperties: false,
      }
      const refs = { in: { $ref: 'closed#' }, list: { type: 'array', items: { $ref: 'closed#' } } }
      const bodies = [refs, { type: 'object', properties: refs }, { allOf: [{ properties: refs }], properties: refs }]
      for (const engine of ['native', 'ajv']) {
        const server = create({ validatorengine: { version, engine } })
        server.addSchema({ $id: 'closed', ...closed })
        for (const [number, body] of bodies.entries())
          server.post(`/${number}`, { schema: { body } }, (request) => request.body)
        const payload = { in: { a: 1, b: 2 }, list: [{ a: 1, b: 2, c: 3 }] }
        const replies = await Promise.all(bodies.map((_, number) => postJson(server, `/${number}`, payload)))
        const kept = '{"in":{"b":2},"list":[{"b":2}]}'
        expect(replies.map((reply) => reply.payload)).to.deep.equal([kept, kept, kept], engine)
      }
    })

    it('keeps what is undeclared behind a failure in native code, and removes it in front of ajv', async () => {
      const undeclared = (engine: string) => {
        const server = create({ validatorengine: { version, engine } })
        const body = { name: { type: 'string', maxLength: 3 }, size: { type: 'object', properties: { wide: {} } } }
        server.post('/', { schema: { body }, attachValidation: true }, (request) => request.body)
        return postJson(server, '/', { name: 'abcd', size: { deep: 1 } })
      }
      expect((await undeclared('native')).json()).to.deep.equal({ name: 'abcd', size: { deep: 1 } })
      expect((await undeclared('ajv')).json()).to.deep.equal({ name: 'abcd', size: {} })
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

    for (const keyword of ['x-even', 'discriminator']) {
      it(`validates by a keyword of the application that has the name of an annotation: ${keyword}, with both engines`, async () => {
        for (const engine of ['native', 'ajv']) {
          const validate = (_: unknown, value: number) => value % 2 === 0
          const customOptions = { keywords: [{ keyword, type: 'number', validate }] }
          const server = create({ validatorengine: { version, engine, customOptions } })
          server.addSchema({ $id: 'even', type: 'integer', [keyword]: true })
          const schema = { body: { own: { type: 'integer', [keyword]: true }, shared: { $ref: 'even#' } } }
          server.post('/', { schema }, () => 'valid')
          const statuses = []
          for (const value of [{ own: 2, shared: 4 }, { own: 1 }, { shared: 3 }]) {
            statuses.push((await postJson(server, '/', value)).statusCode)
          }
          expect(statuses, engine).to.deep.equal([200, 400, 400])
        }
      })
    }

    it('is native or ajv', async () => {
      const error = await failureOf(() => create({ validatorengine: { version, engine: 'other' } }))
      expect(error.code).to.equal('ALC_ERR_VALIDATOR_ENGINE')
      expect(error.message).to.contain("'native'").and.contain("'ajv'")
    })
  })
}
