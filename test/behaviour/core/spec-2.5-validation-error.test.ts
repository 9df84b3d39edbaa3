import { expect } from 'chai'
import { type Loose, postJson, type Server, useServers, validators } from './subject.js'

const N = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
const failures = [
  { part: 'body', context: 'body', path: 'body' },
  { part: 'querystring', context: 'query', path: 'querystring' },
  { part: 'params', context: 'params', path: 'params' },
  { part: 'headers', context: 'headers', path: 'headers' },
] as const

function fail(server: Server, part: string) {
  const headers = { 'content-type': 'application/json', ...(part === 'headers' && { n: 'x' }) }
  const url = `/${part === 'params' ? 'x' : '1'}?n=${part === 'querystring' ? 'x' : '1'}`
  const payload = JSON.stringify({ n: part === 'body' ? 'x' : 1 })
  return server.inject({ method: 'POST', url, headers, payload })
}

for (const { version, must } of validators) {
  describe(`SPEC 2.5 validation error (version ${version})`, () => {
    const create = useServers()

    for (const { part, context, path } of failures) {
      it(`carries everything that names a failure in ${part}`, async () => {
        let error: Loose
        const server = create({ validatorengine: { version } })
        server.setErrorHandler((caught, _request, reply) => {
          error = caught
          reply.code(422).send('caught')
        })
        server.post('/:n', { schema: { [part]: N } }, async () => 'never')
        expect((await fail(server, part)).statusCode).to.equal(422)
        expect(error).to.be.instanceOf(Error)
        expect(error.statusCode).to.equal(400)
        expect(error.code).to.equal('FST_ERR_VALIDATION')
        expect(error.message).to.equal(`${path}/n ${must} be integer`)
        expect(error.validationContext).to.equal(context)
        expect(error.validation).to.be.an('array').with.lengthOf(1)
        expect(error.validation[0]).to.include({ keyword: 'type', message: `${must} be integer` })
        expect(error.validation[0].params).to.deep.equal({ type: 'integer' })
      })
    }

    it('stops at the first part that fails: params, then body, then query, then headers', async () => {
      const order: string[] = []
      const server = create({ validatorengine: { version } })
      server.setErrorHandler((error, _request, reply) => {
        order.push(error.validationContext)
        reply.code(400).send()
      })
      const all = { params: N, body: N, querystring: N, headers: N }
      server.post('/:n', { schema: all }, async () => 'never')
      await server.inject({ method: 'POST', url: '/x' })
      await server.inject({ method: 'POST', url: '/1', headers: { 'content-type': 'application/json' }, payload: '{}' })
      await postJson(server, '/1', { n: 1 })
      await postJson(server, '/1?n=1', { n: 1 })
      expect(order).to.deep.equal(['params', 'body', 'query', 'headers'])
    })

    it('is a new error for each request', async () => {
      const errors = new Set()
      const server = create({ validatorengine: { version } })
      server.setErrorHandler((error, _request, reply) => {
        errors.add(error)
        reply.code(400).send()
      })
      server.post('/', { schema: { body: N } }, async () => 'never')
      await Promise.all([postJson(server, '/', {}), postJson(server, '/', {})])
      expect(errors.size).to.equal(2)
    })

    it('holds what a replaced validator gave as its error', async () => {
      const given = { details: ['odd'] }
      let caught: Loose
      const server = create({ validatorengine: { version } })
      server.setValidatorCompiler(() => () => ({ error: given }))
      server.setErrorHandler((error, _request, reply) => {
        caught = error
        reply.code(400).send('caught')
      })
      server.post('/', { schema: { body: N } }, async () => 'never')
      expect((await postJson(server, '/', {})).body).to.equal('caught')
      expect(caught.validation).to.equal(given)
      expect(caught.validationContext).to.equal('body')
      expect(caught.statusCode).to.equal(400)
    })
  })
}
