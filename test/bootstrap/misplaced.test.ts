import cookie from '@fastify/cookie'
import { Controller, Get, Hook, Injectable, Module, SchemaErrorFormatter, use } from 'alcove'
import { pluginWrapper } from 'alcove/core'
import { expect } from 'chai'
import { bootError } from './boot.js'

describe('bootstrap: controllers of request scope', () => {
  it('may not have members that are called without the reply', async () => {
    @Injectable({ scope: 'request' })
    @Controller()
    class Aborts {
      @Hook('onRequestAbort') async gone() {}
    }
    @Module({ controllers: [Aborts] })
    class First {}
    expect((await bootError(First)).message).to.include('Aborts.gone has the hook onRequestAbort')

    @Injectable({ scope: 'request' })
    @Controller()
    class Formats {
      @SchemaErrorFormatter() format() {
        return new Error('no')
      }
    }
    @Module({ controllers: [Formats] })
    class Second {}
    expect((await bootError(Second)).message).to.include('Formats.format has @SchemaErrorFormatter')
  })
})

describe('bootstrap: classes in the wrong list', () => {
  @Controller()
  class Routes {}

  @Module({})
  class Feature {}

  it('names the proper list for a controller or module among the providers', async () => {
    @Module({ providers: [Routes] })
    class First {}
    expect((await bootError(First)).message).to.include('it is a controller. Move it to "controllers"')
    @Module({ providers: [Feature] })
    class Second {}
    expect((await bootError(Second)).message).to.include('it is a module. Move it to "imports"')
  })

  it('names the proper list for a controller or provider among the imports', async () => {
    @Injectable()
    class Store {}
    @Module({ imports: [Routes] })
    class First {}
    expect((await bootError(First)).message).to.include('imports[0] of First, but it is a controller')
    @Module({ imports: [Store] })
    class Second {}
    expect((await bootError(Second)).message).to.include('imports[0] of Second, but it is a provider')
  })

  it('names the proper list for a plugin among the imports, and does not call it', async () => {
    const calls: unknown[] = []
    const marked = pluginWrapper((() => void calls.push('marked')) as () => void, { name: 'marked-plugin' })
    const arrow = async (instance: unknown) => void calls.push(instance)
    function classic(instance: unknown, _options: unknown, done: () => void) {
      calls.push(instance)
      done()
    }
    for (const [plugin, name] of [
      [marked, 'marked-plugin'],
      [cookie, '@fastify/cookie'],
      [arrow, 'arrow'],
      [classic, 'classic'],
      [use(classic), 'classic'],
    ] as const) {
      @Module({ imports: [plugin as never] })
      class App {}
      const { code, message } = await bootError(App)
      expect(code).to.equal('ALC_ERR_ENTRY_MISPLACED')
      expect(message).to.equal(
        `${name} is in imports[0] of App, but it is a plugin function. Move it to "plugins", as it is or as use(plugin, options)`,
      )
    }
    expect(calls).to.deep.equal([])
  })

  it('refuses routes and hooks on a class that is only a provider', async () => {
    @Injectable()
    class Store {
      @Get('/x') read() {}
    }
    @Module({ providers: [Store] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_MEMBER_MISPLACED')
    expect(error.message).to.include('Store.read')
  })

  it('refuses configure as a function in a field', async () => {
    @Module({})
    class App {
      configure = async () => {}
    }
    expect((await bootError(App)).message).to.include('App.configure has a function in a field')
  })

  it('names entry and module of a schema without $id', async () => {
    @Module({ schemas: [{ type: 'object' } as never] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_ENTRY_INVALID')
    expect(error.message).to.include('schemas[0] of App is a schema without "$id"')
  })

  it('names the list for a module, a controller or a provider among the plugins', async () => {
    @Module({})
    class Shop {}
    @Controller()
    class Items {}
    @Injectable()
    class Store {}
    for (const [Class, words] of [
      [Shop, 'a module. Move it to "imports"'],
      [Items, 'a controller. Move it to "controllers"'],
      [Store, 'a provider. Move it to "providers"'],
    ] as const) {
      @Module({ plugins: [Class as never] })
      class App {}
      const { code, message } = await bootError(App)
      expect(code).to.equal('ALC_ERR_ENTRY_MISPLACED')
      expect(message).to.equal(`${Class.name} is in plugins[0] of App, but it is ${words}`)
    }
  })

  it('names entry and module of an object among the plugins that is not a plugin', async () => {
    @Module({ plugins: [{ not: 'a plugin' } as unknown as () => void] })
    class App {}
    expect((await bootError(App)).message).to.include('plugins[0] of App is an object')
  })
})
