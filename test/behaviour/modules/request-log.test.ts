import {
  Controller,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Log,
  type Logger,
  Module,
  type Reply,
  type Request,
} from 'alcove'
import { expect } from 'chai'
import { ask, type RootModule, withApp } from './app.js'

interface Line {
  readonly msg: string
  readonly reqId?: string
  readonly tenant?: string
  readonly user?: string
}

@Injectable({ scope: 'request' })
class OfRequest {
  constructor(@Inject(Log) readonly log: Logger) {}
}

@Injectable({ scope: 'transient' })
class Transient {
  constructor(@Inject(Log) readonly log: Logger) {}
}

@Injectable()
class OfContext {
  constructor(
    @Inject(Log) readonly log: Logger,
    readonly transient: Transient,
  ) {}
}

@Controller('/write')
class Writes {
  constructor(private readonly inContext: OfContext) {}

  @Get()
  write(@Inject(OfRequest) inRequest: OfRequest, @Inject(Transient) transient: Transient, @Inject(Log) log: Logger) {
    inRequest.log.info('request provider')
    transient.log.info('transient of a handler')
    log.info('handler')
    this.inContext.log.info('context provider')
    this.inContext.transient.log.info('transient of the context')
    return { same: inRequest.log === log }
  }
}

@Module({ providers: [OfRequest, Transient, OfContext], controllers: [Writes] })
class Plain {}

/** The lines that one request writes. */
async function linesOf(root: RootModule): Promise<Line[]> {
  const lines: Line[] = []
  const logger = { stream: { write: (line: string) => void lines.push(JSON.parse(line) as Line) } }
  await withApp(root, (app) => ask(app, 'GET /write'), { logger, disableRequestLogging: true })
  return lines
}

const withId = (lines: readonly Line[]) => lines.filter(({ reqId }) => reqId !== undefined).map(({ msg }) => msg)

describe('Log', () => {
  it('carries the id of the request in what is built or called for a request', async () => {
    const lines = await linesOf(Plain)
    expect(lines).to.have.length(5)
    expect(withId(lines)).to.deep.equal(['request provider', 'transient of a handler', 'handler'])
  })

  it('carries what a hook has bound to request.log', async () => {
    @Module({ imports: [Plain] })
    class Root {
      @Hook('onRequest')
      async bind(request: Request, reply: Reply) {
        request.log.setBindings?.({ tenant: 'acme' })
        request.log = request.log.child({ user: 'ada' })
        reply.log = request.log
      }
    }
    const [first] = await linesOf(Root)
    expect(first).to.include({ msg: 'request provider', tenant: 'acme', user: 'ada' })
  })

  it('takes bindings where the server writes no log', async () => {
    @Module({ imports: [Plain] })
    class Root {
      @Hook('onRequest')
      async bind(request: Request) {
        request.log.setBindings?.({ tenant: 'acme' })
      }
    }
    await withApp(Root, async (app) => expect((await ask(app, 'GET /write')).status).to.equal(200))
  })
})

describe('the tree', () => {
  it('names the guards of modules, controllers and routes', async () => {
    function isUser() {
      return true
    }
    class IsAdmin {
      canActivate() {
        return true
      }
    }
    @Guard(isUser)
    @Controller('/guarded')
    class Guarded {
      @Guard(IsAdmin)
      @Get('/both')
      both() {}

      @Get('/one')
      one() {}
    }
    @Guard(function isKnown() {
      return true
    })
    @Guard(() => true)
    @Module({ controllers: [Guarded] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      const tree = app.printTree()
      expect(tree).to.include('guards: preValidation guard isKnown, preValidation guard function')
      expect(tree).to.match(/GET {4}\/guarded\/both {2}Guarded\.both {2}\(guard isUser, guard IsAdmin\)/)
      expect(tree).to.match(/GET {4}\/guarded\/one {2}Guarded\.one {2}\(guard isUser\)/)
    })
  })
})
