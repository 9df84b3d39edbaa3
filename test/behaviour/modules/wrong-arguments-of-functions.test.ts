import {
  Body,
  Controller,
  compose,
  contextContainer,
  ErrorHandler,
  Get,
  Guard,
  Headers,
  Injectable,
  lazy,
  Module,
  Param,
  Params,
  Post,
  provide,
  Query,
  requestValue,
  token,
  use,
} from 'alcove'
import { expect } from 'chai'
import { withApp } from './app.js'

/** A value that a JavaScript user can pass, or one of a circular import. */
const careless = (value: unknown): never => value as never

class Plain {}

async function refusal(declare: () => new () => object): Promise<Error & { code?: string }> {
  try {
    await withApp(declare(), (app) => Promise.resolve(app.ready()))
  } catch (error) {
    return error as Error // each assertion reads its code
  }
  throw new Error('the module boots, though it must not')
}

/** A module whose route has the decorator. */
function routed(decorator: () => unknown): new () => object {
  @Controller()
  class Routes {
    @Get('/') read() {
      return {}
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Routes.prototype, 'read')
  Reflect.apply(decorator() as MethodDecorator, undefined, [Routes.prototype, 'read', descriptor])
  return rooted({ controllers: [Routes] })
}

/** A module whose handler has a parameter with the decorator. */
function taking(decorator: () => unknown): new () => object {
  @Controller()
  class Routes {
    @Post('/:id') create(value: unknown) {
      return value
    }
  }
  Reflect.apply(decorator() as ParameterDecorator, undefined, [Routes.prototype, 'create', 0])
  return rooted({ controllers: [Routes] })
}

function rooted(options: object): new () => object {
  @Module(options)
  class Root {}
  return Root
}

const Clock = token<Date>('clock')
const Answer = requestValue<number>('answer')

interface Case {
  code: string
  words: string
  declare: () => new () => object
}

const argument = 'ALC_ERR_DECORATOR_ARGUMENT'
const declaration = 'ALC_ERR_DECLARATION_ARGUMENT'

const cases: Readonly<Record<string, Case>> = {
  '@Injectable with a scope instead of options': {
    code: argument,
    words: `@Injectable on Scoped got the string "request". Pass an object of options, such as { scope: 'request' }`,
    declare: () => {
      @Injectable(careless('request'))
      class Scoped {}
      return rooted({ providers: [Scoped] })
    },
  },
  '@Guard with a point instead of options': {
    code: argument,
    words: `got the string "onRequest". Pass an object of options, such as { on: 'preHandler' }`,
    declare: () => routed(() => Guard(() => true, careless('onRequest'))),
  },
  '@Guard with null as options': {
    code: argument,
    words: 'got null',
    declare: () => routed(() => Guard(() => true, careless(null))),
  },
  'compose with a decorator of a circular import': {
    code: declaration,
    words: 'compose(…) got undefined. Pass decorators. Check argument 2, and its import',
    declare: () =>
      routed(() =>
        compose(
          Guard(() => true),
          careless(undefined),
        ),
      ),
  },
  '@ErrorHandler with an error class of a circular import': {
    code: argument,
    words: 'got undefined. Pass a class of errors, or nothing for every error',
    declare: () => routed(() => ErrorHandler(careless(undefined))),
  },
  '@ErrorHandler with a function that gives the class': {
    code: argument,
    words: 'Pass a class of errors',
    declare: () => routed(() => ErrorHandler(careless(() => Error))),
  },
  'provide with a number as its token': {
    code: declaration,
    words: 'provide(…) got number 5',
    declare: () => rooted({ providers: [provide(careless(5), { useValue: 1 })] }),
  },
  'provide with the token of a request value': {
    code: declaration,
    words: `provide(…) got the request value "answer". Pass a class, a token<T>(name), a name or a symbol first. A module declares the value: decorateRequest: [requestValue('answer').is(…)]`,
    declare: () => rooted({ providers: [provide(careless(Answer), { useValue: 1 })] }),
  },
  'provide with an optional token': {
    code: declaration,
    words: 'provide(…) got clock.optional. Pass a class, a token<T>(name), a name or a symbol first',
    declare: () => rooted({ providers: [provide(careless(Clock.optional), { useValue: 1 })] }),
  },
  'provide with lazy': {
    code: declaration,
    words: 'provide(…) got lazy(…). Pass a class, a token<T>(name), a name or a symbol first',
    declare: () => rooted({ providers: [provide(careless(lazy(() => Plain)), { useValue: 1 })] }),
  },
  'provide with one class instead of a list as inject': {
    code: declaration,
    words: 'provide(clock, …) got the class Plain. Pass a list of tokens as inject',
    declare: () => rooted({ providers: [provide(Clock, { useFactory: () => new Date(), inject: careless(Plain) })] }),
  },
  'provide with null in inject': {
    code: declaration,
    words: 'got null. Pass a token, a class, lazy(() => Class), a name or a symbol as inject[0]',
    declare: () => rooted({ providers: [provide(Clock, { useFactory: () => new Date(), inject: careless([null]) })] }),
  },
  'provide with a class of a circular import in inject': {
    code: 'ALC_ERR_INJECTION_UNKNOWN',
    words: 'Parameter 1 of the factory of provider "clock" (Root)',
    declare: () => {
      return rooted({ providers: [provide(Clock, { useFactory: () => new Date(), inject: careless([undefined]) })] })
    },
  },
  'from with a number in inject': {
    code: declaration,
    words: "requestValue('answer').from(…) got number 5",
    declare: () => rooted({ decorateRequest: [Answer.from(() => 1, { inject: careless([5]) })] }),
  },
  'from with a class of a circular import in inject': {
    code: 'ALC_ERR_INJECTION_UNKNOWN',
    words: 'Parameter 1 of the function of request value "answer" (Root)',
    declare: () => rooted({ decorateRequest: [Answer.from(() => 1, { inject: careless([undefined]) })] }),
  },
  'lazy whose function gives nothing at boot': {
    code: declaration,
    words: 'lazy(…) got undefined. Pass a function that gives a provider class or a token<T>(name)',
    declare: () => {
      const inject = [lazy(() => careless(undefined))]
      return rooted({ providers: [provide(Clock, { useFactory: () => new Date(), inject: careless(inject) })] })
    },
  },
  'a factory of two parameters without inject': {
    code: declaration,
    words:
      'provide(clock, …) got a function of 2 parameters without inject. Pass inject: [TheDependency, …] with a token for each parameter',
    declare: () => rooted({ providers: [provide(Clock, careless({ useFactory: (a: Date, b: Date) => a ?? b }))] }),
  },
  'an async factory of two parameters without inject': {
    code: declaration,
    words: 'provide(clock, …) got a function of 2 parameters without inject',
    declare: () => rooted({ providers: [provide(Clock, careless({ useAsync: async (a: Date, b: Date) => a ?? b }))] }),
  },
  'a class among the plugins': {
    code: 'ALC_ERR_ENTRY_INVALID',
    words: 'plugins[0] of Root is the class Plain. Use a plugin function, or use(plugin, options)',
    declare: () => rooted({ plugins: [careless(Plain)] }),
  },
  'a class with options among the plugins': {
    code: 'ALC_ERR_ENTRY_INVALID',
    words: 'plugins[0] of Root is the class Plain',
    declare: () => rooted({ plugins: [use(careless(Plain), careless({}))] }),
  },
  'an unknown prefixTrailingSlash': {
    code: 'FST_ERR_INIT_OPTS_INVALID',
    words: 'Option "prefixTrailingSlash of route GET /users',
    declare: () => {
      @Controller({ prefix: '/users', prefixTrailingSlash: careless('always') })
      class Users {
        @Get('/') list() {
          return []
        }
      }
      return rooted({ controllers: [Users] })
    },
  },
  "the text 'false' as attachValidation, which would let refused bodies reach the handler": {
    code: 'FST_ERR_INIT_OPTS_INVALID',
    words: 'Option "attachValidation of route POST /users" must be true or false, got the string "false"',
    declare: () => {
      @Controller('/users')
      class Users {
        @Post('', { attachValidation: careless('false') }) add() {}
      }
      return rooted({ controllers: [Users] })
    },
  },
}

describe('a wrong argument is refused by name, where it would otherwise be lost or fail without a code:', () => {
  for (const [what, { code, words, declare }] of Object.entries(cases)) {
    it(what, async () => {
      const error = await refusal(declare)
      expect(error.message).to.include(words)
      expect(error.code).to.equal(code)
    })
  }

  const sources: Readonly<Record<string, () => unknown>> = {
    Body: () => Body(careless(undefined)),
    Query: () => Query(careless(undefined)),
    'Query of a name': () => Query('page', careless(undefined)),
    Params: () => Params(careless(undefined)),
    Param: () => Param('id', careless(undefined)),
    Headers: () => Headers(careless(undefined)),
  }
  for (const [name, decorator] of Object.entries(sources)) {
    it(`a schema of a circular import in @${name}, which would let every value in`, async () => {
      const error = await refusal(() => taking(decorator))
      expect(error.code).to.equal(argument)
      expect(error.message).to.include('got undefined. Pass a schema, or nothing. Check its import')
    })
  }

  it('contextContainer without an instance', () => {
    expect(() => contextContainer(careless(undefined)))
      .to.throw()
      .with.property('code', 'ALC_ERR_CONTAINER_NONE')
  })
})
