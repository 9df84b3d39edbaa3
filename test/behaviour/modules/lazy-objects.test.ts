import { bootstrap, Inject, Injectable, lazy, Module } from 'alcove'
import { expect } from 'chai'

describe('the object that lazy() injects', () => {
  interface Shape {
    name: string
    readonly secret: number
    twice(): number
    self(): unknown
  }

  async function lazyShape(): Promise<{ stand: Shape; real: object; Real: unknown }> {
    @Injectable()
    class Holder {
      constructor(@Inject(lazy(() => Real)) readonly real: Shape) {}
    }
    @Injectable()
    class Real implements Shape {
      name = 'real'
      readonly list = [1, 2]
      readonly Kind = Holder
      readonly #number = 21
      get secret() {
        return this.#number
      }
      twice() {
        return this.#number * 2
      }
      self() {
        return this
      }
    }
    @Module({ providers: [Holder, Real] })
    class App {}
    const app = await bootstrap(App).ready()
    const found = { stand: app.get(Holder).real, real: app.get(Real), Real }
    await app.close()
    return found
  }

  it('has the keys of the object: Object.keys, spread, entries, in', async () => {
    const { stand, real } = await lazyShape()
    expect(Object.keys(stand)).to.deep.equal(Object.keys(real))
    expect({ ...stand }).to.deep.equal({ ...real })
    expect(Object.entries(stand)).to.deep.equal(Object.entries(real))
    expect('name' in stand && Object.hasOwn(stand, 'name') && !Object.hasOwn(stand, 'twice')).to.equal(true)
  })

  it('becomes the JSON of the object, as an answer too', async () => {
    const { stand, real } = await lazyShape()
    expect(JSON.parse(JSON.stringify(stand))).to.deep.equal(JSON.parse(JSON.stringify(real)))
    expect(JSON.stringify(stand)).to.include('"list":[1,2]')
  })

  it('is of the class of the object', async () => {
    const { stand, Real } = await lazyShape()
    expect(stand.constructor).to.equal(Real)
    expect(Object.getPrototypeOf(stand)).to.equal((Real as { prototype: object }).prototype)
  })

  it('runs methods and accessors on the object, so that private fields work', async () => {
    const { stand, real } = await lazyShape()
    const { twice } = stand
    expect([stand.secret, stand.twice(), twice(), stand.self() === real]).to.deep.equal([21, 42, 42, true])
    expect(stand.twice).to.equal(stand.twice)
  })

  it('writes to the object, deletes and defines there', async () => {
    const { stand, real } = await lazyShape()
    stand.name = 'written'
    Object.defineProperty(stand, 'added', { value: 1, enumerable: true })
    expect(real).to.include({ name: 'written', added: 1 })
    expect(Reflect.deleteProperty(stand, 'name')).to.equal(true)
    expect(Object.keys(real)).to.not.include('name')
  })

  it('gives a class that the object holds as it is', async () => {
    const { stand, real } = await lazyShape()
    expect(Reflect.get(stand, 'Kind')).to.equal(Reflect.get(real, 'Kind'))
  })
})
