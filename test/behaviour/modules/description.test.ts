import {
  Controller,
  contextValue,
  Get,
  Hook,
  Injectable,
  Module,
  PluginWrapped,
  Post,
  pluginWrapper,
  replyValue,
  requestValue,
  Schema,
  SchemaErrorFormatter,
} from 'alcove'
import { expect } from 'chai'
import { type App, withApp } from './app.js'

const Level = contextValue<number>('level')
const Word = requestValue<string>('word')
const Style = replyValue<string>('style')

@Injectable()
class Users {}

@Controller('/users')
class UserRoutes {
  @Get('/:id')
  read() {
    return ''
  }
  @Post()
  @Schema({ body: { $ref: 'user#' } })
  add() {
    return ''
  }
}

const audit = pluginWrapper(async function audit(instance: App['instance']) {
  instance.addHook('onResponse', async () => undefined)
})

@PluginWrapped()
@Module({ decorateRequest: [Word.is('w')] })
class Wrapped {}

@Module({
  prefix: '/v1',
  schemas: [{ $id: 'user', type: 'object' }],
  providers: [Users],
  decorateReply: [Style.is('s')],
  plugins: [audit],
  imports: [Wrapped],
  controllers: [UserRoutes],
})
class Feature {
  @Hook('preHandler')
  async check() {}
}

@Module({ decorate: [Level.is(3)], imports: [Feature] })
class AppModule {}

const described = () =>
  withApp(AppModule, async (app) => {
    await app.ready()
    return app.describe()
  })

async function describedFeature() {
  const feature = (await described()).children.find(({ name }) => name === 'Feature')
  if (feature === undefined) throw new Error('describe() shows no context of Feature')
  return feature
}

describe('describe()', () => {
  it('is plain JSON', async () => {
    const description = await described()
    expect(JSON.parse(JSON.stringify(description))).to.deep.equal(description)
  })

  it('starts with the root module', async () => {
    expect(await described()).to.include({ name: 'AppModule' })
  })

  it('shows a context per unwrapped module and none for a wrapped one', async () => {
    const description = await described()
    const feature = await describedFeature()
    expect(description.children.map(({ name }) => name)).to.deep.equal(['Feature'])
    expect(feature.children.map(({ name }) => name)).not.to.include('Wrapped')
  })

  it('shows the prefix', async () => {
    expect((await describedFeature()).prefix).to.equal('/v1')
  })

  it('shows decorations where they are declared, those of wrapped modules one level up', async () => {
    expect((await described()).decorations.instance).to.include('level')
    const { decorations } = await describedFeature()
    expect([decorations.request, decorations.reply]).to.deep.equal([['word'], ['style']])
    expect(decorations.instance).not.to.include('level')
  })

  it('shows hooks, those of wrapped plugins too', async () => {
    const names = (await describedFeature()).hooks.map(({ name }) => name)
    expect(names).to.include.members(['preHandler', 'onResponse'])
  })

  it('shows schemas', async () => {
    expect((await describedFeature()).schemas).to.deep.equal(['user'])
  })

  it('shows plugins', async () => {
    expect((await describedFeature()).plugins).to.include('audit')
  })

  it('shows providers', async () => {
    expect((await describedFeature()).providers).to.deep.equal(['Users'])
  })

  it('shows routes with their full path and their handler', async () => {
    const routes = (await describedFeature()).routes.map(({ method, url, handler }) => [method, url, handler])
    expect(routes).to.deep.include(['GET', '/v1/users/:id', 'UserRoutes.read'])
    expect(routes).to.deep.include(['POST', '/v1/users', 'UserRoutes.add'])
  })
})

describe('printTree()', () => {
  const printed = () =>
    withApp(AppModule, async (app) => {
      await app.ready()
      return app.printTree()
    })

  it('names every context, the inner ones indented', async () => {
    const lines = (await printed()).split('\n')
    const root = lines.find((line) => line.includes('AppModule')) ?? ''
    const feature = lines.find((line) => line.includes('Feature')) ?? ''
    expect(feature.indexOf('Feature')).to.be.above(root.indexOf('AppModule'))
  })

  it('shows the prefix of a context beside its name', async () => {
    const line = (await printed()).split('\n').find((each) => each.includes('Feature'))
    expect(line).to.match(/Feature.*\/v1/)
  })

  it('names what each context holds', async () => {
    const text = await printed()
    for (const word of ['/v1/users/:id', 'level', 'word', 'style', 'user', 'Users', 'preHandler', 'audit']) {
      expect(text).to.include(word)
    }
  })

  it('names the wrapped module of an entry without a name', async () => {
    @PluginWrapped()
    @Module({})
    class Errors {
      @SchemaErrorFormatter()
      format() {
        return new Error('wrong')
      }
    }
    @Module({ imports: [Errors] })
    class Root {}
    const text = await withApp(Root, async (app) => {
      await app.ready()
      return app.printTree()
    })
    expect(text).to.include('formats schema errors: (Errors)\n')
  })

  it('prints the same text each time', async () => {
    expect(await printed()).to.equal(await printed())
  })
})
