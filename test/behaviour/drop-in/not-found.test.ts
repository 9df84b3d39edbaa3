import { type App, logged, type Make, rule } from './both.js'

/** Where the application sets its not-found handler, and what `reply.callNotFound` in another context responds. */
async function passedOn(make: Make, set: (app: App) => void, url = '/pass'): Promise<string> {
  const app = make()
  app.get('/pass', (_request, reply) => void reply.callNotFound())
  set(app)
  return (await app.inject(url)).body
}

describe('alcove/fastify as Fastify: paths without a route', () => {
  rule(
    'runs no hooks for the responses of frameworkErrors',
    async (make) => {
      const ran: string[] = []
      const app = make({ frameworkErrors: (error, _request, reply) => void reply.send(error) })
      app.addHook('onSend', async () => void ran.push('onSend'))
      app.addHook('onResponse', async () => void ran.push('onResponse'))
      const { statusCode } = await app.inject('/%zz')
      return [statusCode, ...ran]
    },
    [400],
  )

  rule(
    'passes a request on to the not-found handler of its prefix, in whichever context that is',
    async (make) => [
      await passedOn(make, (app) => void app.register(async (child) => void child.setNotFoundHandler(() => 'child'))),
      await passedOn(make, (app) => {
        app.register(async (child) => {
          child.register(async (inner) => void inner.setNotFoundHandler(() => 'inner'))
        })
      }),
      await passedOn(
        make,
        (app) => {
          app.setNotFoundHandler(() => 'root')
          app.register(
            async (child) => {
              child.get('/pass', (_request, reply) => void reply.callNotFound())
              child.register(async (inner) => void inner.setNotFoundHandler(() => 'of the prefix'))
            },
            { prefix: '/p' },
          )
          app.register(async (other) => void other.setNotFoundHandler(() => 'other'), { prefix: '/q' })
        },
        '/p/pass',
      ),
      await passedOn(
        make,
        (app) => {
          app.register(async (child) => void child.setNotFoundHandler(() => 'without a prefix'))
          app.register(async (child) => void child.get('/pass', (_request, reply) => void reply.callNotFound()), {
            prefix: '/p',
          })
        },
        '/p/pass',
      ),
    ],
    ['child', 'inner', 'of the prefix', 'without a prefix'],
  )

  rule(
    'answers an unreadable path without a line in the log, and without an id',
    async (make) => {
      const { stream, lines } = logged()
      let ids = 0
      const app = make({ logger: { stream }, genReqId: () => String(ids++), routerOptions: { maxParamLength: 3 } })
      app.get('/:short', async () => 'ran')
      const answers = []
      for (const url of ['/%zz', '/longer']) {
        const { statusCode, json } = await app.inject(url)
        answers.push([statusCode, json().error, json().code])
      }
      return [answers, ids, lines.length]
    },
    [
      [
        [400, 'Bad Request', 'FST_ERR_BAD_URL'],
        [414, 'Bad Request', 'FST_ERR_MAX_PARAM_LENGTH'],
      ],
      0,
      0,
    ],
  )

  rule(
    'answers the path / by the handler of the root, beside one whose prefix is a parameter',
    async (make) => {
      const app = make().setNotFoundHandler(async () => 'root')
      app.register(async (child) => void child.setNotFoundHandler(async () => 'child'), { prefix: '/:name' })
      const bodies = []
      for (const url of ['/', '/a', '/a/', '/a/b']) bodies.push((await app.inject(url)).body)
      return bodies
    },
    ['root', 'child', 'child', 'child'],
  )
  rule(
    'takes null in place of a hook of the not-found handler',
    async (make) => {
      const app = make()
      app.setNotFoundHandler({ preHandler: null, preValidation: null } as never, async () => 'none')
      return (await app.inject('/')).body
    },
    'none',
  )
})
