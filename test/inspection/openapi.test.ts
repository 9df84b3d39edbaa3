import { readFileSync } from 'node:fs'
import { Controller, Get, Guard, Hook, Module, Post, type Reply, type Request, Schema, Status, use } from 'alcove'
import { createServer, type Instance } from 'alcove/core'
import { inspect } from 'alcove/inspect'
import { createOpenApiDocument, OpenApi, type OpenApiDocument } from 'alcove/openapi'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { missingSecuritySchemes } from '#dist/inspect/openapi-document.js'
import { AppModule as Articles } from '../cli/fixtures/articles.js'
import { expectValid } from '../openapi/validators.js'
import { inRepository } from '../support/repository.js'

// biome-ignore lint/suspicious/noExplicitAny: what is looked up in a document is compared as it is
type Any = any

async function documentOf(declare: (server: Instance) => void): Promise<Any> {
  const server = createServer()
  declare(server)
  await server.ready()
  const document = createOpenApiDocument(inspect(server), {})
  await server.close()
  return document
}

async function articles(): Promise<OpenApiDocument> {
  await using app = await createTestApp(Articles)
  return createOpenApiDocument(inspect(app), { name: 'articles', version: '1.0.0' })
}

const text = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } as const

describe('the OpenAPI document', () => {
  it('is valid, and a linter finds no error in it', async function () {
    this.timeout(20_000)
    await expectValid(await articles())
  })

  it('names operations Controller.method and tags them by their controller', async () => {
    const { paths, tags } = (await articles()) as Any
    expect(paths['/articles'].post).to.deep.include({ operationId: 'ArticlesController.create', tags: ['Articles'] })
    expect(tags).to.deep.equal([{ name: 'Articles' }, { name: 'Price' }, { name: 'Locked' }])
  })

  it('lists what the framework itself answers: 400, 413 and 415 for a body, 400 for a parameter', async () => {
    const { paths, components } = (await articles()) as Any
    const { responses } = paths['/articles'].post
    expect(Object.keys(responses)).to.have.members(['201', '409', '400', '413', '415'])
    expect(responses['400'].content['application/json'].schema.$ref).to.equal('#/components/schemas/HttpError')
    expect(components.schemas.HttpError.required).to.deep.equal(['statusCode', 'error', 'message'])
    expect(Object.keys(paths['/articles/{slug}'].get.responses)).to.have.members(['200', '404', '400'])
  })

  it('marks a deprecated parameter, and takes the media types of a body without a schema from consumes', async () => {
    const { paths } = await documentOf((server) => {
      const querystring = { old: { type: 'string', deprecated: true }, now: { type: 'string' } }
      server.get('/', { schema: { querystring } }, async () => 'x')
      server.post('/', { schema: { consumes: ['text/csv'], examples: { one: { value: 'a,b' } } } }, async () => 'x')
      server.delete('/', { schema: { summary: 'Empties it' } }, async () => 'x')
    })
    const [old, now] = paths['/'].get.parameters
    expect([old.deprecated, now.deprecated]).to.deep.equal([true, undefined])
    const content = { 'text/csv': { schema: {}, examples: { one: { value: 'a,b' } } } }
    expect(paths['/'].post.requestBody).to.deep.equal({ required: true, content })
    expect(paths['/'].delete).to.not.have.property('requestBody')
  })

  it('takes the media types of an answer without a schema from produces', async () => {
    const { paths } = await documentOf((server) => {
      server.get('/', { schema: { produces: ['application/x-ndjson'] } }, async () => 'x')
    })
    expect(paths['/'].get.responses['200'].content).to.deep.equal({ 'application/x-ndjson': {} })
  })

  it('leaves out keys of a route schema whose value is undefined', async () => {
    const { paths } = await documentOf((server) =>
      server.get('/', { schema: { summary: undefined, deprecated: undefined } as Any }, async () => 'x'),
    )
    expect(paths['/'].get).to.have.all.keys('operationId', 'responses', 'summary')
    expect(paths['/'].get.summary).to.equal('GET /')
  })

  it('lists 403 for a guarded route', async () => {
    const { paths } = (await articles()) as Any
    expect(Object.keys(paths['/locked'].get.responses)).to.include('403')
  })

  it('describes no body of an error that a handler of the application answers', async () => {
    const { paths, components } = await documentOf((server) => {
      server.setErrorHandler((error: Error, _request: unknown, reply: Reply) => reply.send({ own: error.message }))
      server.post('/', { schema: { body: text } }, async () => 'x')
    })
    expect(paths['/'].post.responses['400']).to.deep.equal({ description: 'The request is not valid.' })
    expect(components.schemas).to.deep.equal({})
  })

  it('takes the description beside the media types of an answer and of a body', async () => {
    const { paths } = await documentOf((server) => {
      const content = { 'application/json': { schema: { ...text, description: 'The schema' } } }
      const response = {
        200: { description: 'The text', content },
        409: { description: 'The code is taken', content },
        410: { content },
      }
      const body: object = { description: 'A new text', content }
      server.post('/', { schema: { body, response } }, async () => ({
        text: '',
      }))
    })
    const { requestBody, responses } = paths['/'].post
    expect(requestBody.description).to.equal('A new text')
    const described = ['200', '409', '410'].map((status) => responses[status].description)
    expect(described).to.deep.equal(['The text', 'The code is taken', 'The schema'])
  })

  it('keeps a declared answer, and adds none where default covers all', async () => {
    const { paths } = await documentOf((server) => {
      server.post('/a', { schema: { body: text, response: { '4xx': text } } }, async () => ({ text: '' }))
      server.post('/b', { schema: { body: text, response: { default: text } } }, async () => ({ text: '' }))
    })
    expect(Object.keys(paths['/a'].post.responses)).to.have.members(['200', '4XX'])
    expect(Object.keys(paths['/b'].post.responses)).to.deep.equal(['default'])
  })

  it('names a parameter as the router does, also with other letters than those of English', async () => {
    const { paths } = await documentOf((server) => {
      const schema = { params: { type: 'object', properties: { größe: { type: 'integer' } } } } as const
      server.get('/hemden/:größe/:a$b', { schema }, async () => '')
    })
    const [parameter] = paths['/hemden/{größe}/{a$b}'].get.parameters
    expect(parameter).to.deep.include({ name: 'größe', schema: { type: 'integer' } })
  })

  it('leaves the pattern of a parameter out of its path, also one with groups in groups', async () => {
    const { paths } = await documentOf((server) => {
      for (const [index, pattern] of ['^\\(\\d+$', '^(?:(?:a|b)c)$', '^((a|b)|(c|d))$'].entries())
        server.get(`/${index}/:x(${pattern})/end`, async () => '')
    })
    expect(Object.keys(paths)).to.deep.equal(['/0/{x}/end', '/1/{x}/end', '/2/{x}/end'])
  })

  it('describes a text as text/plain, as it is sent', async () => {
    await using app = await createTestApp(Articles)
    const { paths } = createOpenApiDocument(inspect(app), {}) as Any
    const sent = await app.inject('/articles/files/a')
    expect(sent.headers['content-type']).to.match(/^text\/plain/)
    const described = paths['/articles/files/{wildcard}'].get.responses['200'].content
    expect(described).to.deep.equal({ 'text/plain': { schema: { type: 'string' } } })
  })

  it('joins versions of one route: the answers of all, and the header that chooses', async () => {
    const { paths } = (await articles()) as Any
    const { parameters, responses, 'x-operation-ids': ids } = paths['/prices'].get
    expect(ids).to.deep.equal(['PriceController.old', 'PriceController.current'])
    expect(parameters).to.deep.equal([
      { name: 'accept-version', in: 'header', required: true, schema: { type: 'string', enum: ['1.2.0', '2.0.0'] } },
    ])
    const { anyOf } = responses['200'].content['application/json'].schema
    expect(anyOf.map((schema: Any) => Object.keys(schema.properties))).to.deep.equal([['cents'], ['amount']])
  })

  it('keeps what differs between versions optional: a body of one of them, a parameter of one of them', async () => {
    const { paths } = await documentOf((server) => {
      const handler = async () => 'x'
      const querystring = { type: 'object', required: ['q'], properties: { q: { type: 'string' } } }
      server.post('/', { constraints: { version: '1.0.0' }, schema: { body: text, querystring } }, handler)
      server.post('/', {}, handler)
    })
    const { parameters, requestBody } = paths['/'].post
    expect(requestBody.required).to.equal(false)
    expect(parameters.map((each: Any) => [each.name, each.required])).to.deep.equal([
      ['q', false],
      ['accept-version', false],
    ])
  })

  it('takes a component of the application for no error body', async () => {
    const { components, paths } = await documentOf((server) => {
      server.addSchema({ $id: 'HttpError', type: 'string' })
      server.post('/', { schema: { body: text } }, async () => 'x')
    })
    expect(components.schemas.HttpError).to.deep.equal({ type: 'string' })
    const { schema } = paths['/'].post.responses['400'].content['application/json']
    expect(schema.$ref).to.equal('#/components/schemas/HttpError_2')
  })

  it('shows the examples of a route beside its body', async () => {
    const { paths } = await documentOf((server) => {
      const examples = { short: { value: { text: 'a' } } }
      server.post('/', { schema: { body: text, examples } }, async () => 'x')
    })
    expect(paths['/'].post.requestBody.content['application/json'].examples).to.deep.equal({
      short: { value: { text: 'a' } },
    })
  })

  it('takes title, servers, security schemes and tags from alcove.openapi of package.json; options win', async () => {
    const server = createServer()
    server.get('/', { schema: { tags: ['words'] } }, async () => 'x')
    await server.ready()
    const manifest = {
      name: 'a',
      version: '2.0.0',
      alcove: {
        openapi: {
          info: { title: 'Words', license: { name: 'MIT' } },
          servers: [{ url: 'https://one.example' }],
          securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
          tags: [{ name: 'words', description: 'All of them' }],
        },
      },
    }
    const document = createOpenApiDocument(inspect(server), manifest, { servers: [{ url: 'https://two.example' }] })
    await server.close()
    expect(document.info).to.deep.equal({ title: 'Words', version: '2.0.0', license: { name: 'MIT' } })
    expect(document.servers).to.deep.equal([{ url: 'https://two.example' }])
    expect(document.tags).to.deep.equal([{ name: 'words', description: 'All of them' }])
    expect(document.components.securitySchemes).to.have.property('token')
  })

  it('misses the security schemes of requirements only, and none for a text in their place', async () => {
    const document = await documentOf((server) => {
      server.get('/', { schema: { security: ['token', { key: [] }] } as Any }, async () => 'x')
    })
    expect(missingSecuritySchemes(document)).to.deep.equal(['key'])
  })
})

@Controller('/words')
class Words {
  @Post()
  @Schema({ body: text, response: { 200: text } })
  add(request: Request) {
    return request.body as { text: string }
  }

  @Get()
  @Guard(() => true)
  all() {
    return []
  }
}

@Module({ controllers: [Words] })
class WordsModule {}

describe('the status of @Status', () => {
  @Controller('/jobs')
  class Jobs {
    @Post()
    @Status(202)
    start() {}

    @Post('/stop')
    @Status(204)
    @Schema({ response: { '4xx': text } })
    stop() {}
  }

  @Module({ controllers: [Jobs] })
  class JobsModule {}

  it('is the answer of a route without a response schema of success', async () => {
    await using app = await createTestApp(JobsModule)
    const { paths } = createOpenApiDocument(inspect(app), {}) as Any
    expect(paths['/jobs'].post.responses).to.have.property('202')
    expect(paths['/jobs'].post.responses).not.to.have.property('200')
    expect(paths['/jobs/stop'].post.responses['204']).to.deep.equal({ description: 'No Content' })
  })
})

describe('the module OpenApi', () => {
  it('serves the document that the command line writes, of the whole application, with its options', async () => {
    @Module({ prefix: '/docs', imports: [use(OpenApi, { path: '/api.json', info: { title: 'Words' } })] })
    class Documents {
      @Hook('onRequest') stamp(_request: Request, reply: Reply) {
        reply.header('x-documents', 'yes')
      }
    }
    @Module({ imports: [WordsModule, Documents] })
    class AppModule {}

    await using app = await createTestApp(AppModule)
    const answer = await app.inject('/docs/api.json')
    expect(answer.headers).to.include({ 'content-type': 'application/json; charset=utf-8', 'x-documents': 'yes' })
    const manifest = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
    expect(answer.json()).to.deep.equal(createOpenApiDocument(inspect(app), manifest))
    expect(answer.json().info.title).to.equal('Words')
    expect(Object.keys(answer.json().paths)).to.deep.equal(['/words'])
  })

  it('refuses an option that it does not know', async () => {
    @Module({ imports: [use(OpenApi, { sever: [] } as never)] })
    class AppModule {}
    const error = await createTestApp(AppModule).then(String, (thrown: Error) => thrown)
    expect(error).to.include({ code: 'ALC_ERR_OPENAPI_OPTION' })
    expect(String(error)).to.include('Option sever of OpenApi is unknown')
  })
})
