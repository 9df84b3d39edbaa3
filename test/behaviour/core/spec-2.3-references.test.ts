import { expect } from 'chai'
import { failureOf, type Loose, postJson, type Server, useServers, validators } from './subject.js'

const City = { type: 'object', required: ['city'], properties: { city: { type: 'string', maxLength: 3 } } }

/** The six forms of `$ref`: the schemas to add, and a schema that has the target at the property `home`. */
const forms: Record<string, { shared: object[]; schema: object }> = {
  "'#<id>' in the current schema": {
    shared: [],
    schema: {
      type: 'object',
      definitions: { address: { ...City, $id: '#address' } },
      properties: { home: { $ref: '#address' } },
    },
  },
  "'#/definitions/<name>' in the current schema": {
    shared: [],
    schema: { type: 'object', definitions: { address: City }, properties: { home: { $ref: '#/definitions/address' } } },
  },
  "'<schema_id>#'": {
    shared: [{ ...City, $id: 'address' }],
    schema: { type: 'object', properties: { home: { $ref: 'address#' } } },
  },
  "'<schema_id>#/definitions/<name>'": {
    shared: [{ $id: 'common', type: 'object', definitions: { address: City } }],
    schema: { type: 'object', properties: { home: { $ref: 'common#/definitions/address' } } },
  },
  "'<schema_id>#/properties/<name>'": {
    shared: [{ $id: 'common', type: 'object', properties: { address: City } }],
    schema: { type: 'object', properties: { home: { $ref: 'common#/properties/address' } } },
  },
  "'<schema_id>#<id>' inside a shared schema": {
    shared: [{ $id: 'common', type: 'object', definitions: { some: { ...City, $id: '#address' } } }],
    schema: { type: 'object', properties: { home: { $ref: 'common#address' } } },
  },
  "an absolute '<schema_id>#…'": {
    shared: [{ $id: 'http://example.org/common.json', type: 'object', definitions: { address: City } }],
    schema: { type: 'object', properties: { home: { $ref: 'http://example.org/common.json#/definitions/address' } } },
  },
  'a reference of a shared schema to another shared schema': {
    shared: [
      { $id: 'person', type: 'object', properties: { home: { $ref: 'address#' } } },
      { ...City, $id: 'address' },
    ],
    schema: { $ref: 'person#' },
  },
  'a local reference inside a shared schema': {
    shared: [
      {
        $id: 'person',
        type: 'object',
        definitions: { some: { ...City, $id: '#address' } },
        properties: { home: { $ref: '#address' } },
      },
    ],
    schema: { $ref: 'person#' },
  },
  'a pointer inside a shared schema': {
    shared: [
      { $id: 'person', type: 'object', definitions: { a: City }, properties: { home: { $ref: '#/definitions/a' } } },
    ],
    schema: { $ref: 'person#' },
  },
  'a bare shared id without a hash': {
    shared: [{ ...City, $id: 'address' }],
    schema: { type: 'object', properties: { home: { $ref: 'address' } } },
  },
}

for (const { version } of validators) {
  describe(`SPEC 2.3 references (version ${version})`, () => {
    const create = useServers()

    for (const [form, { shared, schema }] of Object.entries(forms)) {
      function subject(): Server {
        const server = create({ validatorengine: { version } })
        for (const one of shared) server.addSchema(structuredClone(one))
        return server
      }

      it(`${form} resolves in the validator`, async () => {
        const server = subject()
        server.post('/', { schema: { body: structuredClone(schema) } }, async (request) => request.body)
        expect((await postJson(server, '/', { home: { city: 'abc' } })).json()).to.deep.equal({ home: { city: 'abc' } })
        const refused = await postJson(server, '/', { home: { city: 'abcd' } })
        expect(refused.statusCode).to.equal(400)
        expect(refused.json().message).to.match(/^body\/home\/city /)
        expect((await postJson(server, '/', { home: {} })).json().message).to.match(/^body\/home /)
      })

      it(`${form} resolves in the serializer`, async () => {
        const server = subject()
        const response = { 200: structuredClone(schema) }
        server.get('/', { schema: { response } }, async () => ({ home: { city: 'abc', secret: 1 } }))
        expect((await server.inject('/')).json()).to.deep.equal({ home: { city: 'abc' } })
      })

      it(`${form} resolves in both on several routes at once`, async () => {
        const server = subject()
        for (const url of ['/one', '/two']) {
          const both = { body: structuredClone(schema), response: { 200: structuredClone(schema) } }
          server.post(url, { schema: both }, async (request) => ({ home: { ...request.body.home, secret: 1 } }))
        }
        for (const url of ['/one', '/two']) {
          expect((await postJson(server, url, { home: { city: 'abc' } })).json()).to.deep.equal({
            home: { city: 'abc' },
          })
        }
      })
    }

    it('a route schema with an $id of its own may serve several routes', async () => {
      const server = create({ validatorengine: { version } })
      const schema = { body: { ...City, $id: 'own' }, response: { 200: { ...City, $id: 'sent' } } }
      for (const url of ['/one', '/two']) server.post(url, { schema }, async (request) => request.body)
      for (const url of ['/one', '/two']) {
        expect((await postJson(server, url, { city: 'abc' })).statusCode).to.equal(200)
        expect((await postJson(server, url, {})).statusCode).to.equal(400)
      }
    })

    it('undeclared properties are removed through a reference to a shared schema too', async () => {
      const server = create({ validatorengine: { version } })
      server.addSchema({ ...City, $id: 'address' })
      server.post('/', { schema: { body: { $ref: 'address#' } } }, async (request) => request.body)
      const body = { type: 'object', properties: { home: { $ref: 'address#' } } }
      server.post('/nested', { schema: { body } }, async (request) => request.body)
      const sent = { city: 'abc', more: 1 }
      expect((await postJson(server, '/', sent)).json()).to.deep.equal({ city: 'abc' })
      expect((await postJson(server, '/nested', { home: sent })).json()).to.deep.equal({ home: { city: 'abc' } })
    })

    it('defaults and coercion work through a reference', async () => {
      const server = create({ validatorengine: { version } })
      const properties = { n: { type: 'integer' }, d: { type: 'string', default: 'd' } }
      server.addSchema({ $id: 'numbered', type: 'object', properties })
      server.get('/', { schema: { querystring: { $ref: 'numbered#' } } }, async (request) => request.query)
      expect((await server.inject('/?n=1')).json()).to.deep.equal({ n: 1, d: 'd' })
    })

    it('a schema that refers to itself validates and serializes', async () => {
      const server = create({ validatorengine: { version } })
      const properties = { name: { type: 'string' }, children: { type: 'array', items: { $ref: 'tree#' } } }
      server.addSchema({ $id: 'tree', type: 'object', required: ['name'], properties })
      const Tree = { $ref: 'tree#' }
      server.post('/', { schema: { body: Tree, response: { 200: Tree } } }, async (request) => request.body)
      const tree = { name: 'a', children: [{ name: 'b', children: [] }] }
      expect((await postJson(server, '/', tree)).json()).to.deep.equal(tree)
      expect((await postJson(server, '/', { name: 'a', children: [{}] })).statusCode).to.equal(400)
    })

    for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
      it(`an unresolved $ref in ${part} is a boot error that names route, part, pointer and $ref`, async () => {
        const server = create({ validatorengine: { version } })
        const schema = { [part]: { type: 'object', properties: { home: { $ref: 'adress#' } } } }
        server.addSchema({ ...City, $id: 'address' })
        server.post('/homes/:home', { schema }, async () => 'never')
        const { code, message } = await failureOf(server.ready())
        expect(code).to.match(/^(FST|ALC)_ERR_/)
        expect(message).to.contain('POST').and.contain('/homes/:home').and.contain(part)
        expect(message).to.contain('/properties/home').and.contain('adress#')
      })
    }

    it('an unresolved $ref in a response is a boot error that names its status', async () => {
      const server = create({ validatorengine: { version } })
      const schema = { response: { '2xx': { type: 'object', properties: { home: { $ref: 'gone#' } } } } }
      server.get('/', { schema }, async () => 'never')
      const { code, message } = await failureOf(server.ready())
      expect(code).to.match(/^(FST|ALC)_ERR_/)
      expect(message).to.contain('2xx').and.contain('gone#').and.contain('/properties/home')
    })

    it('an unresolved $ref names near misses, and nothing far', async () => {
      const server = create({ validatorengine: { version } })
      server.addSchema({ ...City, $id: 'address' })
      server.addSchema({ ...City, $id: 'completely-else' })
      server.post('/', { schema: { body: { $ref: 'adress#' } } }, async () => 'never')
      const { message } = await failureOf(server.ready())
      expect(message)
        .to.match(/\baddress\b/)
        .and.to.not.contain('completely-else')
    })

    it('references that lead back to themselves are a boot error, not a hang', async () => {
      const server = create({ validatorengine: { version } })
      server.addSchema({ $id: 'one', $ref: 'two#' })
      server.addSchema({ $id: 'two', allOf: [{ $ref: 'one#' }] })
      server.post('/where', { schema: { body: { $ref: 'one#' } } }, async () => 'never')
      const { code, message } = await failureOf(server.ready())
      expect(code).to.match(/^(FST|ALC)_ERR_/)
      expect(message).to.contain('/where').and.contain('two#')
      expect(message).to.contain('by way of the shared schema "one"').and.contain('(one#, two#)')
    })

    it('references that lead back to themselves are reported for each route that reaches them', async () => {
      const server = create({ validatorengine: { version } })
      server.addSchema({ $id: 'loop', allOf: [{ $ref: 'loop#' }] })
      server.addSchema({ $id: 'around', type: 'object', properties: { in: { $ref: 'loop#' } } })
      server.post('/one', { schema: { body: { $ref: 'around#' } } }, async () => 'never')
      server.post('/two', { schema: { body: { part: { $ref: 'around#' } } } }, async () => 'never')
      const { message } = await failureOf(server.ready())
      expect(message).to.contain('POST /one').and.contain('POST /two')
    })

    it('references that lead back to themselves are named as they were written', async () => {
      const server = create({ validatorengine: { version } })
      server.addSchema({ $id: 'http://e.x/one.json', allOf: [{ $ref: 'http://e.x/two.json#' }] })
      server.addSchema({ $id: 'http://e.x/two.json', allOf: [{ $ref: 'http://e.x/one.json#' }] })
      server.post('/where', { schema: { body: { in: { $ref: 'http://e.x/one.json#' } } } }, async () => 'never')
      const { message } = await failureOf(server.ready())
      expect(message).to.contain('http://e.x/one.json#').and.contain('http://e.x/two.json#')
    })

    it('an unresolved $ref names the context that has such an $id', async () => {
      const server = create({ validatorengine: { version } })
      server.register(async function homes(child) {
        child.addSchema({ ...City, $id: 'address' })
      })
      server.register(async function people(child) {
        child.post('/', { schema: { body: { $ref: 'address#' } } }, async () => 'never')
      })
      expect((await failureOf(server.ready())).message).to.contain('homes')
    })

    for (const compile of ['boot', 'lazy']) {
      it(`draft 7 itself is known without being added, and takes schemas as they are (compile: '${compile}')`, async () => {
        const server = create({ validatorengine: { version }, compile })
        const draft7 = 'http://json-schema.org/draft-07/schema#'
        const echo = async (request: Loose) => request.body
        server.post('/schema', { schema: { body: { $ref: draft7 } } }, echo)
        // `valueOf` asks for a validator that looks at own properties only: it has to know draft 7, too.
        for (const [url, other] of [
          ['/part', 'name'],
          ['/own', 'valueOf'],
        ] as const) {
          const count = { $ref: `${draft7}/definitions/nonNegativeInteger` }
          const properties = { count, shape: { $ref: draft7 }, [other]: { type: 'string' } }
          server.post(url, { schema: { body: { type: 'object', properties } } }, echo)
        }
        const shape = { type: 'object', properties: { n: { type: 'integer' } }, note: 1 }
        expect((await postJson(server, '/schema', shape)).json()).to.deep.equal(shape)
        for (const url of ['/part', '/own']) {
          const sent = { count: 2, shape, more: 1 }
          expect((await postJson(server, url, sent)).json(), url).to.deep.equal({ count: 2, shape })
          const refused = [{ shape: { type: 'integr' } }, { shape: { minLength: '3' } }, { count: -1 }]
          for (const body of refused) expect((await postJson(server, url, body)).statusCode, url).to.equal(400)
        }
      })
    }

    it('an unresolved pointer into draft 7 is a boot error', async () => {
      const server = create({ validatorengine: { version } })
      const $ref = 'http://json-schema.org/draft-07/schema#/definitions/adress'
      server.post('/', { schema: { body: { $ref } } }, async () => 'never')
      expect((await failureOf(server.ready())).message).to.contain($ref)
    })

    it('an unresolved pointer into a shared schema is a boot error', async () => {
      const server = create({ validatorengine: { version } })
      server.addSchema({ $id: 'common', type: 'object', definitions: { address: City } })
      const body = { type: 'object', properties: { home: { $ref: 'common#/definitions/adress' } } }
      server.post('/', { schema: { body } }, async () => 'never')
      expect((await failureOf(server.ready())).message).to.contain('common#/definitions/adress')
    })
  })
}
