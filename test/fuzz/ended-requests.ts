// Applications whose requests end in every way, and clients that leave at any time.
import { connect } from 'node:http2'
import { Readable } from 'node:stream'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Reply, Request } from 'alcove'
import {
  Around,
  type bootstrap,
  Controller,
  Get,
  Inject,
  type Instance,
  Module,
  provide,
  Rep,
  Req,
  token,
} from 'alcove'

type App = ReturnType<typeof bootstrap>

export const hookNames = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'onSend', 'onError'] as const
export const hookActs = ['waits', 'waits for the close', 'fails', 'fails after the close'] as const
export const aroundActs = ['passes', 'waits for the close', 'waits after it', 'catches'] as const

/** The handlers. The time limit ends each request that has no other end. */
const handlers = {
  'returns a value': () => ({ a: 1 }),
  'returns a value after the close': (reply) => closed(reply).then(() => ({ a: 1 })),
  fails: () => Promise.reject(new Error('planned')),
  'fails after the close': (reply) => closed(reply).then(() => Promise.reject(new Error('planned'))),
  sends: (reply) => void reply.send({ a: 1 }),
  'sends later': (reply) => void setImmediate(() => reply.send({ a: 1 })),
  'sends after the close': (reply) => void closed(reply).then(() => reply.send({ a: 1 })),
  'never answers': () => undefined,
  'returns the reply and never answers': (reply) => Promise.resolve(reply),
  'sends a stream': (reply, source) => reply.send(source(['a', 'b'])),
  'sends a stream without an end': (reply, source) => reply.send(source(endless())),
  'sends a stream that fails': (reply, source) => reply.send(source(failing())),
  'sends a late trailer': (reply, source) =>
    reply.trailer('x-late', () => closed(reply).then(() => 'late')).send(source(['a'])),
  'answers the signal': (reply) =>
    void reply.request.signal.addEventListener('abort', () => reply.code(504).send({ late: true })),
} satisfies Record<string, (reply: Reply, source: Source) => unknown>

type Source = (of: Iterable<string> | AsyncIterable<string>) => Readable

export const handlerActs = Object.keys(handlers) as (keyof typeof handlers)[] // its own keys

export interface Plan {
  readonly hooks: readonly { name: (typeof hookNames)[number]; act: (typeof hookActs)[number] }[]
  readonly around: (typeof aroundActs)[number]
  readonly handler: (typeof handlerActs)[number]
}

/** The events of a request. */
export interface Course {
  readonly ends: string[]
  readonly steps: string[]
  built: number
  disposed: number
  open: number
}

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'more '
    await wait(1)
  }
}

async function* failing(): AsyncGenerator<string> {
  yield 'begun '
  await wait(1)
  throw new Error('planned')
}

/** One promise for each response: with more than ten listeners node warns of a leak. */
const closings = new WeakMap<object, Promise<unknown>>()

/** The end of a response, or a moment if it does not come. */
function closed({ raw }: Reply): Promise<unknown> {
  if (raw.destroyed) return turn()
  const closing = closings.get(raw) ?? new Promise((resolve) => raw.once('close', resolve))
  closings.set(raw, closing)
  return Promise.race([closing, wait(30)])
}

export function applicationOf(plan: Plan, course: Course): Parameters<typeof bootstrap>[0] {
  const source: Source = (of) => {
    course.open++
    return Readable.from(of).once('close', () => course.open--)
  }
  const Visit = token<object>('the visit of ended requests')
  const visit = {
    useFactory: () => {
      course.built++
      return { dispose: () => void course.disposed++ }
    },
  }
  const around = async (_request: Request, reply: Reply, next: () => unknown) => {
    course.steps.push('around begins')
    try {
      if (plan.around === 'waits for the close') await closed(reply)
      const value = await next()
      if (plan.around === 'waits after it') await closed(reply)
      return value
    } catch (error) {
      if (plan.around === 'catches') return { caught: true }
      throw error
    } finally {
      course.steps.push('around ends')
    }
  }
  @Controller()
  class Things {
    @Around(around)
    @Get('/')
    read(@Req() _request: Request, @Rep() reply: Reply, @Inject(Visit) _visit: object) {
      course.steps.push('handler')
      return handlers[plan.handler](reply, source)
    }
  }
  @Module({ controllers: [Things], providers: [provide(Visit, { ...visit, scope: 'request' })] })
  class Root {
    configure(instance: Instance): void {
      instance.addHook('onResponse', async () => void course.ends.push('onResponse'))
      instance.addHook('onRequestAbort', async (_request) => void course.ends.push('onRequestAbort'))
      for (const { name, act } of plan.hooks) {
        const run = async (_request: unknown, reply: Reply) => {
          course.steps.push(name)
          await (act.endsWith('the close') ? closed(reply) : turn())
          if (act.startsWith('fails')) throw new Error(`planned in ${name}`)
        }
        instance.addHook(name as 'onRequest', run) // all of them get the request and the reply first
      }
    }
  }
  return Root
}

/** How a request is sent. Each resolves when the client has its answer, or has left. */
export const clients: Readonly<Record<string, (app: App, left: AbortSignal, method: string) => Promise<unknown>>> = {
  'over HTTP/1': async (app, signal, method) => {
    const answer = await fetch(`http://127.0.0.1:${portOf(app)}/`, { signal, method })
    return answer.text()
  },
  'over HTTP/2': async (app, signal, method) => {
    const session = connect(`http://127.0.0.1:${portOf(app)}`).on('error', () => undefined)
    const stream = session.request({ ':path': '/', ':method': method }).on('error', () => undefined)
    signal.addEventListener('abort', () => stream.close(8))
    stream.resume()
    await new Promise((resolve) => stream.once('close', resolve))
    session.destroy()
  },
  'by inject': (app, signal, method) => app.inject({ url: '/', signal, method }),
  'by handle': async (app, signal, method) => {
    const answer = await app.handle(new Request_('http://localhost/', { signal, method }))
    return answer.text()
  },
}

/** The class of fetch: the type of requests has the same name. */
const Request_ = globalThis.Request

function portOf(app: App): number {
  return Number(Object(app.server.address()).port)
}
