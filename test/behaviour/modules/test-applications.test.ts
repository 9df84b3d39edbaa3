import {
  Body,
  bootstrap,
  Controller,
  contextValue,
  Get,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  Post,
  provide,
  requestValue,
  shared,
  token,
  use,
} from 'alcove'
import { createTestApp, replace } from 'alcove/testing'
import { expect } from 'chai'
import { type App, ask } from './app.js'

const Db = token<{ name: string }>('db')
const Tenant = requestValue<string>('tenant')
const Region = contextValue<string>('region')
const User = shared('given-user', { type: 'object', required: ['name'], properties: { name: { type: 'string' } } })

@Injectable()
class Items {
  constructor(
    @Inject(Db) readonly db: { name: string },
    @Inject(Region) readonly region: string,
  ) {}
}

@Controller('/items')
class ItemController {
  constructor(private readonly items: Items) {}
  @Get()
  read(@Inject(Tenant) tenant: string) {
    return { tenant, db: this.items.db.name, region: this.items.region }
  }
  @Post()
  create(@Body(User.ref) user: { name: string }) {
    return user
  }
}

@Module({ providers: [Items], controllers: [ItemController] })
class Feature {}

const given = [provide(Db, { useValue: { name: 'memory' } }), Tenant.is('acme'), Region.is('eu'), User]

async function errorOf(run: () => unknown): Promise<{ code?: string; message?: string }> {
  try {
    await run()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

describe('createTestApp with given', () => {
  it('gives a module the providers, values and schemas that it needs from above', async () => {
    const app = await createTestApp(Feature, { given })
    try {
      expect((await ask(app, 'GET /items')).body).to.deep.equal({ tenant: 'acme', db: 'memory', region: 'eu' })
      expect((await ask(app, 'POST /items', { payload: {} })).status).to.equal(400)
      expect((await ask(app, 'POST /items', { payload: { name: 'ada' } })).status).to.equal(200)
    } finally {
      await app.close()
    }
  })

  it('lets get() read from the module, what is given included', async () => {
    const app = await createTestApp(Feature, { given })
    try {
      expect(app.get(Items).db).to.equal(app.get(Db))
      expect(app.get(Region)).to.equal('eu')
    } finally {
      await app.close()
    }
  })

  it('refuses an entry that is neither provider, value nor schema', async () => {
    const { code, message } = await errorOf(() => createTestApp(Feature, { given: [5 as never] }))
    expect(code).to.equal('ALC_ERR_ENTRY_INVALID')
    expect(message).to.include('given[0]')
  })

  it('refuses one entry in place of a list, and a list in place of the options', async () => {
    const [entry] = given
    const alone = await errorOf(() => createTestApp(Feature, { given: entry as never }))
    expect(alone.code).to.equal('FST_ERR_INIT_OPTS_INVALID')
    expect(alone.message).to.include('"given" must be a list of providers, values and schemas, got an object')
    const listed = await errorOf(() => createTestApp(Feature, given as never))
    expect(listed.code).to.equal('FST_ERR_OPTIONS_NOT_OBJ')
  })
})

describe('get() with a module', () => {
  it('gives providers and context values that its context sees', async () => {
    @Module({ decorate: [Region.is('inner')], providers: [Items], controllers: [] })
    class Inner {}
    @PluginWrapped()
    @Module({ providers: [provide('wrapped', { useValue: 'in Root' })] })
    class Wrapped {}
    @Module({ providers: [provide(Db, { useValue: { name: 'one' } })], imports: [Inner, Wrapped] })
    class Root {}
    const app = await bootstrap(Root, { logger: false }).ready()
    try {
      expect(app.get(Items, { in: Inner }).db).to.equal(app.get(Db))
      expect(app.get(Region, { in: Inner })).to.equal('inner')
      expect(app.get('wrapped', { in: Wrapped })).to.equal('in Root')
      expect((await errorOf(() => app.get(Items))).code).to.equal('ALC_ERR_TOKEN_UNKNOWN')
    } finally {
      await app.close()
    }
  })

  it('that is in no place, or in several, is refused', async () => {
    @Module({ providers: [provide('x', { useValue: 1 })] })
    class Twice {}
    @Module({ imports: [use(Twice, { prefix: '/a' }), use(Twice, { prefix: '/b' })] })
    class Root {}
    const app = await bootstrap(Root, { logger: false }).ready()
    try {
      const nowhere = await errorOf(() => app.get('x', { in: Feature }))
      expect(nowhere.code).to.equal('ALC_ERR_MODULE_UNKNOWN')
      expect((await errorOf(() => app.get('x', { in: Twice }))).message).to.include('2 contexts')
    } finally {
      await app.close()
    }
  })
})

describe('replace() in override', () => {
  @Controller('/mail')
  class Mail {
    @Get()
    read() {
      return { real: true }
    }
  }
  @Controller('/mail')
  class FakeMail {
    @Get()
    read() {
      return { real: false }
    }
  }
  @Module({ controllers: [Mail] })
  class MailModule {}
  @Module({ imports: [use(MailModule, { prefix: '/v1' })] })
  class Root {}

  async function answers(override: Parameters<typeof createTestApp>[1] & {}): Promise<unknown> {
    const app: App = await createTestApp(Root, override)
    try {
      return (await ask(app, 'GET /v1/mail')).body
    } finally {
      await app.close()
    }
  }

  it('puts a module in the place of another, with the options of use', async () => {
    @Module({ controllers: [FakeMail] })
    class FakeMailModule {}
    expect(await answers({ override: [replace(MailModule, FakeMailModule)] })).to.deep.equal({ real: false })
  })

  it('puts a controller in the place of another', async () => {
    expect(await answers({ override: [replace(Mail, FakeMail)] })).to.deep.equal({ real: false })
  })

  it('puts a module in the place of the root, with its own prefix and name', async () => {
    @Module({ prefix: '/fake', controllers: [FakeMail] })
    class FakeRoot {}
    const app = bootstrap(Root, { override: [replace(Root, FakeRoot)] })
    try {
      expect((await ask(app, 'GET /fake/mail')).body).to.deep.equal({ real: false })
      expect(app.describe().name).to.equal('FakeRoot')
    } finally {
      await app.close()
    }
  })

  it('of what no module lists is refused', async () => {
    const { code } = await errorOf(() => answers({ override: [replace(ItemController, FakeMail)] }))
    expect(code).to.equal('ALC_ERR_OVERRIDE_UNUSED')
  })

  it('of two kinds, and of providers, is refused at once', () => {
    expect(() => replace(MailModule, FakeMail)).to.throw('a module in its place')
    expect(() => replace(Items, Items)).to.throw('provide(TheClass, { useClass })')
    expect(() => replace(ItemController, Items)).to.throw('a controller in its place: a class with @Controller')
  })
})
