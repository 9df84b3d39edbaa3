import { Around, bootstrap, ErrorHandler, Guard, type Instance, Module, type Request, Use } from 'alcove'
import { expect } from 'chai'
import { failureOf } from '../core/subject.js'
import { careless, onMethod, refuses } from './refusals.js'

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

describe('configure that takes the instance for the consumer of Nest', () => {
  refuses({
    'is refused at boot with the fix': {
      code: 'ALC_ERR_NEST_CALL',
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

  it('is accepted if an instance has what it calls: the source of a function decides nothing', async () => {
    interface Routes {
      forRoutes(path: string): void
    }
    @Module({})
    class Root {
      configure(instance: Instance & Routes) {
        instance.decorate('forRoutes', (path: string) => instance.get(path, () => 'served'))
        instance.forRoutes('/all')
      }
    }
    const app = bootstrap(Root)
    expect((await app.inject('/all')).body).to.equal('served')
    await app.close()
  })

  it('keeps the error of other mistakes', async () => {
    @Module({})
    class Root {
      configure() {
        throw new RangeError('no forRoutes() here')
      }
    }
    const failure = await failureOf(() => bootstrap(Root).ready())
    expect(failure).to.be.instanceOf(RangeError)
  })
})

describe('a guard that calls methods of a context of its own', () => {
  it('boots and runs: the source of a function decides nothing', async () => {
    class Own {
      canActivate(request: Request) {
        return { switchToHttp: () => request.url === '/' }.switchToHttp()
      }
    }
    class Called {
      readonly #context = { switchToHttp: () => true }
      canActivate() {
        return this.#context.switchToHttp()
      }
    }
    for (const Each of [Own, Called]) {
      const app = bootstrap(onMethod(Guard(Each))())
      expect((await app.inject('/')).statusCode).to.equal(200)
      await app.close()
    }
  })
})
