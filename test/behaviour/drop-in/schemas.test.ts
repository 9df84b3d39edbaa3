import { type App, rule } from './both.js'

describe('alcove/fastify as Fastify: schemas', () => {
  rule(
    'attachValidation passes the error that a validator of the application returns, throws or rejects with',
    async (make) => {
      const app = make()
      const validators: Record<string, () => unknown> = {
        returns: () => ({ error: new Error('planned') }),
        throws: () => {
          throw new Error('planned')
        },
        rejects: async () => Promise.reject(new Error('planned')),
      }
      const seen: unknown[] = []
      for (const [name, validator] of Object.entries(validators)) {
        const options = { attachValidation: true, validatorCompiler: () => validator, schema: { querystring: {} } }
        app.get(`/${name}`, options as never, async ({ validationError }) => {
          const { message, code, statusCode, validationContext } = Object(validationError)
          seen.push([message, code, statusCode, validationContext])
        })
      }
      for (const name of Object.keys(validators)) await app.inject(`/${name}`)
      return seen
    },
    [400, 500, 400].map((status) => ['planned', 'FST_ERR_VALIDATION', status, 'querystring']),
  )

  rule(
    'refuses numbers, texts and true as the schema of a route, and ignores other values without parts',
    async (make) => {
      const found: string[] = []
      for (const schema of [5, 'x', true, 0, '', false, null, [], () => 1]) {
        const app = make()
        try {
          app.get('/', { schema } as never, async () => 'ran')
          found.push((await app.inject('/')).body)
        } catch {
          found.push('refused')
        }
        await app.close()
      }
      return found
    },
    ['refused', 'refused', 'refused', 'ran', 'ran', 'ran', 'ran', 'ran', 'ran'],
  )

  rule(
    'shows default compilers only where a route needed them',
    async (make) => {
      const app = make()
      let child: App | undefined
      app.register(async (instance) => {
        child = instance
        instance.post('/', { schema: { body: { type: 'object' } } }, async () => 'ran')
      })
      await app.ready()
      return [typeof app.validatorCompiler, typeof child?.validatorCompiler, typeof child?.serializerCompiler]
    },
    ['undefined', 'function', 'undefined'],
  )

  rule(
    'gives each context a bucket of its own, which begins with what is in the one above',
    async (make) => {
      let made = 0
      const bucket = (given?: unknown) => {
        made += 1
        const store = new Map(given as Map<string, object>)
        return {
          add: (schema: { $id: string }) => void store.set(schema.$id, schema),
          getSchema: (id: string) => store.get(id),
          getSchemas: () => store,
        }
      }
      const app = make({ schemaController: { bucket: bucket as never } })
      const sizes: unknown[] = []
      app.register(async (child) => {
        child.addSchema({ $id: 'b', type: 'string' })
        child.register(async (grandchild) => {
          app.addSchema({ $id: 'late', type: 'string' })
          sizes.push(grandchild.getSchemas().size)
        })
      })
      app.addSchema({ $id: 'a', type: 'string' })
      await app.ready()
      return [made, ...sizes, app.getSchemas().size]
    },
    [3, 3, 2],
  )

  rule(
    'gives compilers one path for both spellings of a route at a prefix',
    async (make) => {
      const app = make({ exposeHeadRoutes: false })
      const seen: unknown[] = []
      app.register(
        async (child) => {
          child.setValidatorCompiler(({ url }) => {
            seen.push(url)
            return () => true
          })
          child.setSerializerCompiler(({ url }) => {
            seen.push(url)
            return JSON.stringify
          })
          child.get('/', { schema: { querystring: {}, response: { 200: {} } } }, async () => 'ran')
        },
        { prefix: '/child' },
      )
      await app.ready()
      return seen
    },
    ['/child', '/child', '/child', '/child'],
  )

  rule(
    'sends nothing where the serializer of a compiler returns nothing',
    async (make) => {
      const app = make().setSerializerCompiler(() => () => undefined as unknown as string)
      app.get('/', { schema: { response: { 200: { type: 'object' } } } }, async () => ({ secret: 1 }))
      const { statusCode, body } = await app.inject('/')
      return [statusCode, body]
    },
    [200, ''],
  )

  rule(
    'validates the query of a route behind an onRoute hook',
    async (make) => {
      const app = make()
      app.addHook('onRoute', () => {})
      const query = { type: 'object', properties: { page: { type: 'integer' } } }
      app.get('/', { schema: { query } as never }, async (request) => request.query)
      return (await app.inject('/?page=2')).json()
    },
    { page: 2 },
  )

  rule(
    'refuses query beside querystring, whatever they are',
    async (make) => {
      const app = make()
      app.get('/', { schema: { query: false, querystring: false } as never }, async () => 'ran')
      return await Promise.resolve(app.ready()).then(
        () => 'booted',
        (error) => error.code,
      )
    },
    'FST_ERR_SCH_DUPLICATE',
  )

  rule(
    'passes over unknown keywords where strict mode is off',
    async (make) => {
      const app = make({ ajv: { customOptions: { strictSchema: false } } })
      app.get(
        '/',
        { schema: { headers: { type: 'object', dependentSchemas: { a: {} }, ...{ widget: 1 } } } },
        async () => 'ran',
      )
      return (await app.inject('/')).body
    },
    'ran',
  )

  rule(
    'keeps what the error of a validator says, and gives 500 to one that is thrown',
    async (make) => {
      const answers = []
      const mine = Object.assign(new Error('mine'), { validationContext: 'here' })
      const given = () => ({ error: Object.assign(new Error('given'), { validationContext: 'there' }) })
      const thrown = () => {
        throw mine
      }
      for (const validate of [given, thrown]) {
        const app = make()
        app.setErrorHandler((error, _request, reply) => {
          const { message, statusCode, code, validationContext } = Object(error)
          reply.send({ message, statusCode, code, validationContext })
        })
        const options = { schema: { body: { type: 'object' } }, validatorCompiler: () => validate }
        app.post('/', options as never, async () => 'ran')
        answers.push((await app.inject({ method: 'POST', url: '/', payload: {} })).json())
      }
      return answers
    },
    [
      { message: 'given', statusCode: 400, code: 'FST_ERR_VALIDATION', validationContext: 'there' },
      { message: 'mine', statusCode: 500, code: 'FST_ERR_VALIDATION', validationContext: 'here' },
    ],
  )

  rule(
    'says of a $ref to nothing what the library says',
    async (make) => {
      const texts: string[] = []
      for (const $ref of ['nothing#', 'nothing#/a', '#/definitions/nothing']) {
        const app = make()
        app.get('/', { schema: { response: { 200: { $ref } } } }, async () => 'ran')
        await Promise.resolve(app.ready()).catch((error) => texts.push(`${error.code} ${error.message}`))
      }
      return texts.map((text) => text.replace('Failed building the serialization schema for GET: /, due to error ', ''))
    },
    [
      'FST_ERR_SCH_SERIALIZATION_BUILD Cannot resolve ref "nothing#". Schema with id "nothing" is not found.',
      'FST_ERR_SCH_SERIALIZATION_BUILD Cannot resolve ref "nothing#/a". Schema with id "nothing" is not found.',
      'FST_ERR_SCH_SERIALIZATION_BUILD Cannot find reference "#/definitions/nothing"',
    ],
  )

  rule(
    'gives a serializer compiler null for the status and media type that a call does not name',
    async (make) => {
      const seen: unknown[] = []
      const app = make().setSerializerCompiler(({ httpStatus, contentType }) => {
        seen.push([httpStatus, contentType])
        return String
      })
      app.get('/', (_request, reply) => {
        reply.compileSerializationSchema({ type: 'object' })
        reply.compileSerializationSchema({ type: 'object' }, 201, 'a/b')
        reply.send(reply.serializeInput('text', { type: 'string' }))
      })
      await app.inject('/')
      return seen
    },
    [
      [null, null],
      [201, 'a/b'],
      [null, null],
    ],
  )
})
