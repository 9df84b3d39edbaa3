import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bootstrap } from 'alcove'
import type { ServerOptions } from 'alcove/core'
import { compileApplication, compileServer, type Precompiled } from 'alcove/standalone'
import { expect } from 'chai'
import { repository } from '../../support/repository.js'
import { evaluate } from '../../support/round-trip.js'
import { runCommand } from '../../support/run-command.js'
import { expectSchemaSuitesToHold } from '../core/schema-suites.js'
import { failureOf, type Loose, postJson, type Server, useServers, validators } from '../core/subject.js'
import { answersOf, optionsFor, Store } from './store.js'

const program = fileURLToPath(new URL('start-store.js', import.meta.url))
const noCode = '--disallow-code-generation-from-strings'

for (const { version } of validators) {
  describe(`an application whose schemas were written ahead of time, version ${version},`, function () {
    this.timeout(60_000)
    let folder = ''
    let artefact = ''

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'alcove-'))
      artefact = pathToFileURL(join(folder, 'alcove.compiled.mjs')).href
      const { code, validators: count, serializers, unwritten } = await compileApplication(Store, optionsFor(version))
      expect({ count, serializers, unwritten }).to.deep.equal({ count: 5, serializers: 2, unwritten: [] })
      await writeFile(new URL(artefact), code)
    })
    after(() => rm(folder, { recursive: true, force: true }))

    async function start(flags: readonly string[], file: string) {
      const { status, stdout, stderr } = await runCommand(
        process.execPath,
        [...flags, program, String(version), file],
        {
          cwd: repository,
        },
      )
      expect(status, stderr).to.equal(0)
      return JSON.parse(stdout)
    }

    it('answers as it does without', async () => {
      const precompiled = (await import(artefact)) as { default: Precompiled }
      const plain = await answersOf(optionsFor(version))
      expect(await answersOf({ ...optionsFor(version), precompiled })).to.deep.equal(plain)
      expect(await answersOf({ ...optionsFor(version), precompiled: precompiled.default })).to.deep.equal(plain)
      expect(plain.map(({ status }) => status)).to.deep.equal([
        ...[200, 200, 400, 400, 400, 400, 400, 200, 200, 400, 200, 400, 400, 404],
      ])
    })

    it('runs in a process that forbids to make code', async () => {
      expect(await start([noCode], artefact)).to.deep.equal(await start([], ''))
    })

    it('does not start there without the written schemas, and the error names the reason', async () => {
      expect(await start([noCode], '')).to.equal('ALC_ERR_CODE_GENERATION')
    })
  })

  describe(`the file written ahead of time, version ${version},`, () => {
    const create = useServers()
    const engine = { validatorengine: { version } }
    const User = { $id: 'user', type: 'object', properties: { name: { type: 'string' } } }
    const schema = { body: { $ref: 'user#' }, response: { 200: { type: 'object', properties: { name: {} } } } }

    type Change = { options?: object; shared?: object; schema?: object; more?: (server: Server) => void }

    function make({ options = {}, shared = User, schema: own = schema, more }: Change, precompiled: ServerOptions) {
      const server = create({ ...engine, ...options, ...precompiled })
      server.addSchema(shared)
      server.post('/', { schema: own }, async (request) => request.body)
      more?.(server)
      return server
    }

    async function written(change: Change = {}): Promise<Precompiled> {
      const { code } = await compileServer((given) => make(change, given) as Loose)
      return evaluate(code)
    }

    const changes: Record<string, [Change, string]> = {
      'a schema': [{ schema: { ...schema, body: { name: { type: 'integer' } } } }, 'body schema of POST /'],
      'a response schema': [{ schema: { ...schema, response: { 200: {} } } }, 'response 200 schema of POST /'],
      'a shared schema': [{ shared: { ...User, maxProperties: 1 } }, 'POST /'],
      'a shared schema that no route reaches': [
        { more: (server) => server.register(async (child) => child.addSchema({ $id: 'other' }), { prefix: '/a' }) },
        'shared schemas',
      ],
      'a route': [
        { more: (server) => server.get('/new', { schema: { querystring: { n: { type: 'integer' } } } }, () => 1) },
        'querystring schema of GET /new',
      ],
      'the version of the validator': [
        { options: { validatorengine: { version: version === 6 ? 8 : 6 } } },
        'validatorengine',
      ],
      'options of the validator': [
        { options: { validatorengine: { version, customOptions: { coerceTypes: false } } } },
        'validatorengine',
      ],
      'options of the serializer': [{ options: { serializerOpts: { rounding: 'ceil' } } }, 'serializerOpts'],
    }
    for (const [what, [change, named]] of Object.entries(changes)) {
      it(`is refused at boot when ${what} is new or has changed, by an error that names the command`, async () => {
        const precompiled = await written()
        const error = await failureOf(make(change, { precompiled }).ready())
        expect(error.code).to.equal('ALC_ERR_PRECOMPILED_STALE')
        expect(error.message).to.contain(named).and.contain('npx alcove compile')
      })
    }

    for (const what of ['alcove', `validator ${version}`, 'serializer', 'formats']) {
      it(`is refused at boot when it was made by another version of: ${what}`, async () => {
        const precompiled = await written()
        const made = { ...precompiled.made, [what]: '0.0.1' }
        const error = await failureOf(make({}, { precompiled: { ...precompiled, made } }).ready())
        expect(error.code).to.equal('ALC_ERR_PRECOMPILED_STALE')
        expect(error.message).to.contain(`${what} was 0.0.1`)
      })
    }

    it('is refused when it has another form', async () => {
      const precompiled = { ...(await written()), format: 99 }
      expect((await failureOf(make({}, { precompiled }).ready())).code).to.equal('ALC_ERR_PRECOMPILED_STALE')
    })

    it('may hold more than the application has: routes may be left out', async () => {
      const more = (server: Server) =>
        server.get('/more', { schema: { querystring: { n: { type: 'integer' } } } }, () => 1)
      const server = make({}, { precompiled: await written({ more }) })
      expect((await postJson(server, '/', { name: 'a', b: 1 })).body).to.equal('{"name":"a"}')
    })

    it('reports the schemas that it cannot write, and these compile when the application boots', async () => {
      const even = { keyword: 'even', validate: (_: unknown, value: number) => value % 2 === 0 }
      const keywords = version === 6 ? { even } : [even]
      const options = { validatorengine: { version, customOptions: { keywords } } }
      const change = { options, schema: { body: { n: { type: 'integer', even: true } } } }
      const { code, unwritten } = await compileServer((given) => make(change, given) as Loose)
      expect(unwritten).to.have.length(1)
      expect(unwritten[0]).to.include({ route: 'POST /', part: 'body schema' })
      expect(unwritten[0]?.reason).to.contain('"even"')
      const server = make(change, { precompiled: evaluate(code) })
      expect((await postJson(server, '/', { n: 2 })).statusCode).to.equal(200)
      expect((await postJson(server, '/', { n: 3 })).statusCode).to.equal(400)
    })

    it('leaves a schema with a date to boot, and reports it', async () => {
      const change = {
        options: { validatorengine: { version } },
        schema: { body: { since: { default: new Date(0) } } },
      }
      const { code, unwritten } = await compileServer((given) => make(change, given) as Loose)
      expect(unwritten).to.deep.equal([
        { route: 'POST /', part: 'body schema', reason: 'it contains a value that is not JSON' },
      ])
      const answer = await postJson(make(change, { precompiled: evaluate(code) }), '/', {})
      expect([answer.statusCode, answer.body]).to.deep.equal([200, '{"since":"1970-01-01T00:00:00.000Z"}'])
    })

    it('leaves references to draft 7 itself to boot, and reports it', async () => {
      const body = { shape: { $ref: 'http://json-schema.org/draft-07/schema#' } }
      const change = { options: { validatorengine: { version } }, schema: { body } }
      const { code, unwritten } = await compileServer((given) => make(change, given) as Loose)
      expect(unwritten.map(({ reason }) => reason)).to.have.length(1)
      expect(unwritten[0]?.reason).to.contain('draft-07')
      const server = make(change, { precompiled: evaluate(code) })
      expect((await postJson(server, '/', { shape: { type: 'string' } })).statusCode).to.equal(200)
      expect((await postJson(server, '/', { shape: { type: 'strin' } })).statusCode).to.equal(400)
    })

    it('writes schemas that refer to each other in a circle, also when what compiled them first cannot be written', async () => {
      const even = { keyword: 'even', validate: (_: unknown, value: number) => value % 2 === 0 }
      const options = { validatorengine: { version, customOptions: { keywords: version === 6 ? { even } : [even] } } }
      const more = (server: Server) => {
        server.addSchema({ $id: 'man', type: 'object', properties: { wife: { $ref: 'woman#' } } })
        server.addSchema({
          $id: 'woman',
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, husband: { $ref: 'man#' } },
        })
        const man = { he: { $ref: 'man#' }, children: { type: 'integer', even: true } }
        server.post('/even', { schema: { body: man } }, () => 'ok')
        server.post('/she', { schema: { body: { she: { $ref: 'woman#' } } } }, () => 'ok')
      }
      const change = { options, more }
      const { code, unwritten } = await compileServer((given) => make(change, given) as Loose)
      expect(unwritten.map(({ route }) => route)).to.deep.equal(['POST /even'])
      const server = make(change, { precompiled: evaluate(code) })
      const nested = { she: { name: 'a', husband: { wife: {} } } }
      expect((await postJson(server, '/she', nested)).statusCode).to.equal(400)
      nested.she.husband.wife = { name: 'b' }
      expect((await postJson(server, '/she', nested)).statusCode).to.equal(200)
    })

    it('leaves compilers of the application alone: they are called at boot', async () => {
      const calls: string[] = []
      const more = (server: Server) => {
        server.setValidatorCompiler(({ httpPart }) => {
          calls.push(httpPart)
          return () => true
        })
      }
      const precompiled = await written({ more })
      await make({ more }, { precompiled }).ready()
      expect(calls).to.deep.equal(['body', 'body'])
    })

    it('serves schemas that a request compiles, as ever', async () => {
      const server = create({ ...engine, precompiled: await written() })
      server.get('/', async (request) => request.compileValidationSchema({ type: 'integer' })(1))
      expect((await server.inject('/')).body).to.equal('true')
    })
  })
}

describe('ahead of time', () => {
  const create = useServers()

  it('the option precompiled takes what was written, and nothing else', async () => {
    for (const precompiled of [5, null, 'alcove.compiled.js', {}, { default: {} }]) {
      const error = await failureOf(() => create({ precompiled }))
      expect(error.code).to.equal('FST_ERR_INIT_OPTS_INVALID')
    }
  })

  it('compileServer reports options that were not passed on', async () => {
    const error = await failureOf(() => compileServer(() => create() as Loose))
    expect(error.code).to.equal('ALC_ERR_PRECOMPILED_UNUSED')
  })

  it('the errors of an application that does not boot are those of its boot', async () => {
    const make = (given: object) =>
      create(given).get('/', { schema: { querystring: { n: { type: 'strng' } } } }, () => 1)
    const error = await failureOf(() => compileServer(make as Loose))
    expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
  })

  it('the text of the declaration file names the type of the artefact', async () => {
    const { types } = await compileServer((given) => create(given) as Loose)
    expect(types).to.contain("import type { Precompiled } from 'alcove/standalone'")
  })

  it('an application boots and is closed, and does not listen', async () => {
    await compileApplication(Store, optionsFor(6))
    expect((await bootstrap(Store, optionsFor(6)).inject('/items/5')).statusCode).to.equal(200)
  })

  it('changes nothing in what requests and replies meet: the suites of schemas hold with what was written', async function () {
    this.timeout(300_000)
    await expectSchemaSuitesToHold('written')
  })
})
