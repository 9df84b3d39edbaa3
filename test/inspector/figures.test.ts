import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import {
  Body,
  Controller,
  ErrorHandler,
  Get,
  Hook,
  Module,
  NotFoundHandler,
  Param,
  Post,
  type Reply,
  type Request,
  Schema,
} from 'alcove'
import { type Figures, Inspector, type RouteFigures } from 'alcove/inspector'
import { expect } from 'chai'
import { measure, measured } from '#dist/request/stages/measure.js'
import type { RouteParts } from '#dist/request/stages/route-parts.js'
import { type App, encapsulated, useApps } from './rooms.js'

async function figuresOf(app: App, route: string): Promise<RouteFigures> {
  const { routes }: { routes: Figures } = (await app.inject('/__alcove/figures')).json()
  const figures = routes[route]
  if (figures === undefined) throw new Error(`no figures of ${route}`)
  return figures
}

function countsOf({ stages }: RouteFigures): Record<string, number> {
  return Object.fromEntries(Object.entries(stages).map(([id, { count }]) => [id, count]))
}

@Controller('/items')
class Items {
  @Get('/:id')
  @Schema({
    params: { type: 'object', properties: { id: { type: 'integer' } } },
    querystring: { type: 'object', properties: { q: { type: 'string' } } },
    response: { 200: { type: 'object', properties: { id: { type: 'integer' } } } },
  })
  async read(@Param('id') id: number) {
    if (id === 0) throw new Error('broken')
    return { id }
  }

  @Post()
  @Schema({ body: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } })
  add(@Body() body: object) {
    return body
  }
}

@Module({ controllers: [Items], imports: [Inspector] })
class Shop {
  @Hook('onRequest') async first() {}
  @Hook('onRequest') second(_request: Request, _reply: Reply, done: () => void) {
    setImmediate(done)
  }
  @Hook('preParsing') async third() {}
  @Hook('preSerialization') async fourth(_request: Request, _reply: Reply, payload: unknown) {
    return payload
  }
  @Hook('onSend') async fifth() {}
  @Hook('onResponse') async sixth() {}
  @Hook('onError') async seventh() {}
  @ErrorHandler() answer(error: Error & { statusCode?: number }, _request: Request, reply: Reply) {
    reply.code(error.statusCode ?? 500).send({ said: error.message })
  }
}

describe('figures of requests', () => {
  const boot = useApps()

  it('count each stage that ran, under the ids of the tree', async () => {
    const app = boot(Shop)
    await app.inject('/items/1')
    await app.inject('/items/2?q=a')
    const figures = await figuresOf(app, 'GET /items/:id')
    const stages = {
      'onRequest Shop.first': 2,
      'onRequest Shop.second': 2,
      'preParsing Shop.third': 2,
      'validate params': 2,
      'validate querystring': 2,
      'handler Items.read': 2,
      'preSerialization Shop.fourth': 2,
      'serialize by schema': 2,
      'onSend Shop.fifth': 2,
      write: 2,
      'onResponse Shop.sixth': 2,
    }
    expect(countsOf(figures)).to.deep.equal(stages)
    expect(figures).to.include({ requests: 2, active: 0, refused: 0, failed: 0 })
    const { routes } = (await app.inject('/__alcove/tree')).json()
    const known = routes.find(({ id }: { id: string }) => id === 'GET /items/:id').stages
    expect(known.map(({ id }: { id: string }) => id)).to.include.members(Object.keys(stages))
  })

  it('count bodies, refusals and the way of an error', async () => {
    const app = boot(Shop)
    await app.inject({ method: 'POST', url: '/items', payload: { name: 'a' } })
    await app.inject({ method: 'POST', url: '/items', payload: {} })
    const posts = await figuresOf(app, 'POST /items')
    expect(posts).to.include({ requests: 2, refused: 1, failed: 0 })
    expect(countsOf(posts)).to.include({
      'parse body': 2,
      'validate body': 2,
      'handler Items.add': 1,
      'onError Shop.seventh': 1,
    })
    await app.inject('/items/0')
    const gets = await figuresOf(app, 'GET /items/:id')
    expect(gets).to.include({ requests: 1, refused: 0, failed: 1 })
    const handlers = Object.entries(countsOf(gets)).filter(([id]) => id.startsWith('error handler'))
    expect(handlers.map(([, count]) => count)).to.deep.equal([1])
  })

  it('report the time of each stage, and of a request in all', async () => {
    @Controller()
    class Slow {
      @Get('/slow') async read() {
        await setTimeout(30)
        return {}
      }
    }
    @Module({ controllers: [Slow], imports: [Inspector] })
    class AppModule {}
    const app = boot(AppModule)
    await app.inject('/slow')
    const { stages, p50, p95, max } = await figuresOf(app, 'GET /slow')
    // Timers may come a little early, never by half.
    expect(stages['handler Slow.read']?.mean).to.be.greaterThan(15)
    expect(p50).to.be.greaterThan(15)
    expect([p95, max]).to.deep.equal([p50, p50])
  })

  it('report requests that are still under way', async () => {
    let release = (_answer: object) => {}
    let arrive = () => {}
    const answered = new Promise<object>((resolve) => {
      release = resolve
    })
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    @Controller()
    class Held {
      @Get('/held') read() {
        arrive()
        return answered
      }
    }
    @Module({ controllers: [Held], imports: [Inspector] })
    class AppModule {}
    const app = boot(AppModule)
    const answer = app.inject('/held')
    await arrived
    expect(await figuresOf(app, 'GET /held')).to.include({ requests: 1, active: 1 })
    release({})
    await answer
    expect(await figuresOf(app, 'GET /held')).to.include({ requests: 1, active: 0 })
  })

  it('count a client that leaves before its answer as a failure', async () => {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    @Controller()
    class Endless {
      @Get('/endless') read(_request: Request, _reply: Reply) {
        arrive()
      }
    }
    @Module({ controllers: [Endless], imports: [Inspector] })
    class AppModule {}
    const app = boot(AppModule)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const answer = fetch(`${address}/endless`, { signal: leaving.signal }).catch(() => 'left')
    await arrived
    leaving.abort()
    expect(await answer).to.equal('left')
    let figures = await figuresOf(app, 'GET /endless')
    while (figures.active > 0) {
      await setTimeout(5) // the server notices it a little later
      figures = await figuresOf(app, 'GET /endless')
    }
    expect(figures).to.include({ requests: 1, active: 0, failed: 1 })
  })

  it('are of all contexts, and none of the inspector itself', async () => {
    const app = boot(encapsulated(false))
    await app.inject('/__alcove/tree')
    await app.inject('/two')
    await app.inject('/one')
    const { routes }: { routes: Figures } = (await app.inject('/__alcove/figures')).json()
    expect(Object.keys(routes)).to.have.members(['GET /one', 'GET /two'])
    expect(routes['GET /one']).to.include({ requests: 1, refused: 1 })
    expect(countsOf(await figuresOf(app, 'GET /one'))).not.to.have.property('handler One.read')
  })

  const unmatchedOf = async (app: App) => (await app.inject('/__alcove/figures')).json().unmatched

  it('report requests without a route, by the context that answered', async () => {
    @Module({ prefix: '/help' })
    class Help {
      @NotFoundHandler() lost() {
        return { lost: true }
      }
    }
    @Module({ imports: [Help, Inspector] })
    class AppModule {}
    const app = boot(AppModule)
    expect(await unmatchedOf(app)).to.deep.equal({ notFound: {}, malformed: 0 })
    for (const url of ['/nowhere', '/help/1', '/help/2']) await app.inject(url)
    const { notFound } = await unmatchedOf(app)
    expect(Object.keys(notFound)).to.have.members(['AppModule', 'AppModule > Help'])
    expect(notFound.AppModule).to.include({ requests: 1, active: 0, refused: 1, failed: 0 })
    expect(notFound['AppModule > Help']).to.include({ requests: 2, refused: 0 })
  })

  it('lay to its route what the route itself does not find', async () => {
    @Controller()
    class Finder {
      @Get('/found') find(_request: Request, reply: Reply) {
        reply.callNotFound()
      }
    }
    @Module({ controllers: [Finder], imports: [Inspector] })
    class AppModule {}
    const app = boot(AppModule)
    await app.inject('/found')
    expect(await figuresOf(app, 'GET /found')).to.include({ requests: 1, refused: 1 })
    expect(await unmatchedOf(app)).to.deep.equal({ notFound: {}, malformed: 0 })
  })

  it('count unreadable requests: an invalid path, and bytes that are not HTTP', async () => {
    @Module({ imports: [Inspector] })
    class AppModule {}
    const app = boot(AppModule)
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    expect((await app.inject('/%')).statusCode).to.equal(400)
    const socket = connect(Number(port), '127.0.0.1')
    socket.end('no HTTP\r\n\r\n')
    for await (const _ of socket);
    expect(await unmatchedOf(app)).to.deep.equal({ notFound: {}, malformed: 2 })
  })

  it('have no step on a server without measurement', () => {
    const run = () => {}
    const parts = { meter: null } as RouteParts
    expect(measured(parts, 'handler', run)).to.equal(run)
    expect(measure(parts, run)).to.equal(run)
  })

  it('name the run of the application, which changes when it starts anew', async () => {
    const runs = await Promise.all(
      [boot(encapsulated(false)), boot(encapsulated(false))].map(async (app) => {
        return (await app.inject('/__alcove/figures')).json().run
      }),
    )
    expect(new Set(runs).size).to.equal(2)
  })
})
