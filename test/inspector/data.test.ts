import { createHash } from 'node:crypto'
import { Controller, createServer, Get, Hook, Module, type Reply, type Request, use } from 'alcove'
import { type Inspection, inspect } from 'alcove/inspect'
import { Inspector, inspectorPlugin } from 'alcove/inspector'
import { expect } from 'chai'
import { bootError } from '../bootstrap/boot.js'
import { encapsulated, useApps } from './rooms.js'

async function inProduction<T>(run: () => Promise<T>): Promise<T> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return await run()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

describe('the data of the inspector', () => {
  const boot = useApps()

  it('are what inspect gives, without the inspector itself', async () => {
    const app = boot(encapsulated(false))
    const tree: Inspection = (await app.inject('/__alcove/tree')).json()
    expect(tree.contexts.map(({ id }) => id)).to.deep.equal([
      'AppModule',
      'AppModule > Authenticated',
      'AppModule > Public',
      'AppModule > Public > Grandchild',
    ])
    expect(tree.routes.filter(({ implicit }) => !implicit).map(({ id }) => id)).to.have.members([
      'GET /one',
      'GET /two',
      'GET /three',
    ])
    const whole = inspect(app)
    expect(tree.contexts[1]).to.deep.equal(whole.contexts[1])
    expect(tree.routes).to.deep.equal(whole.routes.filter(({ url }) => !url.startsWith('/__alcove')))
  })

  it('show kinds and names of values, never the values', async () => {
    @Module({ decorate: { password: 'hunter2' }, decorateRequest: { token: 'hunter3' }, imports: [Inspector] })
    class AppModule {}
    const { body } = await boot(AppModule).inject('/__alcove/tree')
    expect(body).to.contain('"password"').and.to.contain('"token"').and.not.to.contain('hunter')
  })

  it('explain why a route sees a name or does not', async () => {
    const app = boot(encapsulated(false))
    const why = (await app.inject('/__alcove/why?route=GET%20/two&name=bar')).json()
    expect(why).to.deep.include({ route: 'GET /two', name: 'bar', isSeen: false })
    expect(why.homes[0].fix).to.contain('Grandchild')
    expect((await app.inject('/__alcove/why?route=GET%20/two&name=nothing')).statusCode).to.equal(404)
    expect((await app.inject('/__alcove/why?route=GET%20/none&name=bar')).statusCode).to.equal(404)
    expect((await app.inject('/__alcove/why')).statusCode).to.equal(404)
  })

  it('are of the whole tree, for any module that imports the inspector', async () => {
    @Controller()
    class Beside {
      @Get('/beside') read() {
        return {}
      }
    }
    @Module({ prefix: '/tools', imports: [Inspector] })
    class Tools {}
    @Module({ controllers: [Beside], imports: [Tools] })
    class AppModule {}
    const app = boot(AppModule)
    const tree: Inspection = (await app.inject('/tools/__alcove/tree')).json()
    expect(tree.contexts.map(({ name }) => name)).to.deep.equal(['AppModule', 'Tools'])
    expect(tree.routes.map(({ id }) => id)).to.include('GET /beside')
    await app.inject('/beside')
    expect((await app.inject('/tools/__alcove/figures')).json().routes['GET /beside'].requests).to.equal(1)
  })

  it('come of a server of the core too', async () => {
    const server = createServer()
    server.register(inspectorPlugin, { path: '/rooms' })
    server.get('/here', () => 'here')
    try {
      await server.inject('/here')
      const tree: Inspection = (await server.inject('/rooms/tree')).json()
      expect(tree.contexts.map(({ name }) => name)).to.deep.equal(['root'])
      expect((await server.inject('/rooms/figures')).json().routes['GET /here'].requests).to.equal(1)
    } finally {
      await server.close()
    }
  })

  it('reach the page past serializers and schemas of the application', async () => {
    @Module({
      validatorCompiler: () => () => ({ error: new Error('nothing is valid') }),
      serializerCompiler: () => () => 'mine',
      imports: [Inspector],
    })
    class AppModule {
      @Hook('preSerialization') async wrap(_request: Request, _reply: Reply, payload: unknown) {
        return { wrapped: payload }
      }
    }
    expect((await boot(AppModule).inject('/__alcove/tree')).json().version).to.equal(1)
  })
})

describe('the page of the inspector', () => {
  const boot = useApps()

  it('is one document that loads nothing, and its policy lets nothing else run', async () => {
    const { headers, body } = await boot(encapsulated(false)).inject('/__alcove')
    expect(headers['content-type']).to.equal('text/html; charset=utf-8')
    expect(body.match(/(?:src|href)="(?!data:)[^"]*"/g)).to.equal(null)
    const policy = String(headers['content-security-policy'])
    for (const [, name = '', text = ''] of body.matchAll(/<(style|script)[^>]*>([\s\S]*?)<\/\1>/g)) {
      const hash = createHash('sha256').update(text).digest('base64')
      expect(policy).to.contain(`${name}-src 'sha256-${hash}'`)
    }
    expect(policy)
      .to.match(/^default-src 'none'/)
      .and.to.contain("frame-ancestors 'none'")
      .and.not.to.contain('unsafe')
    expect(headers).to.include({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect(headers).not.to.have.property('access-control-allow-origin')
  })

  it('is at the path of its option, with and without a slash at the end', async () => {
    const app = boot(encapsulated(false, { path: '/dev/rooms' }))
    expect((await app.inject('/dev/rooms')).statusCode).to.equal(200)
    expect((await app.inject('/dev/rooms/')).statusCode).to.equal(200)
    expect((await app.inject('/__alcove')).statusCode).to.equal(404)
    const lenient = boot(encapsulated(false), { routerOptions: { ignoreTrailingSlash: true } })
    expect((await lenient.inject('/__alcove/')).statusCode).to.equal(200)
  })

  it('is refused in production, and the error names the fixes', async () => {
    const error = await inProduction(() => bootError(encapsulated(false)))
    expect(error.code).to.equal('ALC_ERR_INSPECTOR_IN_PRODUCTION')
    expect(error.message).to.contain('allowInProduction: true').and.to.contain('NODE_ENV')
  })

  it('is there in production where that is allowed', async () => {
    await inProduction(async () => {
      const app = boot(encapsulated(false, { allowInProduction: true }))
      expect((await app.inject('/__alcove')).statusCode).to.equal(200)
    })
  })

  it('takes no options that cannot be meant', async () => {
    const wrong: readonly Record<string, unknown>[] = [
      { path: 'rooms' },
      { path: '/a/:b' },
      { path: '/' },
      { hosts: 'dev.test' },
      { hosts: [1] },
      { allowInProduction: 'yes' },
      { token: 'short' },
      { token: 'with a space in it' },
      { token: 1 },
      { port: 1 },
    ]
    for (const options of wrong) {
      @Module({ imports: [use(Inspector, options)] })
      class AppModule {}
      expect((await bootError(AppModule)).code, JSON.stringify(options)).to.equal('ALC_ERR_INSPECTOR_OPTION')
    }
  })

  it('is guarded by what guards the modules above it', async () => {
    @Module({ imports: [Inspector] })
    class AppModule {
      @Hook('onRequest') async refuse(_request: Request, reply: Reply) {
        return reply.code(401).send('no')
      }
    }
    expect((await boot(AppModule).inject('/__alcove/tree')).statusCode).to.equal(401)
  })
})
