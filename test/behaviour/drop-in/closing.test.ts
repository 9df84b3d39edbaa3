import { setTimeout as sleep } from 'node:timers/promises'
import { logged, rule } from './both.js'

describe('alcove/fastify as Fastify: closing', () => {
  rule(
    'rejects close with the error of a preClose hook, after the server has closed',
    async (make) => {
      const app = make({ logger: logged() })
      const ran: unknown[] = []
      app.addHook('preClose', async () => Promise.reject(new Error('planned')))
      app.addHook('onClose', async () => void ran.push('onClose'))
      await app.listen({ port: 0, host: '127.0.0.1' })
      const failure = await app.close().then(
        () => 'closed',
        ({ message }) => message,
      )
      return [failure, ...ran, app.server.listening]
    },
    ['planned', 'onClose', false],
  )

  rule(
    'calls the callback of listen after a failed boot and its close',
    async (make) => {
      const app = make()
      app.register(async () => Promise.reject(new Error('boot')))
      await app.ready().catch(() => {})
      await app.close()
      const called = new Promise((resolve) => {
        app.listen({ port: 0, host: '127.0.0.1' }, (error) => resolve(error instanceof Error))
      })
      return Promise.race([called, sleep(500, 'not called')])
    },
    true,
  )

  rule(
    'gives the callback of listen an error where the server has listened before it was closed',
    async (make) => {
      const app = make()
      await app.listen({ port: 0, host: '127.0.0.1' })
      await app.close()
      return new Promise((resolve) => {
        app.listen({ port: 0, host: '127.0.0.1' }, (error) => resolve(Object(error).code))
      })
    },
    'FST_ERR_REOPENED_CLOSE_SERVER',
  )
})
