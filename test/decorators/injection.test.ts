import { expect } from 'chai'
import { container } from 'tsyringe'
import { contextValue, Inject, Injectable, lazy, token } from '#dist/index.js'
import { ownConstructorTypes } from '#dist/modules/decorators/metadata.js'

const Url = contextValue<string>('injection.test.url')
const Clock = token<() => number>('injection.test.clock')

@Injectable()
class Engine {
  readonly power = 90
}

@Injectable()
class Car {
  constructor(
    readonly engine: Engine,
    @Inject(Url) readonly url: string,
    @Inject(Clock.optional) readonly clock?: () => number,
  ) {}
}

describe('@Injectable', () => {
  it('lets the engine build a class with what its constructor asks for', () => {
    const child = container.createChildContainer().registerInstance(Url.key, 'http://car')
    const car = child.resolve(Car)
    expect(car.engine).to.be.instanceOf(Engine)
    expect(car.url).to.equal('http://car')
    expect(car.clock).to.equal(undefined)
  })

  it('lets the engine build a subclass that has no constructor of its own', () => {
    @Injectable()
    class Van extends Car {}
    const child = container.createChildContainer().registerInstance(Url.key, 'http://van')
    expect(child.resolve(Van).url).to.equal('http://van')
    expect(child.resolve(Van).engine).to.be.instanceOf(Engine)
  })

  it('leaves the metadata that the compiler wrote as it was', () => {
    expect(ownConstructorTypes(Car)).to.deep.equal([Engine, String, Function])
  })

  it('lets lazy() open a cycle', () => {
    @Injectable()
    class Hen {
      readonly name = 'hen'
      constructor(@Inject(lazy(() => Egg)) readonly egg: { readonly hen: { readonly name: string } }) {}
    }
    @Injectable()
    class Egg {
      constructor(readonly hen: Hen) {}
    }
    const hen = container.createChildContainer().resolve(Hen)
    expect(hen.egg.hen.name).to.equal('hen')
  })
})

describe('a token', () => {
  it('is the same token for the same kind and name', () => {
    expect(contextValue<string>('injection.test.url').key).to.equal(Url.key)
    expect(token<string>('injection.test.url').key).to.not.equal(Url.key)
  })

  it('knows itself in its optional form', () => {
    expect(Clock.optional).to.deep.equal({ kind: 'optional', token: Clock })
  })
})
