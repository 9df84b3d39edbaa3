import { Controller, Get, Inject, Injectable, Module, provide, token } from 'alcove'
import { expect } from 'chai'
import { bootError } from './boot.js'

describe('bootstrap: a name that nobody declares', () => {
  it('suggests the provider that a misspelt name perhaps means, in a constructor and in a handler', async () => {
    @Controller()
    class Reader {
      constructor(@Inject('CONFIG') readonly config: unknown) {}
      @Get('/x') read(@Inject('CONFIGS') config: unknown) {
        return { config }
      }
    }
    @Module({ controllers: [Reader], providers: [provide('CONFG', { useValue: 1 })] })
    class App {}
    const { message, code } = await bootError(App)
    expect(code).to.equal('ALC_ERR_NAME_INVISIBLE')
    expect(message).to.include('Did you mean "CONFG", which App lists among its providers?')
    @Module({ controllers: [Reader], decorate: { CONFIG: 1 }, providers: [provide('CONFG', { useValue: 1 })] })
    class InHandler {}
    expect((await bootError(InHandler)).message).to.include('Did you mean "CONFIG", which InHandler declares?')
  })

  it('suggests the provider that a misspelt token perhaps means', async () => {
    @Injectable()
    class Store {
      constructor(@Inject(token<number>('clock')) readonly clock: unknown) {}
    }
    @Module({ providers: [Store, provide('clokc', { useValue: 1 })] })
    class App {}
    expect((await bootError(App)).message).to.include(
      'Did you mean "clokc", which App lists among its providers? Add it to App',
    )
  })

  it('advises no request value for what is built before all requests', async () => {
    @Injectable()
    class Once {
      constructor(@Inject('config') readonly config: unknown) {}
    }
    @Module({ providers: [Once] })
    class App {}
    const { message } = await bootError(App)
    expect(message).to.include(
      `Add it to App, or to a module above: providers: [provide("config", …)]. Or declare it there as a context value: decorate: [contextValue('config').is(…)].`,
    )
    expect(message).not.to.include('decorateRequest')
    @Injectable({ scope: 'request' })
    class Each {
      constructor(@Inject('config') readonly config: unknown) {}
    }
    @Module({ providers: [Each] })
    class OfRequests {}
    expect((await bootError(OfRequests)).message).to.include("decorateRequest: [requestValue('config')")
  })
})
