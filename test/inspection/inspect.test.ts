import {
  Controller,
  contextValue,
  Get,
  Hook,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  Post,
  pluginWrapper,
  provide,
  requestValue,
  Schema,
  shared,
  token,
  use,
} from 'alcove'
import { createServer, type Instance } from 'alcove/core'
import { type InspectedContext, inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { contextOf, inspectModule, inspectServer, routeOf } from './subject.js'

/** `foo: Public > Grandchild`, with who registered it last. */
function paths({ entries }: InspectedContext): string[] {
  return entries.map(({ name, path }) => `${name}: ${path.map((each) => each.name).join(' > ')}`)
}

const Foo = requestValue<string>('foo')

describe('inspect', () => {
  it('refuses before the boot, and names ready', () => {
    expect(() => inspect(createServer()))
      .to.throw(/Await app\.ready\(\)/)
      .with.property('code', 'ALC_ERR_NOT_BOOTED')
  })

  it('answers in an onReady hook already', async () => {
    const seen: string[] = []
    await inspectServer((server) => {
      server.get('/a', () => 'a')
      server.addHook('onReady', async () => {
        seen.push(...inspect(server).routes.map(({ id }) => id))
      })
    })
    expect(seen).to.deep.equal(['GET /a', 'HEAD /a'])
  })

  it('is plain JSON', async () => {
    const inspection = await inspectServer((server) => {
      server.addContentTypeParser(/^text\//, { parseAs: 'string' }, (_request, body, done) => done(null, body))
      server.get('/a', { schema: { querystring: { a: { type: 'integer' } } }, constraints: { host: /x/ } }, () => 'a')
    })
    expect(JSON.parse(JSON.stringify(inspection))).to.deep.equal(inspection)
  })

  it('lists no decorations with a symbol, which are private to a plugin', async () => {
    const { contexts } = await inspectServer((server) => {
      const own = Symbol('own')
      server.register(pluginWrapper(async (instance: Instance) => void instance.decorate(own, 1).decorate('shown', 1)))
      server.decorateRequest(own, null).decorateReply(own, null)
      server.register(async (instance: Instance) => void expect(instance.hasDecorator(own)).to.equal(true))
    })
    const values = contexts.flatMap(({ entries }) => entries.filter(({ kind }) => kind.endsWith('value')))
    expect(values.map(({ kind, name }) => `${kind} ${name}`)).to.deep.equal(['context value shown'])
  })

  it('distinguishes two children of one name, by ids that another run has too', async () => {
    const declare = (server: Instance) => {
      const twin = async (instance: Instance) => void instance.decorateRequest('foo', 1)
      return server.register(twin).register(twin)
    }
    const [one, other] = [await inspectServer(declare), await inspectServer(declare)]
    expect(one.contexts.map(({ id }) => id)).to.deep.equal(['root', 'root > twin', 'root > twin #2'])
    expect(one).to.deep.equal(other)
  })
})

describe('inspect: who registered', () => {
  it('names the application for what is registered outside of plugins', async () => {
    const { contexts } = await inspectServer((server) => server.decorate('foo', 1))
    expect(contexts[0]!.entries[0]!.path).to.deep.equal([{ kind: 'application', name: 'root' }])
  })

  it('names each wrap through which something came', async () => {
    const innermost = pluginWrapper(async (instance: Instance) => void instance.decorate('bar', 1), { name: 'inner' })
    const outer = pluginWrapper(async (instance: Instance) => void instance.register(innermost), { name: 'outer' })
    const context = contextOf(
      await inspectServer((server) =>
        server.register(async function child(instance) {
          instance.register(outer)
        }),
      ),
      'child',
    )
    expect(paths(context)).to.include.members(['outer: child', 'inner: child > outer', 'bar: child > outer > inner'])
  })

  it('is not led astray by a plugin that is awaited in the middle of another', async () => {
    const inner = pluginWrapper(async (instance: Instance) => void instance.decorate('inner', 1), { name: 'in' })
    const outer = pluginWrapper(
      async (instance: Instance) => {
        instance.decorate('before', 1)
        await instance.register(inner)
        instance.addHook('onRequest', async function after() {})
      },
      { name: 'out' },
    )
    const [root] = (await inspectServer((server) => server.register(outer))).contexts
    expect(paths(root!)).to.deep.equal([
      'out: root',
      'before: root > out',
      'in: root > out',
      'inner: root > out > in',
      'after: root > out',
    ])
  })

  it('names the hook of a plugin that onRoute put onto a route', async () => {
    const limiter = pluginWrapper(
      async (instance: Instance) => {
        instance.addHook('onRoute', (options) => {
          options.onRequest = [async function limit() {}]
        })
      },
      { name: 'limiter' },
    )
    const inspection = await inspectServer(async (server) => {
      await server.register(limiter)
      server.get('/a', { preHandler: async function own() {} }, () => 'a')
    })
    const stages = routeOf(inspection, 'GET /a').stages.filter(({ kind }) => kind === 'hook')
    expect(stages.map(({ function: name, path }) => [name, path.at(-1)?.name])).to.deep.equal([
      ['limit', 'limiter'],
      ['own', 'root'],
    ])
  })

  it('names the wrapped module, and the plugin in it', async () => {
    const cookies = pluginWrapper(async (instance: Instance) => void instance.decorateRequest('cookies', null), {
      name: 'cookies',
    })

    @PluginWrapped()
    @Module({ decorateRequest: [Foo.is('foo')], plugins: [use(cookies, {})] })
    class Inner {
      configure(instance: Instance) {
        instance.decorate('configured', true)
      }
      @Hook('onRequest') async audit() {}
    }

    @Module({ imports: [Inner] })
    class Outer {}

    const [root] = (await inspectModule(Outer)).contexts
    expect(paths(root!)).to.deep.equal([
      'Inner: Outer',
      'foo: Outer > Inner',
      'cookies: Outer > Inner',
      'cookies: Outer > Inner > cookies',
      'configured: Outer > Inner',
      'Inner.audit: Outer > Inner',
    ])
  })

  it('shows no step of the module layer as something of the user’s', async () => {
    @Injectable()
    class Service {
      dispose() {}
    }

    @Module({})
    class Child {}

    @Module({ providers: [Service], imports: [Child], plugins: [async function own() {}] })
    class Root {}

    const inspection = await inspectModule(Root)
    expect(inspection.contexts.map(({ name }) => name)).to.have.members(['Root', 'own', 'Child'])
    expect(paths(contextOf(inspection, 'Root'))).to.deep.equal(['Service: Root'])
    expect(contextOf(inspection, 'own').path).to.deep.equal([{ kind: 'module', name: 'Root' }])
  })
})

describe('inspect: what a route sees', () => {
  const Config = contextValue<string>('config')

  @Injectable()
  class Users {}

  @Controller()
  class Read {
    constructor(readonly users: Users) {}
    @Get('/read') read(@Inject(Foo) foo: string, @Inject(requestValue<number>('bar').optional) bar?: number) {
      return { foo, bar }
    }
  }

  @Module({ decorateRequest: [Foo.is('inner')], providers: [Users], controllers: [Read] })
  class Inner {}

  @Module({ decorateRequest: [Foo.is('outer')], decorate: [Config.is('x')], providers: [Users], imports: [Inner] })
  class Outer {}

  it('is what the line of its contexts holds, the nearer in place of the farther', async () => {
    const { line, sees } = routeOf(await inspectModule(Outer), 'GET /read')
    expect(line).to.deep.equal(['Outer', 'Outer > Inner'])
    expect(sees).to.deep.equal([
      'Outer : context value config',
      'Outer > Inner : provider Users',
      'Outer > Inner : request value foo',
    ])
  })

  it('names the entry that a nearer one shadows', async () => {
    const { entries } = contextOf(await inspectModule(Outer), 'Inner')
    expect(entries.map(({ shadows }) => shadows)).to.deep.equal(['Outer : provider Users', 'Outer : request value foo'])
  })

  it('lists the injections and their sources, and a missing optional value', async () => {
    const { injections } = routeOf(await inspectModule(Outer), 'GET /read')
    expect(injections).to.deep.equal([
      { into: 'the constructor of Read', kind: 'provider', name: 'Users', entry: 'Outer > Inner : provider Users' },
      {
        into: 'parameter 1 of Read.read',
        kind: 'request value',
        name: 'foo',
        entry: 'Outer > Inner : request value foo',
      },
      { into: 'parameter 2 of Read.read', kind: 'request value', name: 'bar', entry: null },
    ])
  })

  it('gives its schemas in full form, with the shared ones that they refer to', async () => {
    const User = shared('user', { type: 'object', properties: { name: { type: 'string' } } })

    @Controller()
    class Add {
      @Post('/add')
      @Schema({ querystring: { page: { type: 'integer' } }, body: User.ref })
      add() {
        return 'added'
      }
    }

    @Module({ schemas: [User], controllers: [Add] })
    class Root {}

    const inspection = await inspectModule(Root)
    const { schemas } = routeOf(inspection, 'POST /add')
    expect(schemas[0]).to.deep.include({
      part: 'querystring',
      schema: { type: 'object', properties: { page: { type: 'integer' } } },
      refs: [],
    })
    expect(schemas[1]).to.deep.include({ part: 'body', refs: ['Root : schema user'] })
    expect(inspection.sharedSchemas['Root : schema user']).to.deep.include({ $id: 'user', type: 'object' })
  })

  it('shows that an offered provider hides one of a module above, and is hidden by one below', async () => {
    const Rate = token<number>('rate')
    const rate = (value: number) => provide(Rate, { useValue: value })
    @Controller()
    class Rates {
      @Get('/rate')
      read(@Inject(Rate) value: number) {
        return value
      }
    }
    @Module({ providers: [rate(3)], controllers: [Rates] })
    class Inner {}
    @Module({ providers: [rate(2)], offers: [Rate] })
    class Offering {}
    @Module({ imports: [Offering, use(Inner, { prefix: '/inner' })], controllers: [Rates] })
    class Middle {}
    @Module({ providers: [rate(1)], imports: [Middle] })
    class Root {}
    const inspection = await inspectModule(Root)
    const rates = (id: string) => routeOf(inspection, id).sees.filter((each) => each.endsWith('provider rate'))
    expect(rates('GET /rate')).to.deep.equal(['Root > Middle : offered provider rate'])
    expect(rates('GET /inner/rate')).to.deep.equal(['Root > Middle > Inner : provider rate'])
    const shadows = (name: string) => contextOf(inspection, name).entries.map((entry) => entry.shadows)
    expect(shadows('Middle')).to.deep.equal(['Root : provider rate'])
    expect(shadows('Inner')).to.deep.equal(['Root > Middle : offered provider rate'])
    expect(shadows('Offering')).to.deep.equal(['Root : provider rate'])
  })
})
