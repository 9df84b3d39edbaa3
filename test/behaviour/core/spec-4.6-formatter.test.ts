import { expect } from 'chai'
import { failureOf, type Loose, postJson, type Server, useServers, validators } from './subject.js'

const N = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }

for (const { version } of validators) {
  describe(`SPEC 4.6 schema error formatter (version ${version})`, () => {
    const create = useServers()
    const subject = (options: object = {}) => create({ validatorengine: { version }, ...options })
    const post = (server: Server, url = '/', options: object = {}) =>
      server.post(url, { schema: { body: N }, ...options }, async () => 'never')
    const format = (name: string) => (errors: Loose[], dataVar: string) =>
      new Error(`${name}: ${dataVar} ${errors.map((error) => error.keyword)}`)
    const messageOf = async (server: Server, url = '/') => (await postJson(server, url, {})).json().message

    it('of the factory makes the error', async () => {
      const server = subject({ schemaErrorFormatter: format('factory') })
      post(server)
      const answer = await postJson(server, '/', {})
      expect(answer.statusCode).to.equal(400)
      expect(answer.json()).to.deep.equal({ statusCode: 400, error: 'Bad Request', message: 'factory: body required' })
    })

    it('of the instance goes before that of the factory', async () => {
      const server = subject({ schemaErrorFormatter: format('factory') })
      server.setSchemaErrorFormatter(format('instance'))
      post(server)
      expect(await messageOf(server)).to.equal('instance: body required')
    })

    it('holds in its context and below, replaced by the nearest context and by the route', async () => {
      const server = subject()
      server.register(async (child) => {
        child.setSchemaErrorFormatter(format('child'))
        post(child, '/child')
        child.register(async (grandchild) => void post(grandchild, '/inherited'))
        child.register(async (grandchild) => {
          grandchild.setSchemaErrorFormatter(format('grandchild'))
          post(grandchild, '/grandchild')
          post(grandchild, '/route', { schemaErrorFormatter: format('route') })
        })
      })
      post(server, '/root')
      expect(await messageOf(server, '/child')).to.equal('child: body required')
      expect(await messageOf(server, '/inherited')).to.equal('child: body required')
      expect(await messageOf(server, '/grandchild')).to.equal('grandchild: body required')
      expect(await messageOf(server, '/route')).to.equal('route: body required')
      expect(await messageOf(server, '/root')).to.match(/^body (should|must) have/)
    })

    it('gets the part: params, body, querystring or headers', async () => {
      const parts: string[] = []
      const server = subject()
      server.setSchemaErrorFormatter((_errors, dataVar) => {
        parts.push(dataVar)
        return new Error('no')
      })
      for (const part of ['params', 'body', 'querystring', 'headers']) {
        server.post(`/${part}/:n`, { schema: { [part]: N } }, async () => 'never')
        await server.after(() => undefined)
      }
      for (const part of ['params', 'body', 'querystring', 'headers']) await postJson(server, `/${part}/x`, {})
      expect(parts).to.deep.equal(['params', 'body', 'querystring', 'headers'])
    })

    it('has the server instance as this', async () => {
      const server = subject()
      server.decorate('mark', 'of the server')
      server.setSchemaErrorFormatter(function () {
        return new Error(this.mark)
      })
      post(server)
      expect(await messageOf(server)).to.equal('of the server')
    })

    it('gives the very error that error handlers get, completed', async () => {
      const mine = new Error('mine')
      let caught: Loose
      const server = subject()
      server.setSchemaErrorFormatter(() => mine)
      server.setErrorHandler((error, _request, reply) => {
        caught = error
        reply.code(error.statusCode).send()
      })
      post(server)
      expect((await postJson(server, '/', {})).statusCode).to.equal(400)
      expect(caught).to.equal(mine)
      expect(caught).to.include({ statusCode: 400, validationContext: 'body' })
      expect(caught.validation[0].keyword).to.equal('required')
    })

    it('may give its error a code, which error handlers get and clients do not', async () => {
      const server = subject()
      let code: unknown
      server.addHook('onError', async (_request: Loose, _reply: Loose, error: Loose) => {
        code = error.code
      })
      server.setSchemaErrorFormatter(() => Object.assign(new Error('mine'), { code: 'OWN' }))
      post(server)
      const answer = await postJson(server, '/', {})
      expect(answer.json()).to.deep.equal({ statusCode: 400, error: 'Bad Request', message: 'mine' })
      expect(code).to.equal('OWN')
    })

    it('may choose another status', async () => {
      const server = subject()
      server.setSchemaErrorFormatter(() => Object.assign(new Error('mine'), { statusCode: 422 }))
      post(server)
      const answer = await postJson(server, '/', {})
      expect(answer.statusCode).to.equal(422)
      expect(answer.json()).to.deep.equal({ statusCode: 422, error: 'Unprocessable Entity', message: 'mine' })
    })

    it('is also used for attachValidation', async () => {
      const server = subject()
      server.setSchemaErrorFormatter(format('mine'))
      const options = { schema: { body: N }, attachValidation: true }
      server.post('/', options, async (request) => request.validationError.message)
      expect((await postJson(server, '/', {})).body).to.equal('mine: body required')
    })

    it('that throws answers an error and leaves the server running', async () => {
      const server = subject()
      server.setSchemaErrorFormatter(() => {
        throw new Error('broken formatter')
      })
      post(server)
      expect((await postJson(server, '/', {})).statusCode).to.equal(500)
      expect((await postJson(server, '/', {})).json().message).to.equal('broken formatter')
    })

    it('that is asynchronous is refused, as option and as setter', async () => {
      const formatter = async () => new Error('late')
      const code = 'FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN'
      expect((await failureOf(async () => subject({ schemaErrorFormatter: formatter }))).code).to.equal(code)
      expect((await failureOf(async () => subject().setSchemaErrorFormatter(formatter))).code).to.equal(code)
    })

    it('that is not a function is refused', async () => {
      const code = 'FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN'
      for (const schemaErrorFormatter of ['text', class Formatter {}]) {
        expect((await failureOf(async () => subject({ schemaErrorFormatter }))).code).to.equal(code)
      }
    })

    it('that gives no Error answers an error, not a hang', async () => {
      const server = subject()
      server.setSchemaErrorFormatter(() => 'a text')
      post(server)
      expect((await postJson(server, '/', {})).statusCode).to.be.oneOf([400, 500])
    })
  })
}
