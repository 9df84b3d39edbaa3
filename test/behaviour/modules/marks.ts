import {
  Body,
  Controller,
  contextValue,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  Post,
  pluginWrapper,
  provide,
  Query,
  type Reply,
  Req,
  type Request,
  replyValue,
  requestValue,
  routeValue,
  Schema,
  SchemaErrorFormatter,
  token,
  Use,
} from 'alcove'
import { type App, ask, type RootModule } from './app.js'

export type ModuleOptions = NonNullable<Parameters<typeof Module>[0]>

/**
 * A kind of entry of a context. The mark defines how a module registers the entry, and how a route shows that it sees
 * the entry.
 */
export interface Mark {
  kind: string
  module(options: ModuleOptions): RootModule
  seenFrom(app: App, path: string): Promise<boolean>
}

const OnRequest = requestValue<string>('onRequestObject')
const OnReply = replyValue<string>('onReplyObject')
const OnInstance = contextValue<string>('onInstance')
export const Provided = token<string>('provided')
export const Fact = routeValue<string>('fact')

@Injectable()
class ProvidedClass {
  readonly name = 'provided class'
}
const ProvidedByClass = token<ProvidedClass>('provided by class')

/** A controller whose routes under `path` show all that they see. */
export function probeAt(path: string): RootModule {
  @Controller(path)
  class Probe {
    @Get()
    see(
      @Req() request: Request,
      @Inject(OnRequest.optional) onRequest?: string,
      @Inject(OnReply.optional) onReply?: string,
      @Inject(OnInstance.optional) onInstance?: string,
      @Inject(Provided.optional) provided?: string,
      @Inject(ProvidedByClass.optional) byClass?: ProvidedClass,
    ) {
      return { onRequest, onReply, onInstance, provided, byClass: byClass?.name, fact: Fact.of(request) }
    }

    @Post('/parsed')
    parsed(@Body() body: unknown) {
      return body
    }

    @Get('/schemas')
    schemas(request: Request) {
      return Object.keys(request.server.getSchemas())
    }

    @Get('/fail')
    fail(): never {
      throw new Error('on purpose')
    }

    @Get('/number')
    @Schema({ querystring: { n: { type: 'integer' } } })
    number(@Query() query: unknown) {
      return query
    }

    @Get('/shown')
    @Schema({ response: { 200: { shown: { type: 'string' } } } })
    shown() {
      return { shown: 'yes' }
    }
  }
  return Probe
}

export async function sees(app: App, path: string, key: string): Promise<boolean> {
  const { body } = await ask(app, `GET ${path}`)
  return typeof body === 'object' && body !== null && key in body
}

export async function marks(app: App, path: string): Promise<boolean> {
  return (await ask(app, `GET ${path}`)).headers['x-mark'] === 'yes'
}

export async function contains(app: App, path: string): Promise<boolean> {
  return (await ask(app, `GET ${path}`)).text.includes('the mark')
}

export function withOptions(own: ModuleOptions): (options: ModuleOptions) => RootModule {
  return (options) => {
    @Module({ ...options, ...own })
    class Marked {}
    return Marked
  }
}

export const markReply = async (_request: Request, reply: Reply) => {
  reply.header('x-mark', 'yes')
}

export const allMarks: readonly Mark[] = [
  {
    kind: 'request decoration',
    module: withOptions({ decorateRequest: [OnRequest.is('seen')] }),
    seenFrom: (app, path) => sees(app, path, 'onRequest'),
  },
  {
    kind: 'request decoration made at first use',
    module: withOptions({ decorateRequest: [OnRequest.from(() => 'seen')] }),
    seenFrom: (app, path) => sees(app, path, 'onRequest'),
  },
  {
    kind: 'reply decoration',
    module: withOptions({ decorateReply: [OnReply.is('seen')] }),
    seenFrom: (app, path) => sees(app, path, 'onReply'),
  },
  {
    kind: 'instance decoration',
    module: withOptions({ decorate: [OnInstance.is('seen')] }),
    seenFrom: (app, path) => sees(app, path, 'onInstance'),
  },
  {
    kind: 'instance decoration of a wrapped plugin',
    module: withOptions({
      plugins: [
        pluginWrapper(async (instance) => {
          instance.decorate('onInstance', 'seen')
        }),
      ],
    }),
    seenFrom: (app, path) => sees(app, path, 'onInstance'),
  },
  {
    kind: 'provider',
    module: withOptions({ providers: [provide(Provided, { useValue: 'seen' })] }),
    seenFrom: (app, path) => sees(app, path, 'provided'),
  },
  {
    kind: 'provider class',
    module: withOptions({ providers: [provide(ProvidedByClass, { useClass: ProvidedClass })] }),
    seenFrom: (app, path) => sees(app, path, 'byClass'),
  },
  {
    kind: 'shared schema',
    module: withOptions({ schemas: [{ $id: 'the mark', type: 'string' }] }),
    seenFrom: (app, path) => contains(app, `${path}/schemas`),
  },
  {
    kind: 'hook method',
    module: (options) => {
      @Module(options)
      class Marked {
        @Hook('onRequest')
        async mark(_request: Request, reply: Reply) {
          reply.header('x-mark', 'yes')
        }
      }
      return Marked
    },
    seenFrom: marks,
  },
  {
    kind: 'hook given with @Use',
    module: (options) => {
      @Use('preHandler', markReply)
      @Module(options)
      class Marked {}
      return Marked
    },
    seenFrom: marks,
  },
  {
    kind: 'hook of configure',
    module: (options) => {
      @Module(options)
      class Marked {
        configure(instance: App['instance']) {
          instance.addHook('onRequest', markReply)
        }
      }
      return Marked
    },
    seenFrom: marks,
  },
  {
    kind: 'guard',
    module: (options) => {
      @Guard(() => false)
      @Module(options)
      class Marked {}
      return Marked
    },
    seenFrom: async (app, path) => (await ask(app, `GET ${path}`)).status === 403,
  },
  {
    kind: 'error handler',
    module: (options) => {
      @Module(options)
      class Marked {
        @ErrorHandler()
        handle(_error: Error, _request: Request, reply: Reply) {
          reply.code(500).send('the mark')
        }
      }
      return Marked
    },
    seenFrom: (app, path) => contains(app, `${path}/fail`),
  },
  {
    kind: 'schema error formatter method',
    module: (options) => {
      @Module(options)
      class Marked {
        @SchemaErrorFormatter()
        format() {
          return new Error('the mark')
        }
      }
      return Marked
    },
    seenFrom: (app, path) => contains(app, `${path}/number?n=x`),
  },
  {
    kind: 'schema error formatter option',
    module: withOptions({ schemaErrorFormatter: () => new Error('the mark') }),
    seenFrom: (app, path) => contains(app, `${path}/number?n=x`),
  },
  {
    kind: 'validator compiler',
    module: withOptions({ validatorCompiler: () => () => ({ value: { n: 'the mark' } }) }),
    seenFrom: (app, path) => contains(app, `${path}/number?n=1`),
  },
  {
    kind: 'serializer compiler',
    module: withOptions({ serializerCompiler: () => () => '"the mark"' }),
    seenFrom: (app, path) => contains(app, `${path}/shown`),
  },
]
