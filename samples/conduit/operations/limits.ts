import rateLimit from '@fastify/rate-limit'
import { use } from 'alcove'
import { Problem } from '../answers/problem.js'
import { type Settings, settingsOf } from '../settings.js'

/**
 * The maximum of requests a minute from one address. Each replica counts for itself, so that none depends on another.
 * Behind a load balancer the real limit is up to this number times the number of replicas.
 */
export const limit = (read: (settings: Settings) => number) =>
  use(rateLimit, (instance) => ({
    max: read(settingsOf(instance)),
    timeWindow: '1 minute',
    errorResponseBuilder: (_request: unknown, { after }: { after: string }) =>
      new Problem(429, { requests: [`are too many: try again in ${after}`] }),
  }))
