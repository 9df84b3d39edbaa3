import { contextValue, Inject, Injectable, Module, provide } from 'alcove'
import { expect } from 'chai'
import { withApp } from './app.js'
import { bootFailure } from './boot-failure.js'

@Injectable()
class UserService {}

@Module({ providers: [UserService], offers: [UserService] })
class UserModule {}

describe('an offer', () => {
  it('of what the module neither provides nor was offered is refused', async () => {
    @Module({ offers: [UserService] })
    class Empty {}
    @Module({ imports: [Empty] })
    class Root {}
    const { code, message } = await bootFailure(Root)
    expect(code).to.equal('ALC_ERR_OFFER_UNKNOWN')
    expect(message).to.include('Empty offers UserService')
  })

  it('of a module, as Nest exports modules, is refused as such', async () => {
    @Module({ imports: [UserModule], offers: [UserModule] })
    class Outer {}
    @Module({ imports: [Outer] })
    class Root {}
    const { code, message } = await bootFailure(Root)
    expect(code).to.equal('ALC_ERR_OFFER_UNKNOWN')
    expect(message).to.include('UserModule, which is a module').and.to.include('those that UserModule offers')
  })

  it('of undefined, as an import through a cycle of files gives it, is refused with its place in the list', async () => {
    @Module({ offers: [undefined as never] })
    class Cyclic {}
    @Module({ imports: [Cyclic] })
    class Root {}
    const { code, message } = await bootFailure(Root)
    expect(code).to.equal('ALC_ERR_ENTRY_UNDEFINED')
    expect(message).to.include('offers[0]').and.to.include('Cyclic')
  })

  it('of what only a module above provides is refused', async () => {
    @Module({ offers: [UserService] })
    class Child {}
    @Module({ providers: [UserService], imports: [Child] })
    class Root {}
    expect((await bootFailure(Root)).code).to.equal('ALC_ERR_OFFER_UNKNOWN')
  })

  it('of one token by two modules to one parent is refused with both', async () => {
    @Module({ providers: [UserService], offers: [UserService] })
    class Other {}
    @Module({ imports: [UserModule, Other] })
    class Root {}
    const { code, message } = await bootFailure(Root)
    expect(code).to.equal('ALC_ERR_OFFER_TWICE')
    expect(message).to.include('UserModule').and.to.include('Other')
  })

  it('of what the parent provides itself is refused with both', async () => {
    @Module({ imports: [UserModule], providers: [UserService] })
    class Root {}
    expect((await bootFailure(Root)).code).to.equal('ALC_ERR_OFFER_TWICE')
  })

  it('that closes a circle of providers is refused with the circle', async () => {
    @Injectable()
    class A {
      constructor(@Inject('b') readonly b: unknown) {}
    }
    @Injectable()
    class B {
      constructor(readonly a: A) {}
    }
    @Module({ providers: [A], offers: [A] })
    class First {}
    @Module({ providers: [provide('b', { useClass: B })], offers: ['b'] })
    class Second {}
    @Module({ imports: [First, Second] })
    class Root {}
    const { code, message } = await bootFailure(Root)
    expect(code).to.equal('ALC_ERR_PROVIDER_CYCLE')
    expect(message).to.contain('A (in First)\n  → provider "b" (in Second)\n  → A (in First)')
  })

  it('that a module class with configure needs is refused, because that class is built before', async () => {
    @Module({ imports: [UserModule] })
    class Root {
      constructor(readonly users: UserService) {}
      configure() {
        return undefined
      }
    }
    expect((await bootFailure(Root)).code).to.equal('ALC_ERR_OFFER_TOO_EARLY')
  })

  it('at the root is accepted, even without a context above', async () => {
    const given = await withApp(UserModule, async (app) => (await app.ready()).get(UserService))
    expect(given).to.be.instanceOf(UserService)
  })

  it('of a value is refused', async () => {
    const Word = contextValue<string>('word')
    @Module({ decorate: [Word.is('x')], offers: [Word as never] })
    class Root {}
    expect((await bootFailure(Root)).message).to.include('only providers are offered')
  })

  it('replaces exports, and the error for the option exports names it', () => {
    expect(() => Module({ exports: [UserService] } as object)(class Root {})).to.throw('offers: [TheProvider]')
  })
})
