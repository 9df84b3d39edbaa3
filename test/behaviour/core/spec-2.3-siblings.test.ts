import { expect } from 'chai'
import { failureOf, postJson, useServers, validators } from './subject.js'

const holding = (name: string, type: string) => ({
  $id: 'thing',
  type: 'object',
  required: [name],
  properties: { [name]: { type } },
})

for (const { version } of validators) {
  describe(`SPEC 2.3 shared schemas are stored per context (version ${version})`, () => {
    const create = useServers()
    const subject = () => create({ validatorengine: { version } })

    function siblings() {
      const server = subject()
      for (const [prefix, name, type] of [
        ['/a', 'apple', 'string'],
        ['/b', 'beer', 'integer'],
      ] as const) {
        server.register(
          async (child) => {
            child.addSchema(holding(name, type))
            const Thing = { $ref: 'thing#' }
            child.post('/in', { schema: { body: Thing } }, async (request) => request.body)
            child.get('/out', { schema: { response: { 200: Thing } } }, async () => ({ apple: 'x', beer: 1 }))
            child.post(
              '/nested',
              { schema: { body: { type: 'object', properties: { thing: Thing } } } },
              async () => 'ok',
            )
            child.get('/schema', async () => child.getSchema('thing').required)
          },
          { prefix },
        )
      }
      return server
    }

    it('two siblings validate with different schemas under one $id', async () => {
      const server = siblings()
      expect((await postJson(server, '/a/in', { apple: 'x' })).statusCode).to.equal(200)
      expect((await postJson(server, '/a/in', { beer: 1 })).statusCode).to.equal(400)
      expect((await postJson(server, '/b/in', { beer: 1 })).statusCode).to.equal(200)
      expect((await postJson(server, '/b/in', { apple: 'x' })).statusCode).to.equal(400)
    })

    it('two siblings refer to different schemas under one $id deep in a schema', async () => {
      const server = siblings()
      expect((await postJson(server, '/a/nested', { thing: { beer: 1 } })).statusCode).to.equal(400)
      expect((await postJson(server, '/b/nested', { thing: { beer: 1 } })).statusCode).to.equal(200)
    })

    it('two siblings serialize with different schemas under one $id', async () => {
      const server = siblings()
      expect((await server.inject('/a/out')).json()).to.deep.equal({ apple: 'x' })
      expect((await server.inject('/b/out')).json()).to.deep.equal({ beer: 1 })
    })

    it('two siblings each get their own schema', async () => {
      const server = siblings()
      expect((await server.inject('/a/schema')).json()).to.deep.equal(['apple'])
      expect((await server.inject('/b/schema')).json()).to.deep.equal(['beer'])
    })

    it('one route schema object used in both siblings means the schema of each', async () => {
      const server = subject()
      const schema = { body: { $ref: 'thing#' } }
      server.register(async (child) => {
        child.addSchema(holding('apple', 'string'))
        child.post('/a', { schema }, async () => 'ok')
      })
      server.register(async (child) => {
        child.addSchema(holding('beer', 'integer'))
        child.post('/b', { schema }, async () => 'ok')
      })
      expect((await postJson(server, '/a', { beer: 1 })).statusCode).to.equal(400)
      expect((await postJson(server, '/b', { beer: 1 })).statusCode).to.equal(200)
    })

    it('children with shared schemas of their own still see those of their ancestors', async () => {
      const server = subject()
      server.addSchema({ $id: 'name', type: 'string', maxLength: 3 })
      server.register(async (child) => {
        child.addSchema({ $id: 'person', type: 'object', properties: { name: { $ref: 'name#' } } })
        child.register(async (grandchild) => {
          grandchild.addSchema({ $id: 'team', type: 'array', items: { $ref: 'person#' } })
          grandchild.post('/', { schema: { body: { $ref: 'team#' } } }, async () => 'ok')
        })
      })
      expect((await postJson(server, '/', [{ name: 'abc' }])).statusCode).to.equal(200)
      expect((await postJson(server, '/', [{ name: 'abcd' }])).statusCode).to.equal(400)
    })

    it('a schema that an ancestor adds after the child was registered is visible in the child', async () => {
      const server = subject()
      server.register(async (child) => {
        child.post('/', { schema: { body: { $ref: 'late#' } } }, async () => 'ok')
      })
      server.addSchema({ $id: 'late', type: 'object', required: ['a'] })
      expect((await postJson(server, '/', {})).statusCode).to.equal(400)
    })

    for (const order of ['before', 'after'] as const) {
      it(`an $id of an ancestor is refused in a descendant, even if the ancestor adds it ${order}`, async () => {
        const server = subject()
        const error = await failureOf(async () => {
          if (order === 'before') server.addSchema(holding('apple', 'string'))
          await server.register(async (child) => void child.addSchema(holding('beer', 'integer')))
          if (order === 'after') server.addSchema(holding('apple', 'string'))
          await server.ready()
        })
        expect(error.code).to.equal('FST_ERR_SCH_ALREADY_PRESENT')
        expect(error.message).to.contain('thing')
      })
    }

    it('a schema of a child is not visible beside or above it', async () => {
      for (const place of ['above', 'beside']) {
        const server = subject()
        server.register(async (child) => {
          child.addSchema({ $id: 'mine', type: 'object' })
        })
        const route = (instance: typeof server) =>
          instance.post('/', { schema: { body: { $ref: 'mine#' } } }, async () => 'never')
        if (place === 'above') route(server)
        else server.register(async (child) => void route(child))
        expect((await failureOf(server.ready())).message, place).to.contain('mine#')
      }
    })
  })
}

describe('SPEC 4.1 addSchema, getSchema and getSchemas', () => {
  const create = useServers()

  it('getSchemas holds own schemas and those of ancestors, not those of descendants or siblings', async () => {
    const server = create()
    const seen: Record<string, string[]> = {}
    server.addSchema({ $id: 'one', type: 'object' })
    server.register(async (child) => {
      child.addSchema({ $id: 'two', type: 'object' })
      child.register(async (grandchild) => {
        grandchild.addSchema({ $id: 'three', type: 'object' })
        grandchild.addHook('onReady', async () => {
          seen.grandchild = Object.keys(grandchild.getSchemas())
        })
      })
      child.addHook('onReady', async () => {
        seen.child = Object.keys(child.getSchemas())
      })
    })
    server.register(async (sibling) => {
      sibling.addHook('onReady', async () => {
        seen.sibling = Object.keys(sibling.getSchemas())
      })
    })
    await server.ready()
    expect(Object.keys(server.getSchemas())).to.have.members(['one'])
    expect(seen.child).to.have.members(['one', 'two'])
    expect(seen.grandchild).to.have.members(['one', 'two', 'three'])
    expect(seen.sibling).to.have.members(['one'])
  })

  it('getSchemas gives the schemas under their $id, as they were added', () => {
    const server = create()
    const schema = { $id: 'one', type: 'object', properties: { a: { type: 'string' } } }
    server.addSchema(schema)
    expect(server.getSchemas()).to.deep.equal({ one: schema })
  })

  it('getSchemas gives a record that does not write back', () => {
    const server = create()
    server.addSchema({ $id: 'one', type: 'object' })
    const schemas = server.getSchemas()
    delete schemas.one
    expect(server.getSchema('one')).to.include({ $id: 'one' })
  })

  it('getSchema gives one schema by $id, and undefined for an unknown one', () => {
    const server = create()
    server.addSchema({ $id: 'one', type: 'object' })
    expect(server.getSchema('one')).to.deep.equal({ $id: 'one', type: 'object' })
    expect(server.getSchema('two')).to.equal(undefined)
  })

  it('addSchema gives the instance, for chains', () => {
    const server = create()
    expect(server.addSchema({ $id: 'one', type: 'object' })).to.equal(server)
  })

  it('a schema without $id is refused', async () => {
    const error = await failureOf(async () => create().addSchema({ type: 'object' }))
    expect(error.code).to.equal('FST_ERR_SCH_MISSING_ID')
  })

  it('a second schema with the same $id in one context is refused', async () => {
    const server = create()
    server.addSchema({ $id: 'one', type: 'object' })
    const error = await failureOf(async () => server.addSchema({ $id: 'one', type: 'string' }))
    expect(error.code).to.equal('FST_ERR_SCH_ALREADY_PRESENT')
    expect(error.message).to.contain('one')
  })

  it('addSchema after boot is refused', async () => {
    const server = create()
    await server.ready()
    const error = await failureOf(async () => server.addSchema({ $id: 'late', type: 'object' }))
    expect(error.code).to.match(/^(FST|ALC)_ERR_/)
  })

  it('a change of the object after addSchema has no effect', async () => {
    const server = create()
    const schema = { $id: 'one', type: 'object', properties: { a: { type: 'string' } } }
    server.addSchema(schema)
    server.get('/', { schema: { response: { 200: { $ref: 'one#' } } } }, async () => ({ a: 'a', b: 'b' }))
    await server.ready()
    Object.assign(schema.properties, { b: { type: 'string' } })
    expect((await server.inject('/')).json()).to.deep.equal({ a: 'a' })
  })
})
