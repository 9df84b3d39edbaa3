import { bootstrap, Controller, ErrorHandler, Get, Guard, Hook, Module } from 'alcove'
import { expect } from 'chai'
import { inspectModule, routeOf } from './subject.js'

describe('inspect: the stages of a route', () => {
  const ran: string[] = []
  const log = (name: string) => ran.push(name)

  const deny = (): boolean => log('guard deny') > 0

  @Controller()
  class Both {
    @Hook('preHandler') async own() {
      log('preHandler Both.own')
    }
    @Get('/fine') @Guard(deny) fine() {
      log('handler Both.fine')
      return { fine: true }
    }
    @Get('/fails') fails() {
      throw new Error('no')
    }
  }

  @Module({ controllers: [Both] })
  class Inner {
    @Hook('onSend') async sent() {
      log('onSend Inner.sent')
    }
    @Hook('onRequest') async inner() {
      log('onRequest Inner.inner')
    }
    @ErrorHandler() pass(error: Error) {
      log('error handler Inner.pass')
      throw error
    }
  }

  @Module({ imports: [Inner] })
  class Outer {
    @Hook('onError') async failed() {
      log('onError Outer.failed')
    }
    @Hook('preSerialization') async shape() {
      log('preSerialization Outer.shape')
    }
    @Hook('onRequest') async outer() {
      log('onRequest Outer.outer')
    }
    @ErrorHandler() answer() {
      log('error handler Outer.answer')
      return 'sorry'
    }
  }

  /** The stages that `inspect` lists, of those that a run reports. */
  async function listed(id: string, phases: readonly string[]): Promise<string[]> {
    const { stages } = routeOf(await inspectModule(Outer), id)
    return stages
      .filter(({ phase, function: name }) => phases.includes(phase) && name !== '')
      .map(({ kind, stage, function: name }) => (kind === 'guard' ? 'guard deny' : `${stage} ${name}`))
  }

  it('are listed in the order in which a request runs them', async () => {
    ran.length = 0
    await using app = await bootstrap(Outer, { logger: false }).ready()
    expect((await app.inject('/fine')).statusCode).to.equal(200)
    expect(await listed('GET /fine', ['request', 'reply'])).to.deep.equal(ran)
  })

  it('list the way of an error, nearest handler first', async () => {
    ran.length = 0
    await using app = await bootstrap(Outer, { logger: false }).ready()
    expect((await app.inject('/fails')).body).to.equal('sorry')
    expect(ran.filter((line) => /^(?:onError|error)/.test(line))).to.deep.equal(await listed('GET /fails', ['error']))
  })

  it('name the context of each hook, and mark guards', async () => {
    const { stages } = routeOf(await inspectModule(Outer), 'GET /fine')
    const shown = stages.filter(({ kind }) => kind === 'hook' || kind === 'guard').slice(0, 4)
    expect(shown.map(({ kind, context }) => [kind, context])).to.deep.equal([
      ['hook', 'Outer'],
      ['hook', 'Outer > Inner'],
      ['guard', null],
      ['hook', null],
    ])
  })
})
