/** The same routes with zod's validators; Hono has no response schemas, so handlers name the fields. */
import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { loopback } from '../servers/server.js'
import { answerOnce } from './answer-once.js'
import { routeCount } from './routes.js'

const app = new Hono()
for (let index = 0; index < routeCount; index += 1) {
  const params = z.object({ id: z.coerce.number().int() })
  const query = z.object({
    limit: z.coerce
      .number()
      .int()
      .max(10 + index)
      .optional(),
  })
  app.get(`/route${index}/:id`, zValidator('param', params), zValidator('query', query), (c) => {
    const { id } = c.req.valid('param')
    return c.json({ id })
  })
}
serve({ fetch: app.fetch, port: loopback.port, hostname: loopback.host }, ({ port }) => answerOnce(port))
