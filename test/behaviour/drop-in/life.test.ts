import { setTimeout as sleep } from 'node:timers/promises'
import { type App, rule } from './both.js'

describe('alcove/fastify as Fastify: the life of a server', () => {
  rule(
    'refuses requests from the next tick after the call of close',
    async (make) => {
      const app = make()
      app.get('/', (_request, reply) => void reply.send('yes'))
      await app.inject('/')
      // In a timer's turn node runs ticks before promises go on.
      return new Promise((resolve) => {
        setImmediate(() => {
          const closed = app.close()
          process.nextTick(() => {
            const refused = app.inject('/').then(
              () => 'answered',
              ({ code }) => code,
            )
            resolve(closed.then(() => refused))
          })
        })
      })
    },
    'FST_ERR_REOPENED_CLOSE_SERVER',
  )

  for (const [when, wait] of Object.entries({
    'in the same turn': async () => {},
    'while plugins load': () => sleep(20),
  })) {
    rule(
      `does not call the callback of listen where close comes before the address: ${when}`,
      async (make) => {
        const app = make()
        app.register(async () => void (await sleep(60)))
        let calls = 0
        app.listen({ port: 0, host: '127.0.0.1' }, () => void calls++)
        await wait()
        await app.close()
        await sleep(50)
        return [calls, app.server.listening]
      },
      [0, false],
    )
  }

  rule(
    'runs application hooks in the order in which they are added, beside a wrapped plugin',
    async (make) => {
      const app = make()
      const order: string[] = []
      const hooks = ['onReady', 'onListen', 'preClose'] as const
      const plugin = async (instance: App) => {
        for (const name of hooks) instance.addHook(name, async () => void order.push(`${name} plugin`))
      }
      app.register(Object.assign(plugin, { [Symbol.for('skip-override')]: true }) as never)
      for (const name of hooks) app.addHook(name, async () => void order.push(`${name} root`))
      await app.listen({ port: 0, host: '127.0.0.1' })
      await app.close()
      return order
    },
    ['onReady root', 'onReady plugin', 'onListen root', 'onListen plugin', 'preClose root', 'preClose plugin'],
  )

  rule(
    'calls ready callbacks of plugins before the onReady hooks, and those of the root behind them',
    async (make) => {
      const seen: string[] = []
      const app = make()
      app.ready(() => void seen.push('root'))
      app.register(async (child) => {
        child.addHook('onReady', async () => void seen.push('hook of the child'))
        child.ready(() => void seen.push('child'))
      })
      app.addHook('onReady', async () => void seen.push('hook of the root'))
      await app.ready()
      return seen
    },
    ['child', 'hook of the root', 'hook of the child', 'root'],
  )

  rule(
    'lets an onReady hook add hooks of the application, which run in their turn',
    async (make) => {
      const seen: string[] = []
      const app = make()
      app.addHook('onReady', async () => {
        app.addHook('onReady', async () => void seen.push('another onReady'))
        app.addHook('preClose', async () => void seen.push('preClose'))
      })
      await app.ready()
      await app.close()
      return seen
    },
    ['preClose'],
  )

  rule(
    'refuses a hook of requests that an onReady hook adds',
    async (make) => {
      const app = make()
      let code: unknown
      app.addHook('onReady', async () => {
        try {
          app.addHook('onRequest', async () => {})
        } catch (error) {
          code = Object(error).code
        }
      })
      await app.ready()
      return code
    },
    'AVV_ERR_ROOT_PLG_BOOTED',
  )

  rule(
    'ends a bound onReady hook when it returns, for it declares no parameter',
    async (make) => {
      const app = make({ pluginTimeout: 500 })
      let ran = 0
      function count(by: number) {
        ran += by
      }
      app.addHook('onReady', count.bind(null, 2))
      await app.ready()
      return ran
    },
    2,
  )

  rule(
    'answers 503 on a connection that forceCloseConnections: false keeps while the server closes',
    async (make) => {
      const app = make({ forceCloseConnections: false })
      let closed: PromiseLike<unknown> = Promise.resolve()
      app.get('/', async () => {
        closed = app.close()
        await sleep(50)
        return 'ran'
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { Agent, get } = await import('node:http')
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const address = app.server.address()
      const port = typeof address === 'object' ? address?.port : 0
      const ask = () =>
        new Promise((resolve, reject) => {
          const request = get({ port, host: '127.0.0.1', agent }, (response) => {
            response.resume()
            response.on('end', () => resolve(response.statusCode))
          })
          request.on('error', reject)
        })
      const first = await ask()
      await sleep(0) // the agent takes the connection back
      const second = await ask()
      agent.destroy()
      await closed
      return [first, second]
    },
    [200, 503],
  )

  rule(
    'throws from inject what a started server cannot be asked',
    async (make) => {
      const app = make()
      await app.listen({ port: 0 })
      try {
        app.inject({ method: 'NOTHING' as 'GET', url: '/' }, () => {})
        return 'nothing is thrown'
      } catch (error) {
        return Object(error).name
      } finally {
        await app.close()
      }
    },
    'Error',
  )

  rule(
    'gives null and undefined as they are in the message about addHook',
    (make) => {
      const messages: string[] = []
      for (const hook of [null, undefined]) {
        try {
          make().addHook('preHandler', hook as never)
        } catch (error) {
          messages.push(Object(error).message)
        }
      }
      return messages
    },
    [
      'preHandler hook should be a function, instead got null',
      'preHandler hook should be a function, instead got undefined',
    ],
  )

  rule(
    'binds an error handler to its instance',
    async (make) => {
      const app = make()
      app.setErrorHandler(function handle(this: App, _error, _request, reply) {
        reply.send({ prefix: this.prefix })
      })
      return app.errorHandler.name
    },
    'bound handle',
  )

  rule(
    'waits for the ready callbacks of plugins, which get what their number of parameters says',
    async (make) => {
      const seen: unknown[] = []
      const later = (what: unknown, then: () => void) => {
        setTimeout(() => {
          seen.push(what)
          then()
        }, 5)
      }
      const app = make()
      app.addHook('onReady', async () => void seen.push('onReady'))
      app.register(async (child) => {
        const ready: (fn: (...given: never[]) => unknown) => void = child.ready.bind(child)
        ready(() => new Promise<void>((resolve) => later('promise', resolve)))
        ready((error: unknown) => void seen.push(error === undefined))
        ready((_error: unknown, done: () => void) => later('done', done))
        ready((_error: unknown, instance: App, done: () => void) => later(instance === child, done))
      })
      await app.ready()
      return seen
    },
    ['promise', true, 'done', true, 'onReady'],
  )

  rule(
    'fails the boot with the error of a ready callback of a plugin',
    async (make) => {
      const messages = []
      const fail = async () => {
        throw new Error('rejected')
      }
      for (const callback of [fail, (_error: unknown, done: (error: Error) => void) => done(new Error('given'))]) {
        const app = make()
        app.addHook('onReady', async () => void messages.push('onReady'))
        app.register(async (child) => void child.ready(callback as never))
        messages.push(await app.ready().then(String, (error) => error.message))
      }
      return messages
    },
    ['rejected', 'given'],
  )

  rule(
    'limits the time of a ready callback of a plugin',
    async (make) => {
      const app = make({ pluginTimeout: 20 })
      app.register(async (child) => void child.ready(((_error: unknown, _done: unknown) => {}) as never))
      return app.ready().then(String, (error) => error.code)
    },
    'FST_ERR_HOOK_TIMEOUT',
  )
})
