import {
  Around,
  Guard,
  type HandlerAround,
  Hook,
  Injectable,
  Module,
  type Next,
  type Reply,
  Req,
  type Request,
} from 'alcove'
import { expect } from 'chai'
import type { Answer, Extras, Loose, RootModule, Served } from './served.js'

@Injectable({ scope: 'request' })
class Visitor {
  constructor(@Req() private readonly request: Request) {}
  get name(): string {
    return String(this.request.headers['x-name'])
  }
}

/** Built for each request, as what it injects. */
@Injectable({ scope: 'request' })
class Seal implements HandlerAround {
  constructor(private readonly visitor: Visitor) {}
  async around(_request: Request, reply: Reply, next: Next) {
    reply.header('x-around', this.visitor.name)
    return await next()
  }
}

interface Subject {
  /** Of the decorated module. */
  plugins: Loose[]
  controllers: RootModule[]
  /** Of the sibling, if they differ: one without the plugin cannot have routes of sockets. */
  beside?: RootModule[]
  /** Beside those of the module's own function around handlers; the sibling has them too. */
  providers?: RootModule[]
  configure?: (instance: Loose) => void
}

/**
 * A module with the plugin at `/in`. It has a hook, a guard, a function around its handlers and providers of requests.
 * A sibling at `/beside` has the same controllers alone.
 */
export function decorated({
  plugins,
  controllers,
  beside = controllers,
  providers = [],
  configure,
}: Subject): RootModule {
  @Guard((request) => request.headers['x-key'] !== 'wrong')
  @Around(Seal)
  @Module({ prefix: '/in', plugins, providers: [Visitor, ...providers], controllers })
  class Inside {
    configure(instance: Loose) {
      configure?.(instance)
    }
    @Hook('onRequest')
    mark(_request: Request, reply: Reply) {
      reply.header('x-hook', 'module')
    }
    @Hook('onSend')
    async sign(_request: Request, reply: Reply) {
      reply.header('x-signed', 'yes')
    }
  }
  @Module({ prefix: '/beside', providers, controllers: beside })
  class Beside {}
  @Module({ imports: [Inside, Beside] })
  class Root {}
  return Root
}

/** One request, made to the decorated module, to its guard, and to the sibling. */
interface Asked {
  method?: string
  path?: string
  extras?: Extras
}

/** Asks for one path in the module and checks what its decorators leave on the answer. */
export async function askInside({ ask }: Served, { method = 'GET', path = '/', extras = {} }: Asked): Promise<Answer> {
  const answer = await ask(`${method} /in${path}`, { ...extras, headers: { 'x-name': 'ada', ...extras.headers } })
  expect(Object.fromEntries(answer.headers)).to.include({ 'x-hook': 'module', 'x-around': 'ada' })
  return answer
}

/** Asks with the key that the guard refuses: the answer is the guard's, whole. */
export async function askRefused({ ask }: Served, { method = 'GET', path = '/', extras = {} }: Asked): Promise<Answer> {
  const answer = await ask(`${method} /in${path}`, { ...extras, headers: { 'x-key': 'wrong', ...extras.headers } })
  expect(answer.status).to.equal(403)
  expect(answer.json()).to.include({ statusCode: 403, error: 'Forbidden' })
  expect(answer.headers.get('x-around')).to.equal(null)
  return answer
}

export async function askBeside({ ask }: Served, { method = 'GET', path = '/', extras = {} }: Asked): Promise<Answer> {
  const answer = await ask(`${method} /beside${path}`, extras)
  expect(answer.headers.get('x-hook')).to.equal(null)
  return answer
}
