// Accepted arguments of modules, providers and tokens. It is compiled, not run.
import bearerAuth from '@fastify/bearer-auth'
import cors from '@fastify/cors'
import {
  type ClassToken,
  Controller,
  compose,
  contextValue,
  Get,
  Guard,
  Injectable,
  type Instance,
  Module,
  PluginWrapped,
  provide,
  replyValue,
  requestValue,
  shared,
  token,
  Use,
  use,
} from 'alcove'

const Answer = requestValue<number>('answer')
const OnReply = replyValue<Date>('onReply')
const Url = contextValue<string>('url')
const Clock = token<() => number>('clock')

abstract class Store {
  abstract read(): string
}

@Injectable({ scope: 'request' })
class MemoryStore extends Store {
  override read() {
    return 'memory'
  }
}

class Letters {
  readonly #sent: string[] = []
  protected readonly from = 'ada'
  constructor(private readonly log: (text: string) => void) {}
  send(to: string) {
    this.log(to)
    return this.#sent.push(to)
  }
}
const List = token<readonly Letters[]>('list')

@Controller()
class Routes {
  @Guard(() => true)
  @Use('preHandler', async (request, reply) => {
    reply.header('x-url', request.url)
  })
  @Get('/', { bodyLimit: 10, preHandler: (_request, reply, done) => void (reply.sent ? 0 : done()) })
  read() {}
}

const Authenticated = compose(
  Guard(async () => false),
  Use('onRequest', async () => undefined),
)

async function plugin(instance: Instance, options: { level: number }) {
  instance.decorate('level', options.level)
}

@Authenticated
@PluginWrapped()
@Module()
class Child {
  configure(instance: Instance, options: { level?: number }) {
    instance.decorate('level', options.level)
  }
}

@Module({})
class Bare {}

@Module({
  imports: [
    Child,
    use(Child, { prefix: '/v1', level: 2 }),
    () => [Child],
    () => use(Child, { prefix: '/v2' }),
    use(Bare, { prefix: '/v3' }),
    use(Bare, (instance) => ({ prefix: `${instance.prefix}/v4` })),
  ],
  controllers: [Routes],
  providers: [
    MemoryStore,
    provide(Store, { useClass: MemoryStore, scope: 'transient' }),
    provide(Clock, { useValue: () => 0 }),
    provide(Clock, {
      useFactory: (store: Store, url: string) => () => store.read().length + url.length,
      inject: [Store, Url],
    }),
    provide(Store, { useAsync: async () => new MemoryStore() }),
    provide('by name', { useValue: 5 }),
  ],
  schemas: [shared('user', { type: 'object' }), { $id: 'plain', type: 'string' }],
  decorate: [Url.is('http://localhost')],
  decorateRequest: [Answer.is(42), Answer.from((request) => request.url.length)],
  decorateReply: { note: 'a record, by name', at: null },
  plugins: [
    plugin,
    use(plugin, { level: 1 }),
    use(plugin, (instance) => ({ level: instance.prefix.length })),
    use(bearerAuth, { keys: new Set(['secret']) }),
    use(cors, (instance) => ({ origin: instance.prefix })), // whose options may be a function themselves
  ],
})
export class Fitting {}

@Module({ imports: () => [Child], decorateReply: [OnReply.from((reply) => new Date(reply.elapsedTime))] })
export class Thunk {}

@Module({
  // @ts-expect-error there is no such option
  controler: [Routes],
})
export class Misspelt {}

const written: string[] = []

/** Fakes have the public members of a class: nobody else can use the private ones. */
export const fakes = [
  provide(Letters, { useValue: { send: (to) => written.push(to) } }),
  provide(Letters, { useFactory: () => ({ send: () => 1 }) }),
  provide(Letters, { useAsync: async () => ({ send: () => 1 }) }),
  provide(Letters, {
    useClass: class {
      send() {
        return 1
      }
    },
  }),
]

/** The type of the value is a parameter, too. */
export const fixed = <T>(given: ClassToken<T>, value: T) => provide(given, { useValue: value })

export const unfitting = [
  // @ts-expect-error the public method is missing
  provide(Letters, { useValue: { from: 'ada' } }),
  // @ts-expect-error the method gives a number
  provide(Letters, { useValue: { send: (to: string) => to } }),
  // @ts-expect-error the method is missing
  provide(Letters, { useClass: Routes }),
  // @ts-expect-error a function is more than its members
  provide(Clock, { useValue: {} }),
  // @ts-expect-error without inject, there is one parameter: the container
  provide(Letters, { useFactory: (_letters: Letters, _clock: () => number) => ({ send: () => 1 }) }),
  // @ts-expect-error without inject, there is one parameter: the container
  provide(Letters, { useAsync: async (_letters: Letters, _clock: () => number) => ({ send: () => 1 }) }),
  // @ts-expect-error the items have no method
  provide(List, { useValue: [{}] }),
  // @ts-expect-error the value is a number
  Answer.is('42'),
  // @ts-expect-error the function gives a number
  Answer.from(() => '42'),
  // @ts-expect-error a value of the context is not computed for each request
  Url.from(() => 'x'),
  // @ts-expect-error the clock gives a number
  provide(Clock, { useValue: () => 'now' }),
  // @ts-expect-error a promise is for useAsync
  provide(Clock, { useFactory: async () => () => 0 }),
  // @ts-expect-error no Store
  provide(Store, { useClass: Routes }),
  // @ts-expect-error the first dependency is a Store
  provide(Clock, { useFactory: (url: string) => () => url.length, inject: [Store] }),
  // @ts-expect-error there is no such scope
  provide(Store, { useClass: MemoryStore, scope: 'forever' }),
  // @ts-expect-error the level is a number
  use(plugin, { level: 'high' }),
  // @ts-expect-error the instance has no level
  use(plugin, (instance) => ({ level: instance.level })),
  // @ts-expect-error the level is a number
  use(plugin, () => ({ level: 'high' })),
  // @ts-expect-error the plugin asks for keys
  use(bearerAuth, { key: 'secret' }),
  // @ts-expect-error a value of replies
  Module({ decorateRequest: [OnReply.is(new Date())] }),
  // @ts-expect-error there is no such hook
  Use('beforeAll', () => undefined),
  // @ts-expect-error a guard answers yes or no
  Guard(() => 'yes'),
  // @ts-expect-error there is no such scope
  Injectable({ scope: 'singleton' }),
]

// Options of @Controller in Nest

// @ts-expect-error a host is a constraint
Controller({ prefix: 'admin', host: 'admin.example' })
// @ts-expect-error a scope belongs to @Injectable
Controller({ prefix: 'admin', scope: 'request' })
Controller({ prefix: 'admin', constraints: { host: 'admin.example' } })
