import { expect } from 'chai'
import { failureOf, postJson, type Server, useServers, validators } from './subject.js'

const engines = [
  { engine: 'our own rules', options: {}, wrap: (schema: object) => schema },
  { engine: 'the library', options: { onCreate: () => {} }, wrap: (schema: object) => schema },
  { engine: 'in a branch', options: {}, wrap: (schema: object) => ({ allOf: [schema] }) },
] as const

for (const { version, must } of validators) {
  for (const { engine, options, wrap } of engines) {
    describe(`odd numbers, version ${version}, ${engine},`, () => {
      const newServer = useServers()

      function serverFor(schema: object): Server {
        const server = newServer({ validatorengine: { version, ...options } })
        const handler = () => 'valid'
        server.post('/', { schema: { body: wrap(schema) }, handler })
        server.get('/', { schema: { querystring: { type: 'object', properties: { n: schema } } }, handler })
        return server
      }

      for (const type of ['number', 'integer', ['number', 'null'], ['boolean', 'integer']]) {
        for (const text of ['1e999', 'Infinity', '-1e999']) {
          it(`a ${type} with maximum and minimum refuses the text ${text}`, async () => {
            const server = serverFor({ type, maximum: 5, minimum: -5 })
            expect((await postJson(server, '/', text)).statusCode).to.equal(400)
            expect((await server.inject(`/?n=${text}`)).statusCode).to.equal(400)
            expect((await postJson(server, '/', '4')).statusCode).to.equal(200)
            expect((await postJson(server, '/', '6')).statusCode).to.equal(400)
          })
        }
      }

      if (version === 8) {
        it('reports a text that is an infinite number as what is not of its type', async () => {
          const server = newServer({ validatorengine: { version, ...options } })
          const body = wrap({ type: 'number', maximum: 5 })
          server.post(
            '/',
            { attachValidation: true, schema: { body } },
            (request) => request.validationError.validation,
          )
          const [failure] = (await postJson(server, '/', '1e999')).json()
          expect(failure.schemaPath).to.match(/\/type$/)
          expect(failure).to.include({ keyword: 'type', instancePath: '', message: 'must be number' })
          expect(failure.params).to.deep.equal({ type: 'number' })
        })
      }

      it('null with another const matches nothing', async () => {
        const server = serverFor({ type: 'null', const: 5 })
        for (const value of [null, 5, 0, '', false])
          expect((await postJson(server, '/', value)).statusCode).to.equal(400)
        expect((await postJson(server, '/', null)).json().message).to.contain(`${must} be equal to constant`)
      })

      it('a divisor whose quotients are infinite fails the boot', async () => {
        const error = await failureOf(serverFor({ type: 'number', multipleOf: 5e-324 }).ready())
        expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
        expect(error.message).to.contain('/multipleOf", the value is too small')
        await serverFor({ type: 'number', multipleOf: 1e-300 }).ready()
      })
    })
  }
}
