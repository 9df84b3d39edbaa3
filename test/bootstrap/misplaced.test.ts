import { Controller, Get, Guard, Hook, Module, NotFoundHandler } from 'alcove'
import { expect } from 'chai'
import { bootError } from './boot.js'

describe('bootstrap: decorators that would do nothing', () => {
  it('refuses a guard on a method without a route', async () => {
    @Controller()
    class Door {
      @Guard(() => true) open() {}
    }
    @Module({ controllers: [Door] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_MEMBER_MISPLACED')
    expect(error.message).to.include('Door.open carries @Guard')
  })

  it('refuses a route on a module', async () => {
    @Module({})
    class App {
      @Get('/x') read() {}
    }
    expect((await bootError(App)).message).to.include('App.read carries a route')
  })

  it('refuses an application hook and a not-found handler on a controller', async () => {
    @Controller()
    class Ready {
      @Hook('onReady') async ready() {}
    }
    @Module({ controllers: [Ready] })
    class First {}
    expect((await bootError(First)).message).to.include('Ready.ready carries the hook onReady')

    @Controller()
    class Lost {
      @NotFoundHandler() lost() {}
    }
    @Module({ controllers: [Lost] })
    class Second {}
    expect((await bootError(Second)).message).to.include('Lost.lost carries @NotFoundHandler')
  })
})
