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
})
