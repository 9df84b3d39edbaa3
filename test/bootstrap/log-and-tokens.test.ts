import {
  bootstrap,
  Controller,
  contextValue,
  Get,
  Hook,
  Inject,
  Injectable,
  Log,
  type Logger,
  Module,
  type Reply,
  type Request,
  replyValue,
  requestValue,
  use,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { expect } from 'chai'

const User = requestValue<string>('user')
const Mark = replyValue<string>('mark')
const Region = contextValue<string>('region')

@Injectable()
class Ledger {
  constructor(@Inject(Log) private readonly log: Logger) {}

  write(entry: string): void {
    this.log.info({ entry }, 'written')
  }
}

@Controller()
class Entries {
  constructor(private readonly ledger: Ledger) {}

  @Get('/entries')
  list(@Inject(User) user: string, @Inject(Log) log: Logger) {
    this.ledger.write(user)
    log.info('listed')
    return { user }
  }
}

let seen: Record<string, string> = {}

async function plugin(_instance: object, options: object): Promise<void> {
  Object.assign(seen, options)
}

@Module({
  decorate: [Region.is('eu')],
  decorateRequest: [User.is('nobody')],
  decorateReply: [Mark.is('marked')],
  providers: [Ledger],
  plugins: [use(plugin, (instance) => ({ fromOptions: instance.getDecorator(Region) }))],
  controllers: [Entries],
})
class AppModule {
  @Hook('onRequest') async login(request: Request, reply: Reply) {
    seen.before = request.getDecorator(User)
    seen.mark = reply.getDecorator(Mark)
    request.setDecorator(User, 'Ada')
    // @ts-expect-error the token is one of a string
    const wrong: number = request.getDecorator(User)
    seen.after = String(wrong)
  }
}

describe('the logger of a context', () => {
  const lines: { msg: string; entry?: string }[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }

  beforeEach(() => {
    lines.length = 0
    seen = {}
  })

  it('is injected as Log into constructors and handlers, and read by get, where no module declares it', async () => {
    const app = bootstrap(AppModule, { logger: { stream }, disableRequestLogging: true })
    await app.inject('/entries')
    app.get(Log).info('from outside')
    await app.close()
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['written', 'listed', 'from outside'])
    expect(lines[0]?.entry).to.equal('Ada')
  })

  it('is not listed as a missing value by tools', async () => {
    const app = bootstrap(AppModule)
    await app.ready()
    const [route] = inspect(app).routes.filter(({ url }) => url === '/entries')
    expect(route?.injections.map(({ name }) => name)).to.deep.equal(['Ledger', 'user'])
    await app.close()
  })
})

describe('tokens as names of decorations', () => {
  it('read and set values of requests, replies and contexts, with their types', async () => {
    const app = bootstrap(AppModule)
    expect((await app.inject('/entries')).json()).to.deep.equal({ user: 'Ada' })
    await app.close()
    expect(seen).to.deep.equal({ fromOptions: 'eu', before: 'nobody', mark: 'marked', after: 'Ada' })
  })

  it('are refused with the name where the value is not visible', async () => {
    @Module({})
    class Empty {
      @Hook('onRequest') async read(request: Request) {
        request.getDecorator(User)
      }
    }
    const app = bootstrap(Empty)
    const answer = await app.inject('/')
    expect(answer.json()).to.include({ statusCode: 500, code: 'FST_ERR_DEC_UNDECLARED' })
    await app.close()
  })
})
