import {
  Around,
  Body,
  bootstrap,
  Controller,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Module,
  NotFoundHandler,
  Param,
  PluginWrapped,
  Post,
  Public,
  provide,
  Req,
  requestValue,
  routeValue,
  Schema,
  Status,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { refusalOf } from './boot-failure.js'
import { any, careless, onMethod, onModule, onParameter, refuses } from './refusals.js'
import { serving } from './seen.js'

describe('a decorator without parentheses is refused, and not ignored:', () => {
  const names = { Guard, Public, Hook, Use, Around, Schema, Status, ErrorHandler, Post }
  for (const [name, decorate] of Object.entries(names))
    refuses({ [`@${name}`]: { words: [`@${name} on Things.read got no parentheses`], declare: onMethod(decorate) } })
  const sources = { Body, Req, Inject, Param }
  for (const [name, decorate] of Object.entries(sources))
    refuses({ [`@${name}`]: { words: [`@${name} on Things.read got no parentheses`], declare: onParameter(decorate) } })
  refuses({
    'one made by routeValue': {
      words: ['@roles on Things.read got no parentheses'],
      declare: onMethod(routeValue('roles')),
    },
    '@Inject in a constructor': {
      words: ['@Inject on Things got no parentheses', '@Inject(…)'],
      declare: () => {
        @Controller()
        class Things {
          constructor(@any(Inject) readonly other: object) {}
        }
        return serving(Things)
      },
    },
    '@NotFoundHandler': {
      words: ['@NotFoundHandler on Root.missing got no parentheses', '@NotFoundHandler()'],
      declare: () => {
        @Module({})
        class Root {
          @any(NotFoundHandler) missing() {}
        }
        return Root
      },
    },
    '@PluginWrapped': {
      words: ['@PluginWrapped on Wrapped got no parentheses'],
      declare: () => {
        @any(PluginWrapped)
        @Module({})
        class Wrapped {}
        return Wrapped
      },
    },
  })
})

class Missing extends Error {}
class Conflict extends Error {}
class Audit {
  @Hook('onRequest') note() {}
}
class Noted {
  @Hook('onRequest') note() {}
}

describe('an argument that would have no effect is refused:', () => {
  refuses({
    'a second class of @ErrorHandler, as in @Catch of Nest': {
      words: ['@ErrorHandler on Things.read got the class Conflict', 'once for each'],
      declare: onMethod(any(ErrorHandler)(Missing, Conflict)),
    },
    'a second class of @Use': {
      words: ['@Use on Things.read got the class Noted', 'once for each'],
      declare: onMethod(any(Use)(Audit, Noted)),
    },
    'a second guard': {
      words: ['@Guard on Things.read got a function', 'once for each'],
      declare: onMethod(
        any(Guard)(
          () => true,
          () => false,
        ),
      ),
    },
    'a list of paths': {
      words: ['@Get on Things.read got an array', '@Get once for each path'],
      declare: onMethod(Get(careless(['/a', '/b']))),
    },
    'a misspelt option of @Guard': {
      words: ['option unknownPath', 'unknownPaths'],
      declare: onMethod(Guard(() => true, careless({ unknownPath: true }))),
    },
    'a misspelt option of @Injectable': {
      words: ['option scop', 'Pass scope'],
      declare: () => {
        @Injectable(careless({ scop: 'request' }))
        class Things {}
        return Things
      },
    },
    'a path among the options of @Controller, as in Nest': {
      words: ['@Controller on Things got option path', 'Pass prefix'],
      declare: () => {
        @Controller(careless({ path: 'things' }))
        class Things {
          @Get() read() {}
        }
        return serving(Things)
      },
    },
    'a path among the options of a route decorator': {
      words: ['@Get on Things.read got option path', 'first argument'],
      declare: onMethod(Get('', careless({ path: '/things' }))),
    },
    'a token without a value among the decorations': {
      words: ['decorateRequest', '.is(value)'],
      declare: onModule(() => ({ decorateRequest: [careless(requestValue('user'))] })),
    },
    'the dependencies of a factory under another key': {
      words: ["provide('clock', …) got the key deps", 'inject'],
      declare: onModule(() => ({ providers: [provide('clock', careless({ useFactory: () => 0, deps: [] }))] })),
    },
    useExisting: {
      words: ['useExisting', 'inject: [TheOther]'],
      declare: onModule(() => ({ providers: [provide('clock', careless({ useExisting: Audit }))] })),
    },
    'the scope of a value': {
      words: ['the key scope', 'only useValue'],
      declare: onModule(() => ({ providers: [provide('clock', careless({ useValue: 0, scope: 'request' }))] })),
    },
    'a class as a factory': {
      words: ['got the class Audit', 'useClass'],
      declare: onModule(() => ({ providers: [provide('clock', careless({ useFactory: Audit }))] })),
    },
  })
})

class Timing {
  intercept() {}
}
class Trim {
  transform() {}
}
class Filter {
  catch() {}
}
class Logger {
  use() {}
}
class Locked {
  canActivate() {
    return true
  }
}

describe('a class that is written for Nest is refused with its replacement:', () => {
  refuses({
    'an interceptor in @Use': {
      words: ['@Use on Things.read got the class Timing', 'around(request, reply, next) and @Around(Timing)'],
      declare: onMethod(Use(Timing)),
    },
    'an interceptor in @Guard': {
      words: ['no method canActivate', '@Around(Timing)'],
      declare: onMethod(Guard(careless(Timing))),
    },
    'a pipe in @Use': { words: ['no such method', '@Body(schema)'], declare: onMethod(Use(Trim)) },
    'an exception filter in @Around': {
      words: ['no method around', '@ErrorHandler(Type) on a method (error, request, reply)'],
      declare: onMethod(Around(careless(Filter))),
    },
    'an exception filter as the error of @ErrorHandler': {
      words: ['got the class Filter', 'a class of errors', '@ErrorHandler(Type)'],
      declare: onMethod(ErrorHandler(Filter)),
    },
    'a middleware in @Use': { words: ['no such method', "@Hook('onRequest')"], declare: onMethod(Use(Logger)) },
    'a guard in @Use': { words: ['no such method', '@Guard(Locked)'], declare: onMethod(Use(Locked)) },
    'an object of a guard class': {
      words: ['@Guard on Things.read got an object', 'pass the class'],
      declare: onMethod(Guard(careless(new Locked()))),
    },
  })
})

/** What Nest passes to guards and filters, as far as these use it. */
interface NestContext {
  switchToHttp(): { getRequest(): { headers: Record<string, string> } }
}

class KeyGuard {
  canActivate(context: NestContext) {
    return context.switchToHttp().getRequest().headers['x-key'] === 'secret'
  }
}

describe('a function that calls methods of the objects of Nest is refused at boot:', () => {
  const code = 'ALC_ERR_NEST_CALL'
  refuses({
    'canActivate of a guard class': {
      code,
      words: ['Things.read (guard KeyGuard) calls switchToHttp(…)', 'the function with (request, reply)'],
      declare: onMethod(Guard(careless(KeyGuard))),
    },
    'a guard function': {
      code,
      words: ['switchToHttp(…)', '(request, reply)'],
      declare: onMethod(Guard(careless((context: NestContext) => context.switchToHttp().getRequest()))),
    },
    'a function around handlers': {
      code,
      words: ['next.handle(…)', '(request, reply, next)'],
      declare: onMethod(Around(careless((_r: object, _s: object, next: { handle(): unknown }) => next.handle()))),
    },
    'an error handler': {
      code,
      words: ['Things.failed calls switchToHttp(…)', '(error, request, reply)'],
      declare: () => {
        @Controller()
        class Things {
          @Get() read() {}
          @any(ErrorHandler()) failed(_error: Error, host: NestContext) {
            return host.switchToHttp()
          }
        }
        return serving(Things)
      },
    },
    'configure of a module, as the consumer of middlewares': {
      code,
      words: ['Root.configure calls forRoutes(…)', 'configure(instance, options)', "@Hook('onRequest')"],
      declare: () => {
        @Module({})
        class Root {
          configure(consumer: { apply(it: unknown): { forRoutes(path: string): void } }) {
            consumer.apply(Logger).forRoutes('*')
          }
        }
        return Root
      },
    },
  })

  it('but not one that asks first, and works with both frameworks', async () => {
    class Either {
      canActivate(given: object) {
        // given.switchToHttp() is for Nest
        const request = 'switchToHttp' in given ? (given as NestContext).switchToHttp().getRequest() : given
        return (request as { headers: Record<string, string> }).headers['x-key'] === 'secret'
      }
    }
    @Controller()
    @Guard(careless(Either))
    class Things {
      @Get() read() {
        return 'open'
      }
    }
    const app = bootstrap(serving(Things))
    expect((await app.inject({ url: '/', headers: { 'x-key': 'secret' } })).body).to.equal('open')
    expect((await app.inject('/')).statusCode).to.equal(403)
    await app.close()
  })

  it('and not one whose comments alone name the method', async () => {
    class Moved {
      canActivate() {
        // context.switchToHttp().getRequest()
        return true
      }
    }
    const app = bootstrap(onMethod(Guard(Moved))())
    expect((await app.inject('/')).statusCode).to.equal(200)
    await app.close()
  })
})

describe('a factory that fails because it lacks values names the option inject:', () => {
  const failing = (recipe: object) => onModule(() => ({ providers: [Locked, provide('report', careless(recipe))] }))
  const code = 'ALC_ERR_PROVIDER_FAILED'
  const useFactory = (_first: object, second: { name: string }) => second.name
  refuses({
    'without inject': {
      code,
      words: ['provider "report"', 'only the container of its context', 'a token for each parameter'],
      declare: failing({ useFactory: (config: { db: { url: string } }) => config.db.url }),
    },
    'with too few tokens': {
      code,
      words: ['declares 2 parameters, and inject has 1'],
      declare: failing({ useFactory, inject: [Locked] }),
    },
    'if it is awaited': {
      code,
      words: ['only the container of its context'],
      declare: failing({ useAsync: async (config: { db: { url: string } }) => config.db.url }),
    },
  })
  it('but a factory that uses its container fails with its error alone', async () => {
    const useFactory = (container: { resolve(token: unknown): { lost?: { name: string } } }) =>
      container.resolve(Locked).lost!.name
    const error = await refusalOf(failing({ useFactory }))
    expect(error.message).to.match(/'name'\)$/)
  })
})
