import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap, Controller, Get, Inject, Injectable, Module, provide, token } from 'alcove'
import { expect } from 'chai'

const Odd = token<object>('odd')
const Plain = token<object>('plain')

/** An object that has no class, and whose disposal fails. */
function withoutClass(): object {
  return Object.assign(Object.create(null), {
    dispose() {
      throw new Error('planned')
    },
  })
}

/** A logger whose methods throw. */
function failingLogger(): never {
  const log: Record<string, unknown> = { level: 'info', child: () => log }
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    log[level] = () => {
      throw new Error('The disk is full')
    }
  return log as never // a logger by its methods only
}

describe('a disposal that fails', () => {
  for (const [log, options] of Object.entries({
    'a log': {},
    'a log that throws': { loggerInstance: failingLogger() },
  })) {
    it(`of an object without a class is reported, and the others are disposed, with ${log}`, async () => {
      const disposed: string[] = []
      @Module({
        providers: [
          provide(Plain, { useFactory: () => ({ dispose: () => void disposed.push('plain') }) }),
          provide(Odd, { useFactory: withoutClass }),
        ],
      })
      class App {}
      const app = bootstrap(App, options)
      await app.ready()
      const failure = await app.close().catch((error) => error)
      expect(failure.code).to.equal('ALC_ERR_DISPOSAL')
      expect(failure.message).to.contain('An object of a factory')
      expect(disposed).to.deep.equal(['plain'])
    })

    it(`after a request neither ends the process nor stops the others, with ${log}`, async () => {
      const disposed: string[] = []
      @Controller()
      class One {
        @Get('/') read(@Inject(Plain) _plain: object, @Inject(Odd) _odd: object) {
          return 'read'
        }
      }
      @Module({
        controllers: [One],
        providers: [
          provide(Plain, { useFactory: () => ({ dispose: () => void disposed.push('plain') }), scope: 'request' }),
          provide(Odd, { useFactory: withoutClass, scope: 'request' }),
        ],
      })
      class App {}
      await using app = bootstrap(App, options)
      await app.inject('/')
      await sleep(20)
      expect(disposed).to.deep.equal(['plain'])
    })
  }

  it('of objects of a request is awaited before the objects of its context are disposed', async () => {
    const disposed: string[] = []
    @Injectable()
    class Pool {
      dispose() {
        disposed.push('pool')
      }
    }
    @Injectable({ scope: 'request' })
    class Unit {
      constructor(readonly pool: Pool) {}
      async [Symbol.asyncDispose]() {
        await sleep(50)
        disposed.push('unit')
      }
    }
    @Controller()
    class One {
      @Get('/') read(@Inject(Unit) unit: Unit) {
        return unit instanceof Unit
      }
    }
    @Module({ controllers: [One], providers: [Pool, Unit] })
    class App {}
    const app = bootstrap(App)
    await app.inject('/')
    await app.close()
    expect(disposed).to.deep.equal(['unit', 'pool'])
  })
})
