import {
  Around,
  ErrorHandler,
  Guard,
  Hook,
  Injectable,
  type Instance,
  Module,
  type Next,
  pluginWrapper,
  provide,
  type Reply,
  type Request,
} from 'alcove'
import { type App, ask, type RootModule } from './app.js'
import {
  contains,
  Fact,
  type Mark,
  type ModuleOptions,
  markReply,
  marks,
  Provided,
  sees,
  withOptions,
} from './marks.js'

/** A module whose entry is a decorator of its class. */
function decoratedBy(decorate: (Marked: RootModule) => unknown): (options: ModuleOptions) => RootModule {
  return (options) => {
    const Marked = withOptions({})(options)
    decorate(Marked)
    return Marked
  }
}

/** A module whose `configure` makes the entry. */
function configuredBy(configure: (instance: Instance) => void): (options: ModuleOptions) => RootModule {
  return (options) => {
    @Module(options)
    class Marked {
      configure(instance: Instance) {
        configure(instance)
      }
    }
    return Marked
  }
}

/** A module whose entry is made by a wrapped plugin. */
function pluggedBy(plug: (instance: Instance) => void): (options: ModuleOptions) => RootModule {
  return withOptions({ plugins: [pluginWrapper(async (instance) => plug(instance))] })
}

@Injectable()
class Denies {
  canActivate() {
    return false
  }
}

const isDenied = async (app: App, path: string) => (await ask(app, `GET ${path}`)).status === 403
const parses = async (app: App, path: string) => {
  const extras = { headers: { 'content-type': 'text/mark' }, payload: 'x' }
  return (await ask(app, `POST ${path}/parsed`, extras)).text.includes('the mark')
}
const parseMark = (instance: Instance) => void instance.addContentTypeParser('text/mark', async () => 'the mark')
const handleError = (_error: Error, _request: Request, reply: Reply) => void reply.code(500).send('the mark')

const payloadHooks = (['preParsing', 'preSerialization', 'onSend'] as const).map((name): Mark => {
  const pass = async (_request: Request, reply: Reply, payload: unknown) => {
    reply.header('x-mark', 'yes')
    return payload
  }
  return { kind: `${name} hook`, module: configuredBy((it) => void it.addHook(name, pass as never)), seenFrom: marks }
})

export const moreMarks: readonly Mark[] = [
  ...payloadHooks,
  {
    kind: 'preValidation hook of a wrapped plugin',
    module: pluggedBy((instance) => void instance.addHook('preValidation', markReply)),
    seenFrom: marks,
  },
  {
    kind: 'onError hook method',
    module: (options) => {
      @Module(options)
      class Marked {
        @Hook('onError')
        async mark(_request: Request, reply: Reply) {
          reply.header('x-mark', 'yes')
        }
      }
      return Marked
    },
    seenFrom: (app, path) => marks(app, `${path}/fail`),
  },
  {
    kind: 'onRoute hook method',
    module: (options) => {
      @Module(options)
      class Marked {
        @Hook('onRoute')
        mark(route: { onRequest?: unknown }) {
          route.onRequest = markReply
        }
      }
      return Marked
    },
    seenFrom: marks,
  },
  {
    kind: 'function around handlers',
    module: decoratedBy(
      Around(async (_request, reply, next) => {
        reply.header('x-mark', 'yes')
        return next()
      }),
    ),
    seenFrom: marks,
  },
  {
    kind: 'method around handlers',
    module: (options) => {
      @Module(options)
      class Marked {
        @Around()
        async mark(_request: Request, reply: Reply, next: Next) {
          reply.header('x-mark', 'yes')
          return next()
        }
      }
      return Marked
    },
    seenFrom: marks,
  },
  { kind: 'guard class', module: decoratedBy(Guard(Denies)), seenFrom: isDenied },
  { kind: 'value of routes', module: decoratedBy(Fact('seen')), seenFrom: (app, path) => sees(app, path, 'fact') },
  {
    kind: 'error handler of a type',
    module: (options) => {
      @Module(options)
      class Marked {
        @ErrorHandler(Error)
        handle(error: Error, request: Request, reply: Reply) {
          handleError(error, request, reply)
        }
      }
      return Marked
    },
    seenFrom: (app, path) => contains(app, `${path}/fail`),
  },
  {
    kind: 'error handler of a wrapped plugin',
    module: pluggedBy((instance) => void instance.setErrorHandler(handleError)),
    seenFrom: (app, path) => contains(app, `${path}/fail`),
  },
  { kind: 'body parser of configure', module: configuredBy(parseMark), seenFrom: parses },
  { kind: 'body parser of a wrapped plugin', module: pluggedBy(parseMark), seenFrom: parses },
  {
    kind: 'reply serializer',
    module: configuredBy((instance) => void instance.setReplySerializer(() => 'the mark')),
    seenFrom: contains,
  },
  {
    kind: 'provider with a promise',
    module: withOptions({ providers: [provide(Provided, { useAsync: async () => 'seen' })] }),
    seenFrom: (app, path) => sees(app, path, 'provided'),
  },
  {
    kind: 'provider built for each request',
    module: withOptions({ providers: [provide(Provided, { useFactory: () => 'seen', scope: 'request' })] }),
    seenFrom: (app, path) => sees(app, path, 'provided'),
  },
]
