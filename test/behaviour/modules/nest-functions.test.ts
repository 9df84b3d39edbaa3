import { Around, bootstrap, Controller, ErrorHandler, Get, Guard, Module, Use } from 'alcove'
import { expect } from 'chai'
import { any, careless, onMethod, refuses } from './refusals.js'
import { serving } from './seen.js'

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
