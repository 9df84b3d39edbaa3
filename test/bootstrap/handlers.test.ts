import {
  Body,
  bootstrap,
  Controller,
  Get,
  Inject,
  Module,
  Post,
  Rep,
  type Reply,
  Req,
  type Request,
  requestValue,
  Schema,
} from 'alcove'
import { expect } from 'chai'
import { bootError } from './boot.js'

const Body1 = { type: 'object', properties: { a: { type: 'integer' } } } as const
const Body2 = { type: 'object', properties: { b: { type: 'integer' } } } as const

describe('bootstrap: handlers', () => {
  it('answers undefined with an empty reply, of a method without reply', async () => {
    @Controller()
    class Silent {
      @Get('/plain') plain() {}
      @Get('/request') withRequest(request: Request) {
        request.log.debug('nothing to say')
      }
      @Get('/injected') injected(@Req() request: Request) {
        request.log.debug('nothing to say')
      }
      @Get('/async') async later() {}
    }
    @Module({ controllers: [Silent] })
    class App {}
    await using app = bootstrap(App)
    for (const url of ['/plain', '/request', '/injected', '/async']) {
      const { statusCode, payload } = await app.inject(url)
      expect([url, statusCode, payload]).to.deep.equal([url, 200, ''])
    }
  })

  it('lets a method send later, and an async one that awaits the reply', async () => {
    const sendSoon = (reply: Reply) => setTimeout(() => reply.send('later'), 5)
    @Controller()
    class Later {
      @Get('/plain') plain(@Rep() reply: Reply) {
        sendSoon(reply)
      }
      @Get('/waiting') async waiting(@Rep() reply: Reply) {
        sendSoon(reply)
        await reply
      }
      @Get('/ended') async ended(@Rep() reply: Reply) {
        sendSoon(reply)
      }
    }
    @Module({ controllers: [Later] })
    class App {}
    await using app = bootstrap(App)
    const payloadOf = async (url: string) => (await app.inject(url)).payload
    expect(await payloadOf('/plain')).to.equal('later')
    expect(await payloadOf('/waiting')).to.equal('later')
    expect(await payloadOf('/ended')).to.equal('')
  })

  it('hands any number of parameters in their order', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const [A, B, C, D, E, F] = names.map((name) => requestValue<string>(name))
    @Controller()
    class Many {
      @Get('/0') none() {
        return []
      }
      @Get('/1') one(@Inject(A!) a: string) {
        return [a]
      }
      @Get('/2') two(@Inject(A!) a: string, @Inject(B!) b: string) {
        return [a, b]
      }
      @Get('/3') three(@Inject(A!) a: string, @Inject(B!) b: string, @Inject(C!) c: string) {
        return [a, b, c]
      }
      @Get('/4') four(@Inject(A!) a: string, @Inject(B!) b: string, @Inject(C!) c: string, @Inject(D!) d: string) {
        return [a, b, c, d]
      }
      @Get('/6') six(
        @Inject(A!) a: string,
        @Inject(B!) b: string,
        @Inject(C!) c: string,
        @Inject(D!) d: string,
        @Inject(E!) e: string,
        @Inject(F!) f: string,
      ) {
        return [a, b, c, d, e, f]
      }
    }
    @Module({ decorateRequest: Object.fromEntries(names.map((name) => [name, name])), controllers: [Many] })
    class App {}
    await using app = bootstrap(App)
    for (const count of [0, 1, 2, 3, 4, 6]) {
      expect((await app.inject(`/${count}`)).json()).to.deep.equal(names.slice(0, count))
    }
  })

  it('takes the schema of a parameter decorator as the route’s', async () => {
    @Controller()
    class Things {
      @Post('/things') create(@Body(Body1) body: { a?: number }) {
        return body
      }
    }
    @Module({ controllers: [Things] })
    class App {}
    await using app = bootstrap(App)
    const ok = await app.inject({ method: 'POST', url: '/things', payload: { a: '7', z: 1 } })
    expect(ok.json()).to.deep.equal({ a: 7 })
    expect((await app.inject({ method: 'POST', url: '/things', payload: { a: 'x' } })).statusCode).to.equal(400)
  })

  it('refuses two different schemas for one part, and takes two equal ones', async () => {
    @Controller()
    class Different {
      @Post('/x')
      @Schema({ body: Body1 })
      create(@Body(Body2) body: { b?: number }) {
        return body
      }
    }
    @Module({ controllers: [Different] })
    class App {}
    const error = await bootError(App)
    expect(error.code).to.equal('ALC_ERR_SCHEMA_CONFLICT')
    expect(error.message).to.include('Different.create has two different body schemas: one from @Schema')

    @Controller()
    class Same {
      @Post('/x')
      @Schema({ body: Body1 })
      create(@Body({ ...Body1 }) body: { a?: number }) {
        return body
      }
    }
    @Module({ controllers: [Same] })
    class Fine {}
    await using app = bootstrap(Fine)
    expect((await app.inject({ method: 'POST', url: '/x', payload: { a: 1 } })).json()).to.deep.equal({ a: 1 })
  })

  it('adds up config and schemas of controller and route, part by part', async () => {
    const headers = { type: 'object', required: ['x-key'], properties: { 'x-key': { type: 'string' } } } as const
    @Controller({ prefix: '/c', config: { from: 'controller', a: 1 }, schema: { headers } })
    class Things {
      @Post('/x', { config: { from: 'route' } })
      @Schema({ body: Body1 })
      create(@Req() request: Request) {
        const { from, a } = request.routeOptions.config
        return { from, a }
      }
    }
    @Module({ controllers: [Things] })
    class App {}
    await using app = bootstrap(App)
    const call = (given: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/c/x', payload: { a: 1 }, headers: given })
    expect((await call({})).json().message).to.include('x-key')
    expect((await call({ 'x-key': 'k' })).json()).to.deep.equal({ from: 'route', a: 1 })
  })
})
