import { expect } from 'chai'
import { type Loose, postJson, type Server, useServers } from './subject.js'

const name = (id: string) => ({ $id: id, type: 'object', properties: { name: { type: 'string', maxLength: 3 } } })

describe('SPEC 4.1 operations of an instance', () => {
  const create = useServers()

  /** A root, a child, a grandchild and a sibling, each with a shared schema. A route of each reads what it sees. */
  function family() {
    const server = create()
    const show = (instance: Server, path: string) => {
      instance.get(`/${path}`, async () => Object.keys(instance.getSchemas()).sort())
      instance.get(`/${path}/:id`, async (request) => ({ found: instance.getSchema(request.params.id) ?? null }))
    }
    server.addSchema(name('root'))
    show(server, 'root')
    server.register(async (child) => {
      child.addSchema(name('child'))
      show(child, 'child')
      child.register(async (grandchild) => {
        grandchild.addSchema(name('grandchild'))
        show(grandchild, 'grandchild')
      })
    })
    server.register(async (sibling) => {
      sibling.addSchema(name('sibling'))
      show(sibling, 'sibling')
    })
    return async (url: string) => (await server.inject(url)).json()
  }

  it('getSchemas gives the own schemas and those of ancestors, not those of descendants and siblings', async () => {
    const ask = family()
    expect(await ask('/root')).to.deep.equal(['root'])
    expect(await ask('/child')).to.deep.equal(['child', 'root'])
    expect(await ask('/grandchild')).to.deep.equal(['child', 'grandchild', 'root'])
    expect(await ask('/sibling')).to.deep.equal(['root', 'sibling'])
  })

  it('getSchema gives one schema of the context or of an ancestor', async () => {
    const ask = family()
    for (const [context, id] of [
      ['root', 'root'],
      ['child', 'child'],
      ['child', 'root'],
      ['grandchild', 'child'],
      ['grandchild', 'root'],
    ]) {
      expect(await ask(`/${context}/${id}`), `${id} in ${context}`).to.deep.equal({ found: name(String(id)) })
    }
  })

  it('getSchema gives nothing for a schema of a descendant or sibling, and for an unknown one', async () => {
    const ask = family()
    for (const path of ['root/child', 'child/grandchild', 'child/sibling', 'sibling/child', 'grandchild/nothing']) {
      expect(await ask(`/${path}`), path).to.deep.equal({ found: null })
    }
  })

  it('addSchema holds for the $ref of this context and of descendants, and fails the boot of others', async () => {
    const body = { $ref: 'child#' }
    const server = create()
    server.register(async (child) => {
      child.addSchema(name('child'))
      child.post('/child', { schema: { body } }, async () => 'fine')
      child.register(async (inner) => void inner.post('/inner', { schema: { body } }, async () => 'fine'))
    })
    for (const path of ['/child', '/inner']) {
      expect((await postJson(server, path, { name: 'long' })).statusCode).to.equal(400)
      expect((await postJson(server, path, { name: 'ok' })).statusCode).to.equal(200)
    }
    const other = create()
    other.register(async function owner(child) {
      child.addSchema(name('child'))
    })
    other.register(async (sibling) => void sibling.post('/', { schema: { body } }, async () => 'never'))
    const error = await other.ready().then(
      () => null,
      (problem: Loose) => problem,
    )
    expect(error?.code).to.equal('ALC_ERR_SCHEMA_REF')
    expect(error?.message).to.include('wrap the plugin root > owner with pluginWrapper()')
  })

  it('addSchema changes nothing for replaced compilers: they get the $ref as it is written', async () => {
    const server = create()
    const got: unknown[] = []
    server.addSchema(name('shared'))
    server.setValidatorCompiler(({ schema }) => {
      got.push(schema)
      return (data: unknown) => ({ value: data })
    })
    server.setSerializerCompiler(({ schema }) => {
      got.push(schema)
      return (data) => JSON.stringify(data)
    })
    const schema = { body: { $ref: 'shared#' }, response: { 200: { $ref: 'shared#' } } }
    server.post('/', { schema }, async (request) => request.body)
    const answer = await postJson(server, '/', { name: 'longer than three', other: 1 })
    expect(answer.json()).to.deep.equal({ name: 'longer than three', other: 1 })
    expect(got).to.deep.equal([{ $ref: 'shared#' }, { $ref: 'shared#' }])
  })

  it('setErrorHandler gets (error, request, reply), with error.validation for validation errors', async () => {
    const server = create()
    server.setErrorHandler((error: Loose, request, reply) => {
      reply.code(422).send({ url: request.url, isValidation: Array.isArray(error.validation) })
    })
    server.post('/', { schema: { body: { name: { type: 'string', maxLength: 3 } } } }, async () => {
      throw new Error('planned')
    })
    expect((await postJson(server, '/', { name: 'long' })).json()).to.deep.equal({ url: '/', isValidation: true })
    expect((await postJson(server, '/', {})).json()).to.deep.equal({ url: '/', isValidation: false })
  })

  it('decorateRequest adds a property to every request of this context and of descendants', async () => {
    const server = create()
    const show = (instance: Server, path: string) =>
      instance.get(path, async (request: Loose) => ({ has: 'answer' in request, answer: request.answer ?? null }))
    server.register(async (child) => {
      child.decorateRequest('answer', 42)
      show(child, '/child')
      child.register(async (inner) => {
        inner.decorateRequest('own', true)
        show(inner, '/inner')
      })
    })
    server.register(async (sibling) => void show(sibling, '/sibling'))
    show(server, '/root')
    const ask = async (url: string) => (await server.inject(url)).json()
    expect(await ask('/child')).to.deep.equal({ has: true, answer: 42 })
    expect(await ask('/inner')).to.deep.equal({ has: true, answer: 42 })
    expect(await ask('/sibling')).to.deep.equal({ has: false, answer: null })
    expect(await ask('/root')).to.deep.equal({ has: false, answer: null })
  })

  it('register takes an async and a callback plugin, with options, and gives each a child instance', async () => {
    const server = create()
    const seen: unknown[] = []
    server.register(
      async (child, options) => {
        seen.push(options.word, child !== server)
      },
      { word: 'async' },
    )
    server.register(
      (child, options, done) => {
        setImmediate(() => {
          seen.push(options.word, child !== server)
          done()
        })
      },
      { word: 'callback' },
    )
    await server.ready()
    expect(seen).to.deep.equal(['async', true, 'callback', true])
  })

  it('route takes path, method, handler and schema; get and post are its short forms', async () => {
    const server = create()
    const schema = { querystring: { n: { type: 'integer' } } } as const
    const handler = async (request: Loose) => ({ n: request.query.n })
    server.route({ path: '/route', method: 'GET', schema, handler })
    server.get('/get', { schema }, handler)
    server.post('/post', { schema }, handler)
    expect((await server.inject('/route?n=1')).json()).to.deep.equal({ n: 1 })
    expect((await server.inject('/get?n=1')).json()).to.deep.equal({ n: 1 })
    expect((await server.inject({ method: 'POST', url: '/post?n=1' })).json()).to.deep.equal({ n: 1 })
    expect((await server.inject('/route?n=x')).statusCode).to.equal(400)
    expect((await server.inject('/get?n=x')).statusCode).to.equal(400)
    expect((await server.inject({ method: 'POST', url: '/post?n=x' })).statusCode).to.equal(400)
  })
})
