import { Around, Controller, ErrorHandler, Get, Guard, Module, Use } from 'alcove'
import { expect } from 'chai'
import { any, careless, onMethod, refuses } from './refusals.js'
import { answersOf, serving } from './seen.js'

describe('a function that calls a parameter which it never gets is refused at boot:', () => {
  const code = 'ALC_ERR_FUNCTION_PARAMETERS'
  refuses({
    'a method around handlers without the reply': {
      code,
      words: ['Root.measure calls its parameter 2, "next"', '(request, reply, next)'],
      declare: () => {
        @Module({})
        class Root {
          @any(Around()) measure(_request: unknown, next: () => unknown) {
            return next()
          }
        }
        return Root
      },
    },
    'a method around handlers of a class for @Use': {
      code,
      words: ['Timed.measure calls its parameter 1, "next"'],
      declare: () => {
        class Timed {
          @any(Around()) async measure(next: () => unknown) {
            return next()
          }
        }
        return onMethod(Use(Timed))()
      },
    },
    'a function around handlers without parentheses around its parameter': {
      code,
      words: ['The function of @Around on Things.read calls its parameter 1, "go"'],
      declare: onMethod(Around(careless((go: () => unknown) => go()))),
    },
    'a class around handlers': {
      code,
      words: ['Timed.around calls its parameter 2, "next"'],
      declare: () => {
        class Timed {
          around(_request: unknown, next?: () => unknown) {
            return next?.()
          }
        }
        return onMethod(Around(careless(Timed)))()
      },
    },
    'a guard with done': {
      code,
      words: ['The function of @Guard on Things.read calls its parameter 3, "done"', 'Return true or false'],
      declare: onMethod(Guard(careless((_request: unknown, _reply: unknown, done: () => void) => done()))),
    },
    'a guard class with done': {
      code,
      words: ['Door.canActivate calls its parameter 3, "done"'],
      declare: () => {
        class Door {
          canActivate(_request: unknown, _reply: unknown, done: () => void) {
            done()
          }
        }
        return onMethod(Guard(careless(Door)))()
      },
    },
    'an error handler with next, as in Express': {
      code,
      words: ['Things.sorry calls its parameter 4, "next"', 'throw it'],
      declare: () => {
        @Controller()
        class Things {
          @Get() read() {}
          @any(ErrorHandler()) sorry(error: Error, _request: unknown, _reply: unknown, next: (error: Error) => void) {
            next(error)
          }
        }
        return serving(Things)
      },
    },
    'a handler with next, as in Express': {
      code,
      words: ['Things.read calls its parameter 3, "next"'],
      declare: () => {
        @Controller()
        class Things {
          @any(Get()) read(_request: unknown, _response: unknown, next: () => void) {
            next()
          }
        }
        return serving(Things)
      },
    },
  })

  it('and others are not: a text with the name, a default, a rest, and a parameter that is not called', async () => {
    const texts = (_request: unknown, reply: { header(name: string, text: string): void }, next: () => unknown) => {
      reply.header('x-note', 'no reply (yet)')
      return next()
    }
    const rest = (_request: unknown, ...others: (() => unknown)[]) => others[1]?.()
    const preset = (_request: unknown, _reply: unknown, next = (): unknown => 1) => next()
    const unused = (_request: unknown, _reply: unknown, next: unknown) => typeof next
    @Controller()
    class Things {
      @Around(careless(texts))
      @Around(careless(rest))
      @Around(careless(preset))
      @Guard(careless(unused))
      @Get()
      read() {
        return 1
      }
    }
    expect(await answersOf(serving(Things), ['GET /'])).to.deep.equal(['200 1'])
  })
})
