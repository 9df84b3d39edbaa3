import { Controller, Get, Guard, Hook, Injectable, Module, Use } from 'alcove'
import { createServer } from 'alcove/core'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import type { RootModule } from './app.js'
import { bootFailure } from './boot-failure.js'
import { serving } from './seen.js'

function* decide() {
  yield false
}

async function* decideLater() {
  yield false
}

async function bootErrorOf(root: RootModule): Promise<string> {
  return (await bootFailure(root)).message
}

const ofGuard =
  /^@Guard on .* got a generator function\. Pass a function without \*, because a generator decides nothing$/

describe('a generator, whose call runs none of its code, fails the boot', () => {
  for (const [name, guard] of Object.entries({ 'function*': decide, 'async function*': decideLater })) {
    it(`as a guard (${name})`, () => {
      expect(() => Guard(guard as never)(class Pages {})).to.throw(ofGuard)
    })
  }

  it('as canActivate of a guard class', () => {
    @Injectable()
    class Locked {
      *canActivate() {
        yield false
      }
    }
    expect(() => Guard(Locked as never)(class Pages {})).to.throw(ofGuard)
  })

  it('as a method with @Hook', async () => {
    @Controller()
    class Pages {
      @Hook('onRequest')
      *check() {
        yield 'never'
      }
      @Get()
      read() {}
    }
    expect(await bootErrorOf(serving(Pages))).to.equal(
      'onRequest hook should be a function, instead got Pages.check, a generator function, whose call runs none of its code. Remove the *',
    )
  })

  it('as a function of @Use', async () => {
    @Use('onRequest', decide as never)
    @Controller()
    class Pages {
      @Get()
      read() {}
    }
    expect(await bootErrorOf(serving(Pages))).to.match(/^onRequest hook .* got a generator function, .* Remove the \*$/)
  })

  it('as a hook and as a plugin of the core', async () => {
    expect(() => createServer().addHook('onRequest', decide as never)).to.throw(/got a generator function/)
    expect(() => createServer().register(decide as never)).to.throw(
      /^register in context .* got a generator function\. Pass a plugin/,
    )
  })

  it('as configure of a module', async () => {
    @Module()
    class Root {
      *configure() {
        yield 'never'
      }
    }
    expect(await bootErrorOf(Root)).to.equal(
      'configure of Root is a generator function. Use a method without *, because a call of a generator runs none of its code',
    )
  })
})

describe('a guard that returns a generator', () => {
  it('denies the request, because it decides nothing', async () => {
    @Guard((() => decide()) as never)
    @Controller()
    class Pages {
      @Get()
      read() {
        return 'secret'
      }
    }
    await using app = await createTestApp(serving(Pages))
    expect((await app.inject('/')).statusCode).to.equal(403)
  })
})
