// Run under the name `fastify` by programs.test.ts: plugins, typed as for Fastify, with a type provider.
import { createRequire } from 'node:module'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import sensible from '@fastify/sensible'
import fastify, { errorCodes, type FastifyPluginAsync, fastify as named } from 'fastify'

const app = fastify({ ajv: { customOptions: { allErrors: true } } })
await app.register(cookie, { secret: 'a secret of some length' })
await app.register(cors, { origin: 'https://shop.example' })
await app.register(formbody)
await app.register(sensible)

const kept: { url: string }[] = []

const users: FastifyPluginAsync = async (instance) => {
  instance.addHook('onRoute', (options) => {
    console.log('route', String(options.method), options.url, options.routePath)
    kept.push(options)
  })
  instance.get('/', async () => 'all')
  instance.get<{ Params: { id: string } }>('/:id', async (request) => request.params.id)
}
await app.register(users, { prefix: '/users' })

app.get('/cookie', async (request, reply) => reply.setCookie('theme', 'dark').send(request.cookies))
app.get('/missing', async (_request, reply) => reply.notFound('no such thing'))
app.post('/form', { schema: { body: { type: 'object', required: ['a'] } } }, async (request) => request.body)
app.get(
  '/ids',
  { schema: { querystring: { properties: { ids: { type: 'array' } } } } },
  async (request) => request.query,
)

interface Asked {
  url: string
  method?: 'POST' | 'OPTIONS'
  payload?: string
  headers?: Record<string, string>
}

async function ask(options: Asked): Promise<void> {
  const { statusCode, headers, body } = await app.inject(options)
  console.log(JSON.stringify(options), statusCode, headers['set-cookie'], headers['access-control-allow-origin'], body)
}

await app.ready()
console.log('kept', ...kept.map(({ url }) => url))

const form = { 'content-type': 'application/x-www-form-urlencoded' }
for (const url of ['/users', '/users/', '/users/7', '/missing', '/ids?ids=1', '/%zz']) await ask({ url })
await ask({ url: '/cookie', headers: { cookie: 'a=b' } })
await ask({ method: 'POST', url: '/form', payload: 'a=1', headers: form })
await ask({ method: 'POST', url: '/form', payload: 'b=1', headers: form })
await ask({ method: 'OPTIONS', url: '/ids', headers: { origin: 'x', 'access-control-request-method': 'GET' } })
console.log(app.printRoutes(), app.printPlugins().includes('@fastify/cors'), Object.keys({ ...app }).includes('get'))
console.log(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE().toString(), named === fastify)

const load = createRequire(import.meta.url)
console.log(load('fastify') === fastify, typeof load('fastify/lib/reply.js'), typeof load('fastify/lib/symbols'))
console.log(load('fastify/lib/errors').FST_ERR_NOT_FOUND === errorCodes.FST_ERR_NOT_FOUND)
await app.close()
