import { createServer, type RouteShorthandOptions } from 'alcove/core'
import { expect } from 'chai'

async function boot(
  url: string,
  options: RouteShorthandOptions,
  method: 'GET' | 'POST' = 'GET',
): Promise<{ code?: string; message: string } | null> {
  const server = createServer()
  server.addSchema({ $id: 'ids', type: 'object', properties: { id: {}, other: {} } })
  server.route({ ...options, method, url, handler: () => 'x' })
  const failure = await server.ready().then(
    () => null,
    (error) => error,
  )
  await server.close().catch(() => undefined)
  return failure
}

const Any = { type: 'object' }

describe('a part of a route schema', () => {
  it('that is nearly a known one fails the boot', async () => {
    for (const [part, meant] of [
      ['respnse', 'response'],
      ['boddy', 'body'],
      ['queryString', 'querystring'],
      ['param', 'params'],
      ['sumary', 'summary'],
    ] as const) {
      const failure = await boot('/', { schema: { [part]: Any } })
      expect(failure).to.have.property('code', 'ALC_ERR_SCHEMA_PART')
      expect(failure?.message)
        .to.include(`GET / has the part "${part}"`)
        .and.to.include(`has no effect. Did you mean "${meant}"?`)
    }
  })

  it('cannot be in a schema that is not an object', async () => {
    for (const [schema, given] of [
      ['text', 'the string "text"'],
      [[], 'an array'],
    ] as const) {
      const failure = await boot('/', { schema: schema as never })
      expect(failure).to.have.property('code', 'ALC_ERR_SCHEMA_PART')
      expect(failure?.message).to.include(`The schema of GET / is ${given}`)
    }
    expect(await boot('/', { schema: null as never })).to.equal(null)
  })

  it('that is of a plugin, of OpenAPI or of one’s own passes', async () => {
    const schema = {
      'x-respnse': 1,
      security: [],
      externalDocs: {},
      cookies: {},
      $id: 'x',
      swaggerModel: 'y',
      hide: true,
    }
    expect(await boot('/', { schema })).to.equal(null)
  })
})

describe('the schema of a response or body', () => {
  const Note = { type: 'object', properties: { text: { type: 'string' } } }

  it('that is under "schema", as in Swagger 2, fails the boot', async () => {
    for (const [method, schema, part] of [
      ['GET', { response: { 200: { description: 'The note', schema: Note } } }, 'response 200'],
      [
        'GET',
        { response: { 200: { description: 'The note', schema: { $ref: 'ids#' }, headers: {} } } },
        'response 200',
      ],
      ['GET', { response: { '2xx': { schema: Note } } }, 'response 2xx'],
      ['GET', { response: { 404: { schema: { type: 'array', items: Note } } } }, 'response 404'],
      ['POST', { body: { description: 'The note', schema: Note } }, 'body'],
    ] as const) {
      const failure = await boot('/', { schema }, method)
      expect(failure).to.have.property('code', 'ALC_ERR_SCHEMA_PART')
      expect(failure?.message)
        .to.include(`The schema of ${method} / has its ${part} under the key "schema", as in Swagger 2.`)
        .and.to.include('Write the schema itself, or { description, content:')
    }
  })

  it('that is under its media type without "content" fails the boot', async () => {
    const schema = { response: { 200: { 'application/json': { schema: Note } } } }
    const failure = await boot('/', { schema })
    expect(failure).to.have.property('code', 'ALC_ERR_SCHEMA_PART')
    expect(failure?.message).to.include("Write { content: { 'application/json': { schema: … } } }")
  })

  it('may have a property with the name "schema", and the form of OpenAPI 3', async () => {
    for (const response of [
      { description: 'The note', content: { 'application/json': { schema: Note } }, headers: {} },
      { type: 'object', properties: { schema: Note } },
      { schema: { type: 'string' } },
      { schema: Note, title: { type: 'string' } },
      { description: { type: 'string' }, schema: Note },
      { description: 'Nothing', type: 'null' },
    ]) {
      expect(await boot('/', { schema: { response: { 200: response } } })).to.equal(null)
    }
    expect(await boot('/', { schema: { body: { schema: Note } } }, 'POST')).to.equal(null)
  })

  it('that has "required: true" beside parameters fails the boot', async () => {
    for (const [part, method] of [
      ['body', 'POST'],
      ['querystring', 'GET'],
    ] as const) {
      const schema = { [part]: { text: { type: 'string' }, owner: { type: 'string' }, required: true } }
      const failure = await boot('/', { schema }, method)
      expect(failure).to.have.property('code', 'ALC_ERR_SCHEMA_PART')
      expect(failure?.message)
        .to.include(`has "required: true" in its ${part}, which is not a list of names.`)
        .and.to.include("Write required: ['text', 'owner']")
    }
    const named = { text: { type: 'string' }, required: { type: 'boolean' } }
    expect(await boot('/', { schema: { body: named } }, 'POST')).to.equal(null)
  })

  it('is as written for compilers of the application', async () => {
    const compiler = () => () => '{}'
    const schema = { response: { 200: { description: 'The note', schema: Note } } }
    expect(await boot('/', { schema, serializerCompiler: compiler })).to.equal(null)
  })
})

describe('a schema of a route without parts', () => {
  it('fails the boot, because nothing would be validated', async () => {
    for (const schema of [{ type: 'object', properties: { text: {} } }, { $ref: 'ids#' }]) {
      const failure = await boot('/', { schema: schema as never }, 'POST')
      expect(failure).to.have.property('code', 'ALC_ERR_SCHEMA_PART')
      expect(failure?.message)
        .to.include('The schema of POST / is a JSON Schema, so alcove validates nothing with it')
        .and.to.include('{ body: { … } }')
    }
  })
})

describe('a params schema', () => {
  it('fails the boot where it names what the path does not have', async () => {
    const failure = await boot('/books/:id', { schema: { params: { ID: { type: 'integer' } } } })
    expect(failure).to.have.property('code', 'ALC_ERR_PATH_PARAMETER')
    expect(failure?.message).to.include('GET /books/:id reads the path parameter "ID", but its path has only "id"')
  })

  it('fails the boot where a shared schema does so, and where the path has no parameter', async () => {
    const shared = await boot('/:id', { schema: { params: { $ref: 'ids#' } } })
    expect(shared?.message).to.include('"other"')
    const none = await boot('/books', { schema: { params: Any } })
    expect(none?.message).to.include('GET /books has a params schema, but its path has none')
  })

  it('boots for every form of a parameter', async () => {
    const names = (...list: string[]) => ({
      schema: { params: { type: 'object', properties: Object.fromEntries(list.map((name) => [name, {}])) } },
    })
    expect(await boot('/:a/:b-:c/:d.:e/*', names('a', 'b', 'c', 'd', 'e', '*'))).to.equal(null)
    expect(await boot('/at/:hour(^\\d{2}$)h:minute(^(?:0|3)0$)m', names('hour', 'minute'))).to.equal(null)
    expect(await boot('/a::b/:c?', names('c'))).to.equal(null)
    expect((await boot('/a::b', names('b')))?.message).to.include('has none')
  })

  it('names parameters as the router does, which ends a name at few characters', async () => {
    for (const [path, name, request] of [
      ['/:lat:lng', 'lat:lng', '/7'],
      ['/:a::b', 'a::b', '/7'],
      ['/of-:id?', 'id?', '/of-7'],
      ['/:rest*', 'rest*', '/7'],
      ['/:name-*', 'name', '/7-*'],
    ] as const) {
      const properties = { [name]: { type: 'string' } }
      const server = createServer()
      server.get(path, { schema: { params: { type: 'object', properties } } }, ({ params }) => params)
      expect((await server.inject(request)).json(), path).to.deep.equal({ [name]: '7' })
      await server.close()
    }
    const params = { type: 'object', properties: { lat: {}, lng: {} } }
    expect((await boot('/:lat:lng', { schema: { params } }))?.message).to.include(
      'reads the path parameter "lat", but its path has only "lat:lng"',
    )
    expect(
      (await boot('/:rest*', { schema: { params: { type: 'object', properties: { '*': {} } } } }))?.message,
    ).to.match(/has only "rest\*".* A name ends at "\/", "-", "\." or "\("/)
  })
})
