import {
  bootstrap,
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  Post,
  requestValue,
  Schema,
} from 'alcove'
import { expect } from 'chai'
import { readPage } from './markdown.js'

const Bar = requestValue<string>('bar')

@Controller()
class Two {
  @Get('/two')
  read(@Inject(Bar) bar: string) {
    return bar
  }
}

@Module({ decorateRequest: [Bar.is('bar')] })
class Grandchild {}

@Module({ imports: [Grandchild], controllers: [Two] })
class Public {}

@Injectable({ scope: 'request' })
class CurrentUser {}

@Injectable()
class Reports {
  constructor(readonly user: CurrentUser) {}
}

@Module({ providers: [CurrentUser, Reports] })
class Scopes {}

@Controller('/users')
class UsersController {
  @Post()
  @Schema({ body: { type: 'object', properties: { name: { type: 'string' as string, maxLenght: 20 } } } })
  create() {}
}

@Module({ controllers: [UsersController] })
class Keywords {}

@PluginWrapped()
@Module({ imports: [undefined] })
class Users {}

@Module({ plugins: [function connect(_instance: unknown, _options: unknown, _done: () => void) {}] })
class Database {}

@Module({ imports: [Database] })
class AppModule {}

const programs: Record<string, new () => object> = {
  ALC_ERR_VALUE_INVISIBLE: Public,
  ALC_ERR_PROVIDER_SCOPE: Scopes,
  ALC_ERR_SCHEMA_KEYWORD: Keywords,
  FST_ERR_PLUGIN_TIMEOUT: AppModule,
  ALC_ERR_ENTRY_UNDEFINED: Users,
}

function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The blocks of the page that begin with a code, by that code. */
async function quoted(): Promise<ReadonlyMap<string, string>> {
  const { fences } = await readPage('docs/guide/errors.md')
  const blocks = fences.flatMap(({ code }) => {
    const [, name] = /^((?:ALC|FST)_ERR_\w+): /.exec(code) ?? []
    return name === undefined ? [] : [[name, words(code)] as const]
  })
  return new Map(blocks)
}

describe('docs/guide/errors.md', () => {
  it('reads aloud errors that a program of this test makes', async () => {
    expect([...(await quoted()).keys()]).to.have.members(Object.keys(programs))
  })

  for (const [code, Program] of Object.entries(programs)) {
    it(`quotes ${code} as it is`, async () => {
      const limit = 50
      const error = await bootstrap(Program, { pluginTimeout: limit })
        .ready()
        .then(() => null, Object)
      const text = words(`${error?.code}: ${error?.message}`).replace(`${limit} ms`, '10000 ms')
      expect(text).to.equal((await quoted()).get(code))
    })
  }
})
