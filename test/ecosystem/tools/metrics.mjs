// fastify-metrics counts requests by route.
import fastify from 'fastify'
import fastifyMetrics from 'fastify-metrics'

const app = fastify()
await app.register(fastifyMetrics, { endpoint: '/metrics', defaultMetrics: { enabled: false } })
app.get('/users/:id', async ({ params }) => params.id)
app.get('/thrown', async () => {
  throw new Error('of the handler')
})
app.get('/silent', { config: { disableMetrics: true } }, async () => 'yes')
await app.register(async (child) => child.post('/', async ({ body }) => body), { prefix: '/child' })

for (const url of ['/users/7', '/users/8', '/thrown', '/silent', '/nowhere']) await app.inject(url)
await app.inject({ method: 'POST', url: '/child', payload: {} })
const { body, headers } = await app.inject('/metrics')
console.log(headers['content-type'])
console.log(
  body
    .split('\n')
    .filter((line) => /_count|^#/.test(line))
    .sort()
    .join('\n'),
)
await app.close()
