import { type App, rule } from './both.js'

describe('alcove/fastify as Fastify: schemas', () => {
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
})
