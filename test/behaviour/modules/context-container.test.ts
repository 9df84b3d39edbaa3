import {
  bootstrap,
  Controller,
  contextContainer,
  createServer,
  Injectable,
  type Instance,
  Module,
  provide,
  requestValue,
  token,
} from 'alcove'
import { expect } from 'chai'
import { container as global, type InjectionToken } from 'tsyringe'
import { Clock, codeOf, family, Place, Store } from './container-family.js'

describe('contextContainer', () => {
  it('gives the object that the application injects', async () => {
    const { app } = await family()
    const container = contextContainer(app.instance)
    expect(container.resolve(Store)).to.equal(app.get(Store))
    expect(container.resolve(Store)).to.equal(container.resolve(Store))
    expect(container.resolve(Store).place).to.equal('root')
    await app.close()
  })

  it('gives the object of the nearest context that lists the class, for any first caller', async () => {
    const { app, left, right } = await family()
    expect(contextContainer(left).resolve(Store).place).to.equal('left')
    expect(contextContainer(right).resolve(Store)).to.equal(contextContainer(app.instance).resolve(Store))
    await app.close()
  })

  it('is one of its own for a context that provides nothing, and sees what those above hold', async () => {
    const { app, right } = await family()
    const own = contextContainer(right)
    expect(own).to.not.equal(contextContainer(app.instance))
    expect(own).to.equal(contextContainer(right))
    expect(own.resolve(Place)).to.equal('right')
    contextContainer(app.instance).registerInstance('later', 1)
    own.registerInstance('mine', 2)
    expect(own.resolve<number>('later')).to.equal(1)
    expect(codeOf(() => contextContainer(app.instance).resolve('mine'))).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    await app.close()
  })

  it('is that of the module for the instances of its plugins', async () => {
    const { app, left, plugin } = await family()
    expect(plugin).to.not.equal(left)
    expect(contextContainer(plugin)).to.equal(contextContainer(left))
    await app.close()
  })

  it('takes tokens of alcove, their keys, their names, and context values', async () => {
    const { app, left } = await family()
    const container = contextContainer(left)
    expect(container.resolve(Clock)()).to.equal(7)
    expect(container.resolve<() => number>(Clock.key)()).to.equal(7)
    expect(container.resolve<() => number>('container.clock')()).to.equal(7)
    expect(container.resolve(Place)).to.equal('left')
    expect(container.resolve<string>('container.place')).to.equal('left')
    await app.close()
  })

  it('reports for a token of alcove whether the context, or one above, provides it', async () => {
    const Word = token<string>('container.word')
    const Other = token<string>('container.other')
    let below: Instance | undefined
    @Module()
    class Below {
      configure(instance: Instance) {
        below = instance
      }
    }
    @Module({ providers: [provide(Word, { useValue: 'here' })], imports: [Below] })
    class App {}
    await using app = await bootstrap(App).ready()
    const container = contextContainer(app.instance)
    const inner = contextContainer(below ?? app.instance)
    const asked = (token: unknown) => token as InjectionToken // the type of tsyringe does not name the tokens of alcove
    expect([container.isRegistered(asked(Word)), container.isRegistered(Word.key)]).to.deep.equal([true, true])
    expect([inner.isRegistered(asked(Word)), inner.isRegistered(asked(Word), true)]).to.deep.equal([false, true])
    expect(container.isRegistered(asked(Other), true)).to.equal(false)
  })

  it('takes an own registration under a token of alcove, and gives a list of one by resolveAll', async () => {
    const Word = token<string>('container.word')
    const Own = token<string>('container.own')
    @Module({ providers: [provide(Word, { useValue: 'listed' })] })
    class App {}
    await using app = await bootstrap(App).ready()
    const container = contextContainer(app.instance)
    const asked = (token: unknown) => token as InjectionToken<string> // the type of tsyringe does not name the tokens of alcove
    container.registerInstance(asked(Own), 'registered')
    expect([container.resolve(Own), container.resolveAll(asked(Own))]).to.deep.equal(['registered', ['registered']])
    expect(container.resolveAll(asked(Word))).to.deep.equal(['listed'])
    expect(codeOf(() => container.registerInstance(asked(Word), 'second'))).to.equal('ALC_ERR_CONTAINER_FIXED')
    expect(codeOf(() => container.resolveAll(asked(token('container.none'))))).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
  })

  it('refuses a class that only a module below provides, and names that module', async () => {
    @Injectable()
    class Hidden {}
    @Module({ prefix: '/below', providers: [Hidden] })
    class Below {}
    @Module({ imports: [Below] })
    class App {}
    await using app = await bootstrap(App).ready()
    const ask = () => contextContainer(app.instance).resolve(Hidden)
    expect(codeOf(ask)).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    expect(ask).to.throw(/Below lists it among its providers, below App/)
  })

  it('refuses a class that no module lists, each time', async () => {
    class Unlisted {}
    const { app } = await family()
    const container = contextContainer(app.instance)
    expect(codeOf(() => container.resolve(Unlisted))).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    expect(codeOf(() => container.resolve(Unlisted))).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    expect(codeOf(() => container.resolveAll(Unlisted))).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    expect(container.isRegistered(Unlisted, true)).to.equal(false)
    await app.close()
  })

  it('refuses what is registered with the global container of tsyringe', async () => {
    const name = 'container.test.global'
    global.registerInstance(name, 'leak')
    const { app } = await family()
    expect(codeOf(() => contextContainer(app.instance).resolve(name))).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    await app.close()
  })

  it('refuses controllers and modules: they are built, and cannot be injected', async () => {
    @Controller('/x')
    class Own {}
    @Module({ controllers: [Own] })
    class App {}
    await using app = await bootstrap(App).ready()
    expect(codeOf(() => contextContainer(app.instance).resolve(Own))).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
    expect(codeOf(() => contextContainer(app.instance).resolve(App))).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
  })

  it('refuses what is built for one request', async () => {
    @Injectable({ scope: 'request' })
    class Visit {}
    const User = requestValue<string>('user')
    @Module({ providers: [Visit], decorateRequest: [User.from(() => 'ada')] })
    class App {}
    await using app = await bootstrap(App).ready()
    for (const asked of [Visit, User])
      expect(codeOf(() => contextContainer(app.instance).resolve(asked as typeof Visit))).to.equal(
        'ALC_ERR_TOKEN_OF_REQUEST',
      )
  })

  it('refuses undefined, as an import through a cycle of files gives it', async () => {
    const { app } = await family()
    const nothing = undefined as unknown as string
    expect(codeOf(() => contextContainer(app.instance).resolve(nothing))).to.equal('ALC_ERR_CONTAINER_TOKEN')
    await app.close()
  })

  it('has none for a server without modules, nor before the boot', async () => {
    const server = createServer()
    expect(codeOf(() => contextContainer(server))).to.equal('ALC_ERR_CONTAINER_NONE')
    @Module({})
    class App {}
    const app = bootstrap(App)
    expect(codeOf(() => contextContainer(app.instance))).to.equal('ALC_ERR_CONTAINER_NONE')
    await app.ready()
    expect(contextContainer(app.instance)).to.be.an('object')
    await app.close()
  })

  it('keeps two applications of the same modules apart', async () => {
    const [first, second] = [await family(), await family()]
    const [a, b] = [first, second].map(({ left }) => contextContainer(left).resolve(Store))
    expect(a).to.not.equal(b)
    await first.app.close()
    await second.app.close()
  })
})
