import {
  Controller,
  ErrorHandler,
  errorCodes,
  Get,
  Guard,
  Hook,
  Module,
  Post,
  type Reply,
  type Request,
  Schema,
} from 'alcove'
import { type Inspection, inspect } from 'alcove/inspect'
import { Inspector, type RequestTrace } from 'alcove/inspector'
import { expect } from 'chai'
import { type App, encapsulated, useApps } from './rooms.js'

@Controller('/items')
class Items {
  @Get() list() {
    return []
  }
  @Get('/closed') @Guard(() => false) closed() {
    return []
  }
}

@Module({ controllers: [Items], imports: [Inspector] })
class Shop {
  @Hook('onRequest') async first() {}
  @Hook('onResponse') async last() {}
  @ErrorHandler(errorCodes.FST_ERR_BAD_URL) unreadable(_error: Error, _request: Request, reply: Reply) {
    reply.code(400).send('unreadable')
  }
}

async function tracesOf(app: App, route: string): Promise<RequestTrace[]> {
  return (await app.inject(`/__alcove/requests?${new URLSearchParams({ route })}`)).json()
}

const stagesOf = ({ steps }: RequestTrace) => steps.map(({ stage }) => stage)

describe('traces of requests', () => {
  const boot = useApps()

  it('have the stages of each request since the first query, by the ids of the tree, latest first', async () => {
    const app = boot(Shop)
    await app.inject('/items')
    expect(await tracesOf(app, 'GET /items')).to.deep.equal([])
    await app.inject('/items')
    await app.inject('/items')
    const traces = await tracesOf(app, 'GET /items')
    expect(traces.map(({ status, whole }) => [status, whole])).to.deep.equal([
      [200, true],
      [200, true],
    ])
    expect(traces[0]?.at).to.be.at.least(traces[1]?.at ?? Number.POSITIVE_INFINITY)
    expect(stagesOf(traces[0]!).slice(0, 2)).to.deep.equal(['onRequest Shop.first', 'handler Items.list'])
    expect(stagesOf(traces[0]!)).to.include.members(['write', 'onResponse Shop.last'])
    for (const { time } of traces[0]!.steps) expect(time).to.be.within(0, traces[0]!.time + 1000)
  })

  it('end at the stage that refused the request', async () => {
    const app = boot(Shop)
    await tracesOf(app, 'GET /items/closed')
    await app.inject('/items/closed')
    const [trace] = await tracesOf(app, 'GET /items/closed')
    expect(trace?.status).to.equal(403)
    expect(stagesOf(trace!)[1]).to.match(/^preValidation guard/)
    expect(stagesOf(trace!).join()).not.to.contain('handler Items')
  })

  it('are the latest ten of a route, of that route alone', async () => {
    const app = boot(Shop)
    await tracesOf(app, 'GET /items')
    for (let count = 0; count < 12; count++) await app.inject('/items')
    await app.inject('/items/closed')
    expect(await tracesOf(app, 'GET /items')).to.have.length(10)
    expect(await tracesOf(app, 'GET /items/closed')).to.deep.equal([])
  })

  it('hold no path, header or body of a request', async () => {
    const app = boot(Shop)
    await tracesOf(app, 'GET /items')
    await app.inject({ url: '/items?token=hunter2', headers: { authorization: 'hunter3' } })
    const traces = await tracesOf(app, 'GET /items')
    expect(traces).to.have.length(1)
    expect(JSON.stringify(traces)).not.to.contain('hunter')
  })

  it('of an unknown route are not found', async () => {
    const app = boot(Shop)
    expect((await app.inject('/__alcove/requests?route=GET%20/none')).statusCode).to.equal(404)
    expect((await app.inject('/__alcove/requests')).statusCode).to.equal(404)
  })
})

describe('data that the page loads in parts', () => {
  const boot = useApps()

  it('is the tree without what is large', async () => {
    const app = boot(encapsulated(false))
    const tree: Inspection = (await app.inject('/__alcove/tree')).json()
    const overview = (await app.inject('/__alcove/overview')).json()
    expect(overview.contexts).to.deep.equal(tree.contexts)
    expect(overview.routes.map(({ id }: { id: string }) => id)).to.have.members(['GET /one', 'GET /two', 'GET /three'])
    expect(overview.routes[0]).not.to.have.any.keys('stages', 'schemas', 'sees')
    const { route } = (await app.inject('/__alcove/route?id=GET%20/two')).json()
    expect(route).to.deep.equal(tree.routes.find(({ id }) => id === 'GET /two'))
  })

  it('holds a sample of bounded size, for any references of the schemas', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `part${index}`)
    const levels = Array.from({ length: 7 }, (_, level) => ({
      $id: `level${level}`,
      type: 'object',
      required: names,
      properties: Object.fromEntries(
        names.map((name) => [name, level === 6 ? { type: 'string' } : { $ref: `level${level + 1}#` }]),
      ),
    }))
    @Controller()
    class Wide {
      @Post('/wide') @Schema({ body: { $ref: 'level0#' } }) add() {}
      @Post('/loop') @Schema({ body: { $ref: 'loop#' } }) loop() {}
    }
    const loop = {
      $id: 'loop',
      type: 'object',
      properties: { next: { $ref: '#' }, list: { type: 'array', items: { $ref: '#' } } },
    }
    @Module({ schemas: [...levels, loop], controllers: [Wide], imports: [Inspector] })
    class AppModule {}
    const app = boot(AppModule)
    const sampleOf = async (id: string) =>
      (await app.inject(`/__alcove/route?${new URLSearchParams({ id })}`)).json().sample
    expect((await sampleOf('POST /wide')).body.length).to.be.within(1000, 50_000)
    expect(JSON.parse((await sampleOf('POST /loop')).body)).to.have.keys('next', 'list')
  })

  it('counts the routes for which an entry is in effect', async () => {
    const app = boot(encapsulated(false))
    const tree: Inspection = (await app.inject('/__alcove/tree')).json()
    const entries = tree.contexts.flatMap((context) => context.entries)
    const routesWith = async (name: string) => {
      const id = entries.find((entry) => entry.name === name)?.id ?? ''
      return (await app.inject(`/__alcove/entry?${new URLSearchParams({ id })}`)).json().routes
    }
    expect(await routesWith('answer')).to.equal(3)
    expect(await routesWith('foo')).to.equal(2)
    expect(await routesWith('bar')).to.equal(1)
  })

  for (const part of ['overview', 'route?id=GET%20/two', 'entry?id=x', 'requests?route=GET%20/two'])
    it(`is refused to pages of other sites and to other hosts: ${part}`, async () => {
      const url = `/__alcove/${part}`
      const app = boot(encapsulated(false))
      const codeOf = async (headers: Record<string, string>) => (await app.inject({ url, headers })).json().code
      expect(await codeOf({ host: 'evil.test' })).to.equal('ALC_ERR_INSPECTOR_HOST')
      expect(await codeOf({ host: 'localhost', origin: 'http://evil.test' })).to.equal('ALC_ERR_INSPECTOR_ORIGIN')
    })

  it('is not found where there is no such route or entry', async () => {
    const app = boot(encapsulated(false))
    for (const part of ['route', 'route?id=GET%20/none', 'entry', 'entry?id=none', 'route?id=GET%20/__alcove'])
      expect((await app.inject(`/__alcove/${part}`)).statusCode, part).to.equal(404)
  })
})

describe('error handlers of an error code', () => {
  const boot = useApps()

  it('are named by the code', async () => {
    const app = boot(Shop)
    await app.ready()
    const entries = inspect(app).contexts.flatMap((context) => context.entries)
    const handler = entries.find(({ kind }) => kind === 'error handler')
    expect(handler?.name).to.equal('Shop.unreadable (FST_ERR_BAD_URL)')
  })
})
