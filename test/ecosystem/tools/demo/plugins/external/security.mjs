import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import sensible from '@fastify/sensible'
import session from '@fastify/session'
import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'

export default fp(
  async (fastify) => {
    fastify.register(cors, { methods: ['GET', 'POST', 'PUT', 'DELETE'], origin: 'https://shop.example' })
    fastify.register(helmet)
    fastify.register(sensible)
    fastify.register(underPressure, { maxEventLoopDelay: 60_000, exposeStatusRoute: true })
    // A socket of a file has no address.
    fastify.register(rateLimit, { max: 1000, timeWindow: 60_000, keyGenerator: ({ ip }) => ip ?? 'local' })
    fastify.register(cookie)
    fastify.register(session, {
      secret: 'a secret of more than thirty-two letters',
      cookieName: 'sid',
      cookie: { secure: false },
    })
  },
  { name: 'security' },
)
