import { fastifyRequestContext, requestContext } from '@fastify/request-context'
import { Controller, Get, Hook, Injectable, Module, Post, use } from 'alcove'
import { expect } from 'chai'
import { type Loose, useServed } from './served.js'

// The plugin types the keys of its store by merging; here they are our own.
const store: Loose = requestContext

@Injectable()
class Audit {
  /** Far from the request: nothing was handed to it. */
  async who(): Promise<string> {
    await new Promise((resolve) => setImmediate(resolve))
    return store.get('user') ?? 'nobody'
  }
}

@Controller()
class Names {
  constructor(private readonly audit: Audit) {}
  @Get('/who')
  who() {
    return this.audit.who()
  }
  @Post('/who')
  async post(request: Loose) {
    return { user: await this.audit.who(), body: request.body, same: request.requestContext.get('user') }
  }
}

@Module({
  prefix: '/in',
  plugins: [use(fastifyRequestContext, { defaultStoreValues: () => ({ user: 'guest' }) })],
  providers: [Audit],
  controllers: [Names],
})
class Inside {
  @Hook('onRequest')
  async name(request: Loose) {
    if (request.query.name !== undefined) store.set('user', request.query.name)
  }
}

@Module({ prefix: '/beside', providers: [Audit], controllers: [Names] })
class Beside {}

@Module({ imports: [Inside, Beside] })
class App {}

const json = (value: unknown) => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } })

describe('@fastify/request-context in a module', () => {
  const serve = useServed()

  it('carries what a hook put there to providers that know no request', async () => {
    expect((await (await serve(App)).ask('GET /in/who?name=ada')).text).to.equal('ada')
  })

  it('begins each request with the defaults', async () => {
    const { ask } = await serve(App)
    await ask('GET /in/who?name=ada')
    expect((await ask('GET /in/who')).text).to.equal('guest')
  })

  it('is kept while a body is read', async () => {
    const { ask } = await serve(App)
    const { json: read } = await ask('POST /in/who?name=ada', json({ text: 'x'.repeat(200_000) }))
    expect(read()).to.include({ user: 'ada', same: 'ada' })
  })

  it('keeps the requests that run at the same time apart', async () => {
    const { ask } = await serve(App)
    const names = ['ada', 'bob', 'cid', 'dan', 'eve']
    const answers = await Promise.all(names.map((name) => ask(`POST /in/who?name=${name}`, json({ name }))))
    expect(answers.map((answer) => answer.json().user)).to.deep.equal(names)
  })

  it('holds nothing for the requests of a sibling module', async () => {
    expect((await (await serve(App)).ask('GET /beside/who?name=ada')).text).to.equal('nobody')
  })
})
