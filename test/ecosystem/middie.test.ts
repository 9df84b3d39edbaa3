import middie from '@fastify/middie'
import { Controller, Get, Module, PluginWrapped } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

@Controller()
class Pages {
  @Get('/page')
  page(request: Loose) {
    return { marks: request.raw.marks ?? [], body: request.body }
  }
  @Get('/deep/page')
  deep(request: Loose) {
    return { marks: request.raw.marks ?? [] }
  }
}

const mark = (name: string) => (req: Loose, _res: Loose, next: () => void) => {
  req.marks = [...(req.marks ?? []), name]
  next()
}

/** `use` is there when the plugin has loaded. */
@PluginWrapped()
@Module({ plugins: [middie] })
class Middlewares {
  configure(instance: Loose) {
    instance.use(mark('all'))
    instance.use('/deep', mark('deep'))
    instance.use('/closed', (_req: Loose, res: Loose) => {
      res.statusCode = 403
      res.end('closed by a middleware')
    })
    instance.use('/broken', (_req: Loose, _res: Loose, next: (error: Error) => void) =>
      next(Object.assign(new Error('broken'), { statusCode: 502 })),
    )
  }
}

@Controller()
class Guarded {
  @Get('/closed')
  closed() {
    return 'open'
  }
  @Get('/broken')
  broken() {
    return 'whole'
  }
}

@Module({ prefix: '/in', imports: [Middlewares], controllers: [Pages, Guarded] })
class Inside {}

@Module({ prefix: '/beside', controllers: [Pages] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

describe('@fastify/middie in a module', () => {
  const serve = useServed()

  it('runs middlewares before the handlers', async () => {
    expect((await (await serve(App)).ask('GET /in/page')).json()).to.deep.equal({ marks: ['all'] })
  })

  it('runs a middleware for its path only', async () => {
    expect((await (await serve(App)).ask('GET /in/deep/page')).json()).to.deep.equal({ marks: ['all', 'deep'] })
  })

  it('lets a middleware answer in place of the handler', async () => {
    const { status, text } = await (await serve(App)).ask('GET /in/closed')
    expect([status, text]).to.deep.equal([403, 'closed by a middleware'])
  })

  it('lets a middleware run before its path for any spelling of the path', async () => {
    const { ask } = await serve(App)
    for (const path of ['/in/closed?a=1', '/in/%63losed', '/in/clos%65d'])
      expect((await ask(`GET ${path}`)).status, path).to.equal(403)
  })

  it('hands the failure of a middleware to the error handlers', async () => {
    const { status, json } = await (await serve(App)).ask('GET /in/broken')
    expect(status).to.equal(502)
    expect(json()).to.deep.equal({ statusCode: 502, error: 'Bad Gateway', message: 'broken' })
  })

  it('runs no middleware for a sibling module', async () => {
    expect((await (await serve(App)).ask('GET /beside/page')).json()).to.deep.equal({ marks: [] })
  })
})
