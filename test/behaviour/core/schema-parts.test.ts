import { createServer, type RouteShorthandOptions } from 'alcove/core'
import { expect } from 'chai'

async function boot(path: string, options: RouteShorthandOptions): Promise<{ code?: string; message: string } | null> {
  const server = createServer()
  server.addSchema({ $id: 'ids', type: 'object', properties: { id: {}, other: {} } })
  server.get(path, options, () => 'x')
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
})
