import {
  Around,
  Controller,
  compose,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Injectable,
  Module,
  type Next,
  PluginWrapped,
  type Reply,
  type Request,
  Use,
} from 'alcove'
import { expect } from 'chai'
import { askOnce } from './app.js'

/** Adds a name to a response header, which lists the order of calls. */
function note(reply: Reply, name: string): void {
  const before = reply.getHeader('x-trail')
  reply.header('x-trail', before === undefined ? name : `${before}, ${name}`)
}

/** One of each, in the opposite of the order in which they run. */
function everything(place: string) {
  @Injectable()
  class Conventions {
    @Hook('preValidation')
    run(_request: Request, reply: Reply) {
      note(reply, `${place} class`)
    }
    @Around()
    async around(_request: Request, reply: Reply, next: Next) {
      note(reply, `${place} around of the class`)
      return next()
    }
  }
  return compose(
    Guard((_request, reply) => {
      note(reply, `${place} guard`)
      return true
    }),
    Use(Conventions),
    Use('preValidation', (_request: Request, reply: Reply) => note(reply, `${place} function`)),
    Around(async (_request, reply, next) => {
      note(reply, `${place} around`)
      return next()
    }),
  )
}

describe('the order in one place', () => {
  it('is functions of @Use, classes of @Use, hook methods, guards; then @Around, classes of @Use, @Around() methods', async () => {
    @everything('controller')
    @Controller()
    class Routes {
      @Hook('preValidation')
      run(_request: Request, reply: Reply) {
        note(reply, 'controller method')
      }
      @everything('method')
      @Get('/trail')
      trail() {
        return ''
      }
    }
    @everything('module')
    @Module({ controllers: [Routes] })
    class Root {
      @Around()
      async around(_request: Request, reply: Reply, next: Next) {
        note(reply, 'module around method')
        return next()
      }
      @Hook('preValidation')
      run(_request: Request, reply: Reply) {
        note(reply, 'module method')
      }
    }
    const { headers } = await askOnce(Root, 'GET /trail')
    expect(String(headers['x-trail']).split(', ')).to.deep.equal([
      ...['module function', 'module class', 'module method', 'module guard'],
      ...['controller function', 'controller class', 'controller method', 'controller guard'],
      ...['method function', 'method class', 'method guard'],
      ...['module around', 'module around of the class', 'module around method'],
      ...['controller around', 'controller around of the class', 'method around', 'method around of the class'],
    ])
  })

  it('of error handlers is the own ones, the lower class of @Use, the upper class, then those of wrapped modules', async () => {
    const passing = (name: string) => {
      @Injectable()
      class Passing {
        @ErrorHandler()
        pass(error: Error, _request: Request, reply: Reply) {
          note(reply, name)
          throw error
        }
      }
      return Passing
    }
    @Use(passing('upper of the controller'))
    @Use(passing('lower of the controller'))
    @Controller()
    class Routes {
      @ErrorHandler()
      pass(error: Error, _request: Request, reply: Reply) {
        note(reply, 'controller')
        throw error
      }
      @Get('/trail')
      trail(): never {
        throw new Error('planned')
      }
    }
    @Use(passing('wrapped'))
    @PluginWrapped()
    @Module({})
    class Wrapped {}
    @Use(passing('upper of the module'))
    @Use(passing('lower of the module'))
    @Module({ controllers: [Routes], imports: [Wrapped] })
    class Root {
      @ErrorHandler()
      pass(error: Error, _request: Request, reply: Reply) {
        note(reply, 'module')
        throw error
      }
    }
    const { headers } = await askOnce(Root, 'GET /trail')
    expect(String(headers['x-trail']).split(', ')).to.deep.equal([
      ...['controller', 'lower of the controller', 'upper of the controller'],
      ...['module', 'lower of the module', 'upper of the module', 'wrapped'],
    ])
  })
})
