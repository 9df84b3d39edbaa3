import { createRequire } from 'node:module'
import { expect } from 'chai'
import { type Loose, postJson, useServers } from './subject.js'

const require = createRequire(import.meta.url)

const versions = [
  { version: 6, mergePatch: 'ajv-merge-patch-6', errors: 'ajv-errors-6', localize: 'ajv-i18n-6' },
  { version: 8, mergePatch: 'ajv-merge-patch', errors: 'ajv-errors', localize: 'ajv-i18n' },
] as const

for (const { version, mergePatch, errors, localize } of versions) {
  describe(`SPEC 4.4 plugins of the validator (version ${version})`, () => {
    const create = useServers()

    describe(`merge and patch (${mergePatch})`, () => {
      const source = () => ({ type: 'object', properties: { q: { type: 'string' } } })

      function subject(body: object) {
        const server = create({ validatorengine: { version, plugins: [require(mergePatch)] } })
        server.addSchema({ $id: 'source', ...source() })
        server.post('/', { schema: { body } }, async (request) => request.body)
        return server
      }

      it('$patch applies its operations to the source', async () => {
        const server = subject({
          $patch: { source: source(), with: [{ op: 'add', path: '/properties/q', value: { type: 'number' } }] },
        })
        expect((await postJson(server, '/', { q: 'x' })).statusCode).to.equal(400)
        expect((await postJson(server, '/', { q: 1 })).statusCode).to.equal(200)
      })

      it('$merge merges a partial schema into the source', async () => {
        const server = subject({ $merge: { source: source(), with: { required: ['q'] } } })
        expect((await postJson(server, '/', {})).statusCode).to.equal(400)
        expect((await postJson(server, '/', { q: 'x' })).statusCode).to.equal(200)
      })

      it('$merge takes a shared schema as its source', async () => {
        const server = subject({ $merge: { source: { $ref: 'source#' }, with: { required: ['q'] } } })
        expect((await postJson(server, '/', {})).statusCode).to.equal(400)
        expect((await postJson(server, '/', { q: 'x' })).statusCode).to.equal(200)
      })
    })

    describe(`custom error messages (${errors})`, () => {
      const body = {
        type: 'object',
        required: ['name', 'age'],
        properties: {
          name: { type: 'string', maxLength: 3, errorMessage: 'Bad name' },
          age: { type: 'number', minimum: 18, errorMessage: { type: 'Bad age', minimum: 'Too young' } },
        },
        errorMessage: { required: { name: 'Why no name!', age: 'Why no age!' } },
      }

      async function messagesFor(value: unknown): Promise<string[]> {
        const customOptions = { jsonPointers: true, allErrors: true }
        const server = create({ validatorengine: { version, customOptions, plugins: [require(errors)] } })
        server.setErrorHandler((error, _request, reply) =>
          reply.code(400).send(error.validation.map((one: Loose) => one.message)),
        )
        server.post('/', { schema: { body } }, async () => [])
        return (await postJson(server, '/', value)).json()
      }

      it('a string replaces the messages of all failures of a property', async () => {
        expect(await messagesFor({ name: 'long', age: 20 })).to.deep.equal(['Bad name'])
        expect(await messagesFor({ name: {}, age: 20 })).to.deep.equal(['Bad name'])
      })

      it('an object has one message for each keyword', async () => {
        expect(await messagesFor({ name: 'a', age: 'x' })).to.deep.equal(['Bad age'])
        expect(await messagesFor({ name: 'a', age: 17 })).to.deep.equal(['Too young'])
      })

      it('an object for required names each missing property', async () => {
        expect(await messagesFor({})).to.have.members(['Why no name!', 'Why no age!'])
        expect(await messagesFor({ name: 'a' })).to.deep.equal(['Why no age!'])
      })

      it('adds no message to a valid body', async () => {
        expect(await messagesFor({ name: 'a', age: 18 })).to.deep.equal([])
      })

      it('shows its message in the 400 answer', async () => {
        const customOptions = { jsonPointers: true, allErrors: true }
        const server = create({ validatorengine: { version, customOptions, plugins: [require(errors)] } })
        server.post('/', { schema: { body } }, async () => [])
        const answer = await postJson(server, '/', { name: 'a', age: 17 })
        expect(answer.statusCode).to.equal(400)
        expect(answer.json().message).to.equal('body/age Too young')
      })
    })

    describe(`localization (${localize})`, () => {
      it('translates error.validation in an error handler', async () => {
        const server = create({ validatorengine: { version } })
        const translate: Loose = require(localize)
        server.setErrorHandler((error, _request, reply) => {
          translate.ru(error.validation)
          reply.code(400).send(error.validation.map((one: Loose) => one.message))
        })
        const body = { type: 'object', required: ['name'] }
        server.post('/', { schema: { body } }, async () => 'never')
        const answer = await postJson(server, '/', {})
        expect(answer.statusCode).to.equal(400)
        expect(answer.json()[0]).to.match(/[а-я]/).and.contain('name')
      })
    })
  })
}
