import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap, Controller, Get, Inject, Module, provide, token } from 'alcove'
import { expect } from 'chai'

const Late = token<Promise<never>>('late')

const reject = async (): Promise<never> => {
  throw new Error('planned')
}

describe('a promise of useFactory that rejects', () => {
  const factories = {
    'without inject': provide(Late, { useFactory: reject, scope: 'request' }),
    'with inject': provide(Late, { useFactory: reject, scope: 'request', inject: [] }),
  }
  for (const [what, provider] of Object.entries(factories))
    it(`does not end the process when no consumer awaits it, ${what}`, async () => {
      @Controller()
      class One {
        @Get('/') read(@Inject(Late) late: Promise<never>) {
          return typeof late
        }
        @Get('/awaited') async readAwaited(@Inject(Late) late: Promise<never>) {
          return late
        }
      }
      @Module({ controllers: [One], providers: [provider] })
      class App {}
      await using app = bootstrap(App)
      expect((await app.inject('/')).statusCode).to.equal(200)
      expect((await app.inject('/awaited')).statusCode).to.equal(500)
      await sleep(20) // an unhandled rejection would fail the test
    })
})
