import {
  All,
  bootstrap,
  Controller,
  Get,
  Guard,
  Hook,
  Injectable,
  Module,
  Post,
  provide,
  type RegisteredRouteOptions,
  Route,
  requestValue,
} from 'alcove'
import { compileApplication } from 'alcove/standalone'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { bootFailure } from './boot-failure.js'

@Injectable()
class Mailer {
  send() {
    return 'real'
  }
}

class Fake extends Mailer {
  override send() {
    return 'fake'
  }
}

@Controller('/mail')
class MailController {
  constructor(private readonly mailer: Mailer) {}
  @Get()
  send() {
    return this.mailer.send()
  }
}

@Module({ providers: [Mailer], controllers: [MailController] })
class App {}

const entries = [provide(Mailer, { useClass: Fake })]

/** Options that the compiler would refuse: they may come from a variable. */
async function codeOf(boot: (options: object) => unknown, options: object): Promise<string> {
  const problem = await Promise.resolve()
    .then(() => boot(options))
    .then(
      () => 'boots',
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    )
  return problem
}

describe('A misspelt option of the application fails the boot:', () => {
  for (const [name, near] of [
    ['overide', 'override'],
    ['overrides', 'override'],
    ['givn', 'given'],
    ['loger', 'logger'],
    ['precompild', 'precompiled'],
  ] as const) {
    it(`createTestApp with ${name}`, async () => {
      const problem = await codeOf((options) => createTestApp(App, options), { [name]: entries })
      expect(problem).to.equal(`ALC_ERR_OPTION_UNKNOWN: Option "${name}" is unknown: did you mean "${near}"?`)
    })
  }

  for (const name of ['providers', 'controllers', 'imports']) {
    it(`createTestApp with ${name}, which belongs to a module`, async () => {
      const problem = await codeOf((options) => createTestApp(App, options), { [name]: entries })
      expect(problem).to.include(`ALC_ERR_OPTION_UNKNOWN: Option "${name}" of createTestApp belongs to @Module`)
      expect(problem).to.include('"given"').and.include('"override"')
    })
  }

  for (const [entry, boot] of [
    ['bootstrap', (options: object) => bootstrap(App, options).ready()],
    ['compileApplication', (options: object) => compileApplication(App, options)],
  ] as const) {
    for (const [name, near] of [
      ['overide', 'override'],
      ['gracefulShutdwon', 'gracefulShutdown'],
    ] as const) {
      it(`${entry} with ${name}`, async () => {
        const problem = await codeOf(boot, { [name]: entries })
        expect(problem).to.equal(`ALC_ERR_OPTION_UNKNOWN: Option "${name}" is unknown: did you mean "${near}"?`)
      })
    }
  }

  it('together with the other problems of the options, in one error', async () => {
    const problem = await codeOf((options) => createTestApp(App, options), { overide: entries, bodyLimit: -1 })
    expect(problem).to.include('The boot found 2 problems').and.include('"overide"').and.include('"bodyLimit"')
  })

  it('but names that resemble no option are free for settings of the application', async () => {
    await using app = await createTestApp(App, {
      override: entries,
      ...({ region: 'eu', database: { port: 5432 } } as object),
    })
    expect((await app.inject('/mail')).body).to.equal('fake')
  })
})

describe('A misspelt route option of a decorator fails the boot:', () => {
  const refuse = () => {
    throw new Error('the check of the request runs')
  }

  for (const [options, near] of [
    [{ preHandlr: refuse }, 'preHandler'],
    [{ onRequst: [refuse] }, 'onRequest'],
    [{ bodyLimt: 5 }, 'bodyLimit'],
    [{ PreValidation: undefined }, 'preValidation'],
  ] as const) {
    const [name] = Object.keys(options)

    it(`${name} of a route, with the place of the method`, async () => {
      @Controller('/x')
      class Routes {
        @Get('/a', options) read() {}
      }
      @Module({ controllers: [Routes] })
      class Root {}
      const { code, message, declaredAt } = await bootFailure(Root)
      expect(code).to.equal('ALC_ERR_OPTION_UNKNOWN')
      expect(message).to.include(`Option "${name}" of the route Routes.read is unknown: did you mean "${near}"?`)
      expect(declaredAt).to.include('misspelt-options.test')
    })

    it(`${name} of @Controller, with the place of the class`, async () => {
      @Controller({ prefix: '/x', ...options })
      class Routes {
        @Get('/a') read() {}
      }
      @Module({ controllers: [Routes] })
      class Root {}
      const { code, message, declaredAt } = await bootFailure(Root)
      expect(code).to.equal('ALC_ERR_OPTION_UNKNOWN')
      expect(message).to.include(`Option "${name}" of @Controller of Routes is unknown: did you mean "${near}"?`)
      expect(declaredAt).to.include('misspelt-options.test')
    })
  }

  for (const name of ['version', 'host']) {
    it(`${name} of a route outside of its constraints, where the router does not read it`, async () => {
      @Controller('/x')
      class Routes {
        @Get('/a', { [name]: '1.0.0' }) read() {}
        @Get('/b', { constraints: { [name]: '1.0.0' } }) other() {}
      }
      @Module({ controllers: [Routes] })
      class Root {}
      const { code, message } = await bootFailure(Root)
      expect(code).to.equal('ALC_ERR_OPTION_UNKNOWN')
      expect(message).to.equal(
        `Option "${name}" of the route Routes.read has no effect. Write constraints: { ${name}: … }`,
      )
    })
  }

  it('version of @Controller outside of the constraints', async () => {
    @Controller({ prefix: '/x', version: '1' })
    class Routes {
      @Get() read() {}
    }
    @Module({ controllers: [Routes] })
    class Root {}
    expect((await bootFailure(Root)).message).to.equal(
      'Option "version" of @Controller of Routes has no effect. Write constraints: { version: … }',
    )
  })

  it('prefix and inject of @Controller', async () => {
    @Controller({ prefx: '/x', injct: [] })
    class Routes {
      @Get('/a') read() {}
    }
    @Module({ controllers: [Routes] })
    class Root {}
    const { message } = await bootFailure(Root)
    expect(message).to.include('did you mean "prefix"?').and.include('did you mean "inject"?')
  })

  it('of every route decorator', async () => {
    @Controller()
    class Routes {
      @All('/all', { onRequst: refuse }) all() {}
      @Route({ method: 'GET', path: '/route', onRequst: refuse }) route() {}
      @Post('/post', { onRequst: refuse }) post() {}
    }
    @Module({ controllers: [Routes] })
    class Root {}
    const { message } = await bootFailure(Root)
    expect(message).to.include('The boot found 3 problems')
    for (const member of ['all', 'route', 'post'])
      expect(message).to.include(`of the route Routes.${member} is unknown`)
  })

  it('but an option that resembles no known one, or begins with another letter, is left to plugins', async () => {
    const seen: unknown[] = []
    @Controller({ prefix: '/x', compress: false })
    class Routes {
      @Get('/a', { sse: true, timeout: 100, session: false }) read() {
        return 'read'
      }
    }
    @Module({ controllers: [Routes] })
    class Root {
      @Hook('onRoute') keep({ compress, sse }: RegisteredRouteOptions) {
        seen.push([compress, sse])
      }
    }
    await using app = await createTestApp(Root)
    expect((await app.inject('/x/a')).body).to.equal('read')
    expect(seen).to.deep.include([false, true])
  })

  it('but a route of a plugin boots, as in Fastify', async () => {
    @Module({ plugins: [async (app) => void app.get('/a', { preHandlr: refuse }, () => 'open')] })
    class Root {}
    await using app = await createTestApp(Root)
    expect((await app.inject('/a')).body).to.equal('open')
  })
})

describe('a misspelt static member of a guard', () => {
  const User = requestValue<string>('user')

  /** A guarded module, whose guard has the static member. */
  function guarded(name: string, value: unknown) {
    class Session {
      canActivate() {
        return true
      }
    }
    Object.defineProperty(Session, name, { value, enumerable: true })
    return () => {
      @Guard(Session)
      @Module({})
      class Root {}
      return Root
    }
  }

  it('fails the declaration, because the guard would provide or document nothing', () => {
    for (const [name, value, meant] of [
      ['provide', [User], 'provides'],
      ['provided', User, 'provides'],
      ['openApi', { security: [{ token: [] }] }, 'openapi'],
      ['openAPI', { responses: {} }, 'openapi'],
    ] as const) {
      expect(guarded(name, value))
        .to.throw(`@Guard on Root got Session, whose "static ${name}" has no effect. Pass it with "static ${meant}"`)
        .with.property('code', 'ALC_ERR_DECORATOR_ARGUMENT')
    }
  })

  it('may be a member of the application with another kind of value', () => {
    for (const [name, value] of [
      ['provider', 'google'],
      ['provide', () => 'a'],
      ['openApi', true],
      ['values', [User]],
    ] as const)
      guarded(name, value)()
  })
})
