import { type App, rule } from './both.js'

const one = { type: 'object', properties: { a: { type: 'string' } } }

/** The values that a route with this schema gets. */
async function given(app: App, schema: object, sent: object): Promise<unknown> {
  app.post('/', { schema: schema as never }, async ({ body, headers }) => ({ body, extra: headers['x-extra'] ?? null }))
  return (await app.inject({ method: 'POST', url: '/', ...sent })).json()
}

describe('alcove/fastify as Fastify: what both do, and the core does otherwise', () => {
  rule(
    'keeps undeclared properties, unless additionalProperties is false',
    async (make) => {
      const sent = { payload: { a: 'x', b: 'y' } }
      return [
        await given(make(), { body: one }, sent),
        await given(make(), { body: { ...one, additionalProperties: false } }, sent),
      ]
    },
    [
      { body: { a: 'x', b: 'y' }, extra: null },
      { body: { a: 'x' }, extra: null },
    ],
  )

  rule(
    'refuses a body schema of several methods if one of them has no body',
    (make) => {
      const schema = { body: one } as never
      return [['GET', 'POST'], ['POST', 'TRACE'], ['DELETE']].map((method) => {
        try {
          return typeof make().route({ method, url: '/', handler: async () => '', schema })
        } catch (error) {
          return Object(error).message
        }
      })
    },
    [
      'Body validation schema for GET:/ route is not supported!',
      'Body validation schema for TRACE:/ route is not supported!',
      'object',
    ],
  )

  rule(
    'refuses your own HEAD route behind a GET of the same path, whatever the names of its parameters',
    (make) => {
      const paths = ['/:y', '/:y(^\\d+$)', '/:y-:z', '/:y.png', '/a/:y', '/a::b']
      return paths.map((path) => {
        const app = make()
        for (const url of ['/:x', '/b/:x', '/a::c']) app.get(url, async () => '')
        try {
          return typeof app.head(path, async () => '')
        } catch (error) {
          return Object(error).code
        }
      })
    },
    ['FST_ERR_DUPLICATED_ROUTE', ...Array<string>(5).fill('object')],
  )

  rule(
    'removes undeclared headers where additionalProperties is false',
    async (make) => {
      const headers = { type: 'object', properties: { 'x-known': {} }, additionalProperties: false }
      return given(make(), { headers }, { headers: { 'x-extra': 'y' }, payload: { a: 'x' } })
    },
    { body: { a: 'x' }, extra: null },
  )

  rule(
    'awaits the validation of a schema with $async',
    async (make) => given(make(), { body: { $async: true, ...one } }, { payload: { a: 'x' } }),
    { body: { a: 'x' }, extra: null },
  )

  rule(
    'ignores unknown options, and unknown keys of a route schema',
    async (make) => {
      const app = make({ bodyLimits: 1 } as object)
      return given(app, { boddy: one }, { payload: { a: 'x' } })
    },
    { body: { a: 'x' }, extra: null },
  )

  rule(
    'ends the boot with the first of two problems',
    async (make) => {
      const app = make()
      for (const url of ['/a', '/b']) app.post(url, { schema: { body: { type: 'wrong' } as never } }, async () => '')
      const message = await app.ready().then(String, ({ message }: Error) => message)
      return [message.includes('/a'), message.includes('/b')]
    },
    [true, false],
  )

  rule(
    'redirects to the text of any value',
    async (make) => {
      const app = make()
      const values: readonly unknown[] = [{ url: '/b' }, '', undefined]
      app.get('/:index', (request, reply) => reply.redirect(values[Number(request.url.slice(1))] as string))
      const answers = await Promise.all(values.map((_value, index) => app.inject(`/${index}`)))
      return answers.map(({ statusCode, headers }) => [statusCode, headers.location])
    },
    [
      [302, '[object Object]'],
      [302, ''],
      [302, ''],
    ],
  )

  rule(
    'boots with a path that no request reaches, and with https without a certificate',
    async (make) => {
      const app = make({ https: {} })
      app.get('/a?b', async () => 'never')
      return [(await app.inject('/a?b')).statusCode, app.hasRoute({ method: 'GET', url: '/a?b' })]
    },
    [404, true],
  )
})
