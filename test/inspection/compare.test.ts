import { Controller, Get, Guard, Module, requestValue, Schema } from 'alcove'
import { compareInspections } from 'alcove/inspect'
import { expect } from 'chai'
import { inspectModule } from './subject.js'

describe('compareInspections', () => {
  const Foo = requestValue<string>('foo')

  function earlier() {
    @Controller()
    class Hello {
      @Get('/hello') read() {
        return 'hello'
      }
      @Get('/same') same() {
        return 'same'
      }
    }

    @Module({ decorateRequest: [Foo.is('foo')] })
    class Old {}

    @Module({ imports: [Old], controllers: [Hello] })
    class App {}
    return inspectModule(App)
  }

  function later() {
    const pass = () => true

    @Controller()
    class Hello {
      @Get('/hello') @Guard(pass) @Schema({ querystring: { a: { type: 'string' } } }) read() {
        return 'hello'
      }
      @Get('/same') same() {
        return 'same'
      }
    }

    @Module({ prefix: '/new' })
    class New {}

    @Module({ imports: [New], controllers: [Hello], decorate: { config: 1 } })
    class App {}
    return inspectModule(App)
  }

  it('reports nothing without a change', async () => {
    expect(compareInspections(await earlier(), await earlier())).to.deep.equal([])
  })

  it('reports added and removed entries, and the changed parts of a route', async () => {
    const changes = compareInspections(await earlier(), await later())
    expect(changes.map(({ change, what, id, of }) => [change, what, id, ...of].join(' '))).to.deep.equal([
      'removed context App > Old',
      'added context App > New',
      'added entry App : context value config',
      'changed route GET /hello schemas stages',
    ])
  })
})
