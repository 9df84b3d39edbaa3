import { readFileSync } from 'node:fs'
import { errorCodes, ValidationError } from 'alcove/core'
import { expect } from 'chai'
import { failureOf, type Loose, postJson, useServers, validators } from './subject.js'

const codes: Record<string, Loose> = errorCodes
const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))

describe('SPEC 7 classes of errors', () => {
  const create = useServers()

  for (const { version } of validators) {
    it(`a validation failure is a ValidationError (version ${version})`, async () => {
      const server = create({ validatorengine: { version } })
      let caught: unknown
      server.setErrorHandler((error, _request, reply) => {
        caught = error
        reply.code(422).send('caught')
      })
      server.post('/', { schema: { body: { type: 'object', required: ['a'] } } }, async () => 'never')
      await postJson(server, '/', {})
      expect(caught).to.be.instanceOf(ValidationError).and.instanceOf(Error)
    })
  }

  it('other errors are none', async () => {
    const server = create()
    const seen: boolean[] = []
    server.setErrorHandler((error, _request, reply) => {
      seen.push((error as unknown) instanceof ValidationError)
      reply.code(500).send('caught')
    })
    server.get('/', async () => Promise.reject(Object.assign(new Error('planned'), { statusCode: 400 })))
    server.post('/', async () => 'never')
    await server.inject('/')
    await server.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload: '{' })
    expect(seen).to.deep.equal([false, false])
  })

  it('errors at a request have the class of their code', async () => {
    const server = create({ bodyLimit: 5 })
    const seen: Record<string, boolean> = {}
    server.setErrorHandler((error, _request, reply) => {
      seen[error.code] = error instanceof codes[error.code]
      reply.code(500).send('caught')
    })
    server.post('/', async () => 'never')
    server.get('/', async (_request, reply) => reply.code('bad').send('never'))
    const post = (payload: string, type = 'application/json') =>
      server.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })
    await server.inject('/')
    await post('{')
    await post('')
    await post('"too long"')
    await post('x', 'a/b')
    expect(seen).to.deep.equal({
      FST_ERR_BAD_STATUS_CODE: true,
      FST_ERR_CTP_INVALID_JSON_BODY: true,
      FST_ERR_CTP_EMPTY_JSON_BODY: true,
      FST_ERR_CTP_BODY_TOO_LARGE: true,
      FST_ERR_CTP_INVALID_MEDIA_TYPE: true,
    })
  })

  it('errors at boot have the class of their code', async () => {
    const server = create()
    server.decorate('mark', 1)
    const error = await failureOf(async () => server.decorate('mark', 2))
    expect(error).to.be.instanceOf(codes[error.code]).and.instanceOf(Error)
    expect(error.name).to.be.a('string')
    expect(error.stack).to.contain(error.message)
  })

  it('boot errors keep what caused them', async () => {
    const planned = new Error('planned')
    const server = create()
    server.setValidatorCompiler(() => {
      throw planned
    })
    server.get('/', { schema: { querystring: { a: {} } } }, async () => 'never')
    expect((await failureOf(server.ready())).cause).to.equal(planned)
  })

  it('alcoveVersion is the version of the package', () => {
    expect(create().alcoveVersion).to.equal(manifest.version)
  })
})
