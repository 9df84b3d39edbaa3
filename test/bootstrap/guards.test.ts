import { Body, bootstrap, Controller, Get, Guard, Hook, Module, Post, Schema, Use } from 'alcove'
import { expect } from 'chai'
import { of } from 'rxjs'
import { answerOf } from './boot.js'

const Body1 = { type: 'object', properties: { a: { type: 'integer' } } } as const

describe('bootstrap: guards', () => {
  const called: string[] = []
  const saying = (name: string, verdict: unknown) => () => {
    called.push(name)
    return verdict as boolean
  }

  async function statusOf(verdict: unknown): Promise<number> {
    @Controller()
    class Door {
      @Get('/door') @Guard(() => verdict as boolean) open() {
        return {}
      }
    }
    @Module({ controllers: [Door] })
    class App {}
    await using app = bootstrap(App)
    return (await app.inject('/door')).statusCode
  }

  it('answers 403 with a code to false, and to every other value that does not permit the request', async () => {
    for (const verdict of [false, Promise.resolve(false), undefined, null, 0, '']) {
      expect(await statusOf(verdict)).to.equal(403)
    }
  })

  it('denies if it returns a function or an observable, because both decide nothing, and logs the fix', async () => {
    const hasRole = () => () => false
    const verdicts = { function: hasRole, observable: () => of(false), 'promise of a function': async () => hasRole }
    for (const [name, guard] of Object.entries(verdicts)) {
      @Controller()
      class Door {
        @Get('/door') @Guard(guard as never) open() {
          return {}
        }
      }
      @Module({ controllers: [Door] })
      class App {}
      const lines: string[] = []
      await using app = bootstrap(App, {
        logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } },
      })
      for (let index = 0; index < 2; index++) expect((await app.inject('/door')).statusCode, name).to.equal(403)
      expect(lines, name).to.have.length(1)
      expect(lines[0], name).to.match(/returned an? (function|observable), which denies the request/)
    }
  })

  it('denies when it throws or rejects, now or later, with falsy values too', async () => {
    for (const thrown of [undefined, null, '', 0, false, new Error('no')]) {
      for (const guard of [
        () => {
          throw thrown
        },
        () => Promise.reject(thrown),
      ]) {
        @Controller()
        class Door {
          @Get('/door') @Guard(guard) open() {
            return {}
          }
        }
        @Module({ controllers: [Door] })
        class App {}
        await using app = bootstrap(App)
        expect((await app.inject('/door')).statusCode).to.equal(thrown instanceof Error ? 500 : 403)
      }
    }
  })

  it('runs after the hooks of its place, where it shares their point of time: module, controller, method', async () => {
    called.length = 0
    @Controller()
    @Guard(saying('controller guard', true))
    class Door {
      @Hook('preValidation') note() {
        called.push('controller hook')
      }
      @Get('/door')
      @Guard(saying('method guard', true))
      @Use('preValidation', async () => void called.push('method hook'))
      open() {
        called.push('handler')
        return {}
      }
    }
    @Guard(saying('module guard', true))
    @Module({ controllers: [Door] })
    class App {
      @Hook('preValidation') note() {
        called.push('module hook')
      }
    }
    await answerOf(App, '/door')
    expect(called).to.deep.equal([
      'module hook',
      'module guard',
      'controller hook',
      'controller guard',
      'method hook',
      'method guard',
      'handler',
    ])
  })

  it('runs at another point of the request with its option', async () => {
    called.length = 0
    @Controller()
    class Door {
      @Post('/door')
      @Guard(saying('handler', true))
      @Guard(saying('parsing', true), { on: 'preParsing' })
      @Guard(saying('request', true), { on: 'onRequest' })
      @Schema({ body: Body1 })
      open(@Body() body: object) {
        return body
      }
    }
    @Module({ controllers: [Door] })
    class App {}
    await using app = bootstrap(App)
    const response = await app.inject({ method: 'POST', url: '/door', payload: { a: 1 } })
    expect(response.json()).to.deep.equal({ a: 1 })
    expect(called).to.deep.equal(['request', 'parsing', 'handler'])
  })

  it('may answer itself', async () => {
    @Controller()
    class Door {
      @Get('/door')
      @Guard((_request, reply) => {
        reply.code(401).send({ sign: 'in' })
        return false
      })
      open() {
        return {}
      }
    }
    @Module({ controllers: [Door] })
    class App {}
    await using app = bootstrap(App)
    const response = await app.inject('/door')
    expect([response.statusCode, response.json()]).to.deep.equal([401, { sign: 'in' }])
  })
})
