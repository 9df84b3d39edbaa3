import { Controller, Get, Inject, Injectable, Module, provide, requestValue, token } from 'alcove'
import { expect } from 'chai'
import { expectRefusal } from './boot-failure.js'

const Bar = requestValue<string>('bar')

describe('an injection that no rule allows', () => {
  it('of a request value into a constructor says that it belongs to handlers', async () => {
    @Controller()
    class TooEarly {
      constructor(@Inject(Bar) readonly bar: string) {}
      @Get('/early')
      read() {
        return ''
      }
    }
    @Module({ decorateRequest: [Bar.is('bar')], controllers: [TooEarly] })
    class Root {}
    await expectRefusal(Root, ['TooEarly', '"bar"', /handler/])
  })

  it('of a cycle of providers tells the path in under ten lines', async () => {
    @Injectable()
    class Egg {
      constructor(@Inject('hen') readonly hen: unknown) {}
    }
    @Injectable()
    class Hen {
      constructor(readonly egg: Egg) {}
    }
    @Module({ providers: [Egg, provide(token<Hen>('hen'), { useClass: Hen })] })
    class Root {}
    const failure = await expectRefusal(Root, ['Egg', 'hen', 'lazy('])
    expect(failure.message.split('\n').length).to.be.below(10)
  })

  it('of a class into itself is a cycle too', async () => {
    @Injectable()
    class Narcissus {
      constructor(@Inject('narcissus') readonly self: unknown) {}
    }
    @Module({ providers: [provide(token<Narcissus>('narcissus'), { useClass: Narcissus })] })
    class Root {}
    await expectRefusal(Root, ['arcissus', 'lazy('])
  })
})
