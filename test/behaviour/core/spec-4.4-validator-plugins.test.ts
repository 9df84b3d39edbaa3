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

      const operations: Record<string, { operation: object; refused: object; accepted: object }> = {
        add: { operation: { path: '/required', value: ['q'] }, refused: {}, accepted: { q: 'x' } },
        replace: {
          operation: { path: '/properties/q/type', value: 'number' },
          refused: { q: 'x' },
          accepted: { q: 1 },
        },
        move: { operation: { from: '/properties/n', path: '/properties/q' }, refused: { q: 'x' }, accepted: { q: 1 } },
        copy: { operation: { from: '/properties/n', path: '/properties/m' }, refused: { m: 'x' }, accepted: { m: 1 } },
        remove: { operation: { path: '/properties/n/type' }, refused: { n: 9 }, accepted: { n: 'x' } },
      }
      for (const [op, { operation, refused, accepted }] of Object.entries(operations)) {
        it(`$patch applies the operation ${op}`, async () => {
          const base = { type: 'object', properties: { q: { type: 'string' }, n: { type: 'number', maximum: 5 } } }
          const server = subject({ $patch: { source: base, with: [{ op, ...operation }] } })
          expect((await postJson(server, '/', refused)).statusCode).to.equal(400)
          expect((await postJson(server, '/', accepted)).statusCode).to.equal(200)
        })
      }

      it('$merge removes what its partial schema sets to null', async () => {
        const base = { ...source(), required: ['q'] }
        const without = subject({ $merge: { source: base, with: { properties: { q: null }, required: null } } })
        expect((await postJson(without, '/', {})).statusCode).to.equal(200)
        const short = { type: 'object', properties: { q: { type: 'string', maxLength: 1 } } }
        const longer = subject({ $merge: { source: short, with: { properties: { q: { maxLength: null } } } } })
        expect((await postJson(longer, '/', { q: 'long' })).json()).to.deep.equal({ q: 'long' })
      })

      it('both coerce and remove as other schemas, and fill no defaults', async () => {
        const base = { type: 'object', properties: { q: { type: 'string' }, n: { type: 'integer', default: 5 } } }
        const merged = subject({ $merge: { source: base, with: { properties: { q: { type: 'integer' } } } } })
        expect((await postJson(merged, '/', { q: '7', more: 1 })).json()).to.deep.equal({ q: 7 })
        const value = { type: 'integer' }
        const patched = subject({ $patch: { source: base, with: [{ op: 'replace', path: '/properties/q', value }] } })
        expect((await postJson(patched, '/', { q: '7', more: 1 })).json()).to.deep.equal({ q: 7 })
      })

      it('both apply in a property and in every part of a request', async () => {
        const server = create({ validatorengine: { version, plugins: [require(mergePatch)] } })
        const merged = (required: string) => ({ $merge: { source: source(), with: { required: [required] } } })
        const one = { $merge: { source: { type: 'string' }, with: { maxLength: 1 } } }
        const schema = {
          querystring: merged('q'),
          params: { type: 'object', properties: { id: one } },
          headers: merged('x-q'),
        }
        server.get('/:id', { schema }, async () => 'fine')
        const status = async (url: string, headers: Record<string, string> = { 'x-q': 'a' }) =>
          (await server.inject({ url, headers })).statusCode
        expect(await status('/1?q=a')).to.equal(200)
        expect(await status('/1')).to.equal(400)
        expect(await status('/12?q=a')).to.equal(400)
        expect(await status('/1?q=a', {})).to.equal(400)
      })

      it('are unknown keywords without the plugin', async () => {
        const server = create({ validatorengine: { version } })
        server.post('/', { schema: { body: { $merge: { source: source(), with: {} } } } }, async () => 'never')
        const error = await server.ready().then(
          () => null,
          (problem: Loose) => problem,
        )
        expect(error?.code).to.equal('ALC_ERR_SCHEMA_KEYWORD')
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

      it('takes the release of its own version only: that of the other version fails the boot', async () => {
        const customOptions = { jsonPointers: true, allErrors: true }
        const other = version === 6 ? 'ajv-errors' : 'ajv-errors-6'
        const server = create({ validatorengine: { version, customOptions, plugins: [require(other)] } })
        server.post('/', { schema: { body } }, async () => [])
        const error = await server.ready().then(
          () => null,
          (problem: Loose) => problem,
        )
        expect(error?.code).to.equal('ALC_ERR_VALIDATOR_PLUGIN')
      })

      it('needs allErrors: the boot fails without it', async () => {
        const server = create({ validatorengine: { version, plugins: [require(errors)] } })
        server.post('/', { schema: { body } }, async () => [])
        const error = await server.ready().then(
          () => null,
          (problem: Loose) => problem,
        )
        expect(error?.code).to.equal('ALC_ERR_VALIDATOR_PLUGIN')
      })

      it('is version 1.0.1 beside version 6 of the validator', () => {
        if (version === 6) expect(require('ajv-errors-6/package.json').version).to.equal('1.0.1')
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
