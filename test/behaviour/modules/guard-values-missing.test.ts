import { Controller, Get, Guard, Hook, Module, type Request } from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { ADA, CurrentUser, Me, UserGuard } from './user-guard.js'

describe('a value that a guard provides and has not set', () => {
  it('is a 500 that names the guard when it accepts a request without setting the value of the route', async () => {
    @Guard(UserGuard)
    @Module({ controllers: [Me] })
    class Root {}
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    await withApp(
      Root,
      async (app) => {
        const answer = await ask(app, 'GET /me', { headers: { 'x-user': 'forgotten' } })
        expect(answer.status).to.equal(500)
        expect(answer.body).to.deep.include({ code: 'ALC_ERR_GUARD_VALUE_UNSET' })
        expect(lines.join('')).to.include('UserGuard accepted a request without setting the request value \\"user\\"')
      },
      { logger: { level: 'error', stream } },
    )
  })

  it('is a 500 of getDecorator and setDecorator that names the guard, and when it runs', async () => {
    @Controller()
    class Early {
      @Hook('onRequest')
      read(request: Request) {
        if (request.headers['x-do'] === 'get') request.getDecorator(CurrentUser)
        if (request.headers['x-do'] === 'set') request.setDecorator(CurrentUser, { name: 'early', roles: [] })
      }
      @Get('/early')
      @Guard(UserGuard)
      early(request: Request) {
        return request.getDecorator(CurrentUser).name
      }
      @Get('/open')
      open() {
        return 'open'
      }
    }
    @Module({ controllers: [Early] })
    class Root {}
    const act = async (line: string, what: string) => {
      const lines: string[] = []
      const stream = { write: (text: string) => void lines.push(text) }
      const headers = { 'x-user': 'ada', 'x-do': what }
      const logger = { level: 'error', stream }
      const answer = await withApp(Root, (app) => ask(app, line, { headers }), { logger })
      expect(answer.body).to.include({ statusCode: 500, code: 'FST_ERR_DEC_UNDECLARED' })
      return JSON.parse(lines[0]!).msg
    }
    const names = "The request has no value 'user' yet. The guard UserGuard (preValidation) provides it."
    expect(await act('GET /early', 'get')).to.equal(
      `${names} Read it after the guard, in a later hook or in the handler. of(request) of its token is undefined until then`,
    )
    expect(await act('GET /early', 'set')).to.equal(`${names} Set it with set(request, value) of its token`)
    expect(await act('GET /open', 'get')).to.include("No decorator 'user' is declared on request")
    expect((await askOnce(Root, 'GET /early', ADA)).text).to.equal('ada')
  })
})
