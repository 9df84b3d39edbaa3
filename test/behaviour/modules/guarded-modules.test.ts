import { Controller, ErrorHandler, Get, Guard, Module, PluginWrapped, Public } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, type RootModule, withApp } from './app.js'
import { bootFailure, expectRefusal } from './boot-failure.js'

const refuse = () => false

class Routes {
  @Get('/a') a() {
    return 'a'
  }
  @Get('/b') b() {
    return 'b'
  }
}

function controller(prefix: string, ...marks: ((target: RootModule) => void)[]): RootModule {
  class Things extends Routes {}
  for (const mark of marks) mark(Things)
  Controller(prefix)(Things)
  return Things
}

function module(options: object, ...marks: ((target: RootModule) => void)[]): RootModule {
  class Part {}
  for (const mark of marks) mark(Part)
  Module(options)(Part)
  return Part
}

describe('@Module({ guarded: true })', () => {
  it('fails the boot with all routes of its context and below that have no guard, and with none beside', async () => {
    const Below = module({ controllers: [controller('/below')] })
    const Guarded = module({ guarded: true, imports: [Below], controllers: [controller('/own')] })
    const Beside = module({ controllers: [controller('/beside')] })
    const failure = await expectRefusal(module({ imports: [Guarded, Beside] }), [
      'GET /own/a',
      'GET /own/b',
      'GET /below/a',
      'GET /below/b',
    ])
    expect(failure.code).to.equal('ALC_ERR_ROUTE_UNGUARDED')
    expect(failure.declaredAt).to.match(/guarded-modules\.test\.ts:\d+:\d+$/)
    expect(failure.message).to.not.include('/beside')
  })

  it('names each module that asks for guards', async () => {
    @Module({ guarded: true, controllers: [controller('/one')] })
    class One {}
    @Module({ guarded: true, controllers: [controller('/two')] })
    class Two {}
    await expectRefusal(module({ imports: [One, Two] }), ['One and Two have guarded: true, but these routes'])
    await expectRefusal(module({ imports: [One] }), ['One has guarded: true, but these routes'])
  })

  it('takes a guard of the method, the controller, or a module above, and @Public of each', async () => {
    class OnMethods {
      @Guard(refuse) @Get('/guarded') guarded() {}
      @Public() @Get('/public') open() {
        return 'open'
      }
    }
    Controller('/methods')(OnMethods)
    const Root = module({
      guarded: true,
      controllers: [OnMethods, controller('/public', Public()), controller('/guarded', Guard(refuse))],
      imports: [
        module({ controllers: [controller('/module')] }, Guard(refuse)),
        module({ controllers: [controller('/open')] }, Public()),
      ],
    })
    await withApp(Root, async (app) => {
      expect((await ask(app, 'GET /methods/public')).text).to.equal('open')
      expect((await ask(app, 'GET /methods/guarded')).status).to.equal(403)
      expect((await ask(app, 'GET /module/a')).status).to.equal(403)
      expect((await ask(app, 'GET /open/a')).status).to.equal(200)
    })
  })

  it('of a wrapped module asks for the context that imports it', async () => {
    const Wrapped = module({ guarded: true }, PluginWrapped())
    const failure = await bootFailure(module({ imports: [Wrapped], controllers: [controller('/own')] }))
    expect(failure.code).to.equal('ALC_ERR_ROUTE_UNGUARDED')
  })

  it('applies the guard of a wrapped module to the importing context, and its @Public only to routes below it', async () => {
    const Guarding = module({}, PluginWrapped(), Guard(refuse))
    const Root = module({ guarded: true, imports: [Guarding], controllers: [controller('/own')] })
    expect((await askOnce(Root, 'GET /own/a')).status).to.equal(403)

    const Below = module({ controllers: [controller('/below')] })
    const Open = module({ imports: [Below], controllers: [controller('/brought')] }, PluginWrapped(), Public())
    const failure = await bootFailure(module({ guarded: true, imports: [Open], controllers: [controller('/own')] }))
    expect(failure.code).to.equal('ALC_ERR_ROUTE_UNGUARDED')
    expect(failure.message)
      .to.include('GET /own/a')
      .and.not.match(/brought|below/)
  })

  it('does not let @Public lift a guard', async () => {
    const Root = module({ guarded: true, controllers: [controller('/own', Public())] }, Guard(refuse))
    expect((await askOnce(Root, 'GET /own/a')).status).to.equal(403)
  })
})

describe('a guard of the root module', () => {
  it('answers 404 for paths that no route has, and 403 for those that one has', async () => {
    await withApp(module({ controllers: [controller('/own')] }, Guard(refuse)), async (app) => {
      expect((await ask(app, 'GET /nowhere')).status).to.equal(404)
      expect((await ask(app, 'GET /own/a')).status).to.equal(403)
    })
  })

  it('runs for such paths with its option', async () => {
    const Root = module({ controllers: [controller('/own')] }, Guard(refuse, { unknownPaths: true }))
    expect((await askOnce(Root, 'GET /nowhere')).status).to.equal(403)
  })
})

describe('@ErrorHandler', () => {
  it('on a method with a route fails the boot', async () => {
    @Controller()
    class Both {
      @ErrorHandler() @Get('/d') d() {
        return 'd'
      }
    }
    expect((await bootFailure(module({ controllers: [Both] }))).code).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })
})
