import { Controller, Get, Inject, Injectable, Module, Param, pluginWrapper, provide, requestValue, token } from 'alcove'
import { expect } from 'chai'
import type { App } from './app.js'
import { expectRefusal } from './boot-failure.js'

const Bar = requestValue<string>('bar')

describe('an injection that no rule allows', () => {
  it('of a request value into a constructor: the error names handlers as its place', async () => {
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

  it('of a request value of a plugin into a constructor is refused too', async () => {
    const plugin = pluginWrapper(async (instance: App['instance']) => {
      instance.decorateRequest('bar', 'plugged in')
    })
    @Controller()
    class TooEarly {
      constructor(@Inject('bar') readonly bar: string) {}
      @Get('/early')
      read() {
        return ''
      }
    }
    @Module({ plugins: [plugin], controllers: [TooEarly] })
    class Root {}
    await expectRefusal(Root, ['TooEarly', '"bar"', /handler/])
  })

  it('without a token: the error names the parameter that has no source beside others', async () => {
    @Controller()
    class Half {
      @Get('/half/:id')
      read(@Param('id') id: string, rest?: unknown) {
        return { id, rest }
      }
    }
    @Module({ controllers: [Half] })
    class Root {}
    await expectRefusal(Root, ['Half.read (GET /half/:id)', 'arameter 2'])
  })

  it('of a cycle of providers prints the path in under ten lines', async () => {
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
