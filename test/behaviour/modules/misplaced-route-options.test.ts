import { Controller, Get, Hook, Module, Post, type RegisteredRouteOptions, type RouteDecoratorOptions } from 'alcove'
import { expect } from 'chai'
import { withApp } from './app.js'
import { refusalOf } from './boot-failure.js'
import { careless } from './refusals.js'
import * as settings from './seen.js'
import { serving } from './seen.js'

const pass = () => true
const Note = { type: 'object', properties: { text: { type: 'string' } } }

/** A module whose route has the options. */
function onRoute(options: object) {
  @Controller()
  class Notes {
    @Post('/', careless(options))
    add() {
      return 'added'
    }
  }
  return serving(Notes)
}

/** A module whose controller has the options. */
function onController(options: object) {
  @Controller(careless(options))
  class Notes {
    @Get()
    read() {
      return 'read'
    }
  }
  return serving(Notes)
}

describe('An option of a route that has its effect elsewhere fails the boot of a controller:', () => {
  const cases: readonly (readonly [options: object, fix: string])[] = [
    [{ body: Note }, 'Write schema: { body: … }, or @Schema on the method'],
    [{ querystring: { page: { type: 'integer' } } }, 'Write schema: { querystring: … }'],
    [{ headers: { type: 'object' } }, 'Write schema: { headers: … }'],
    [{ params: { $ref: 'ids#' } }, 'Write schema: { params: … }'],
    [{ response: { 200: Note } }, 'Write schema: { response: … }'],
    [{ guards: [pass] }, 'Write @Guard once for each'],
    [{ onReady: pass }, "It does not run for one route. Write @Hook('onReady') on a method of a module"],
    [{ version: '1' }, 'Write constraints: { version: … }'],
  ]
  for (const [options, fix] of cases) {
    const [name] = Object.keys(options)
    it(`${name}`, async () => {
      const ofRoute = await refusalOf(() => onRoute(options))
      expect(ofRoute.code).to.equal('ALC_ERR_OPTION_UNKNOWN')
      expect(ofRoute.message).to.include(`Option "${name}" of the route Notes.add has no effect. ${fix}`)
      const ofController = await refusalOf(() => onController(options))
      expect(ofController.message).to.include(`Option "${name}" of @Controller of Notes has no effect. ${fix}`)
    })
  }

  it('but a plugin may read an option of the same name with another value', async () => {
    const seen: unknown[] = []
    class Root {
      keep({ headers, guards, body, response, query }: RegisteredRouteOptions & Record<string, unknown>) {
        seen.push([headers, guards, body, response, query])
      }
    }
    Hook('onRoute')(Root.prototype, 'keep', careless(Object.getOwnPropertyDescriptor(Root.prototype, 'keep')))
    const values = [{ 'x-frame': 'deny' }, ['jwt'], 'raw', { maxAge: 10 }, { type: 'cursor', most: 5 }]
    const [headers, guards, body, response, query] = values
    Module({ imports: [onRoute({ headers, guards, body, response, query })] })(Root)
    await withApp(Root, async (app) => {
      expect((await app.inject({ method: 'POST', url: '/' })).body).to.equal('added')
      expect(seen).to.deep.include(values)
    })
  })
})

describe('The options of a route', () => {
  it('may contain undefined values, as a constant that several routes share', async () => {
    const shared = { method: undefined, url: undefined, path: undefined, prefix: undefined, handler: undefined }
    for (const root of [onRoute(shared), onController(shared)]) await withApp(root, (app) => app.ready())
  })

  it('may contain modules of the language as config and schema', async () => {
    const root = onRoute({ config: settings, schema: settings })
    expect((await withApp(root, (app) => app.inject({ method: 'POST', url: '/' }))).body).to.equal('added')
  })

  it('may contain `inject` for a plugin', async () => {
    const { code } = await withApp(onRoute({ inject: ['db'] }), (app) => app.ready()).catch((error) => error)
    expect(code).to.equal(undefined)
  })
})

describe('An option of a route with a value that would have no effect fails the declaration:', () => {
  for (const [options, words] of [
    [{ config: ['admin'] }, 'an array. Pass an object as config'],
    [{ schema: 'note' }, 'the string "note". Pass an object as schema'],
    [{ websocket: 'true' }, 'the string "true". Pass true or false as websocket'],
  ] as const) {
    const [name] = Object.keys(options)
    it(`${name}`, async () => {
      for (const [declare, decorator] of [
        [onRoute, '@Post on Notes.add'],
        [onController, '@Controller on Notes'],
      ] as const) {
        const { code, message } = await refusalOf(() => declare(options))
        expect(code).to.equal('ALC_ERR_DECORATOR_ARGUMENT')
        expect(message).to.equal(`${decorator} got ${words}`)
      }
    })
  }

  it('prefix, which belongs to the controller', async () => {
    const { message } = await refusalOf(() => onRoute({ prefix: '/v1' }))
    expect(message).to.include('@Post on Notes.add got option prefix, which has no effect here')
  })

  it('schemaErrorFormatter, which is async or no function', async () => {
    for (const schemaErrorFormatter of [{}, async () => new Error('late')]) {
      const options: RouteDecoratorOptions = { schemaErrorFormatter: careless(schemaErrorFormatter) }
      expect((await refusalOf(() => onRoute(options))).code).to.equal('FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN')
    }
  })

  it('an undefined hook, which the log names with the fix', async () => {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(JSON.parse(line).msg) }
    await withApp(onRoute({ preHandler: undefined }), async () => undefined, { logger: { level: 'warn', stream } })
    expect(lines).to.deep.equal([
      'The preHandler hook of POST / is undefined, so it never runs. Check for a circular import, or remove the key',
    ])
  })
})
