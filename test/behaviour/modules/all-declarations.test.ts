import {
  Body,
  bootstrap,
  Controller,
  Get,
  Hook,
  Inject,
  Module,
  Param,
  Post,
  Query,
  type Reply,
  type Request,
  requestValue,
  Schema,
  Status,
  Use,
} from 'alcove'
import { createServer } from 'alcove/core'
import { expect } from 'chai'
import { bootFailure } from './boot-failure.js'

@Controller('/outer')
class Outer {
  @Get('/param') readParam(@Param('id') _id: string) {}
  @Get('/type') readType(@Query('page') _page: number) {}
  @Get('/part') @Schema({ respnse: {} } as never) readPart() {}
  @Get('/status') @Status(201) @Schema({ response: { 200: { type: 'object' } } }) readStatus() {
    return {}
  }
  @Post('/twice') @Schema({ body: { type: 'object', required: ['a'] } }) twice(
    @Body({ type: 'object' }) _body: object,
  ) {}
}

@Controller('/inner')
class Inner {
  @Post('/schema') @Schema({ body: { type: 'objct', properties: { a: { $ref: 'nobody#' } } } } as never) keep() {}
  @Get('/response') @Schema({ response: { 200: { type: 'strng' } } } as never) read() {}
}

@Module({ controllers: [Inner] })
class Below {}

/** The entries that a message lists, one each, without places. */
function listed(message: string): string[] {
  return message.split(/\n {2}\d+\. /).slice(1)
}

describe('problems with the declarations of routes', () => {
  it('are in one error: those of all controllers and modules, each with its method, what is wrong, and the place', async () => {
    @Module({ imports: [Below], controllers: [Outer] })
    class App {}
    const failure = await bootFailure(App)
    const found = listed(failure.message)
    expect(failure.message).to.match(/^The boot found 8 problems:\n/)
    const words = [
      [/^Outer\.readParam/, 'the path parameter "id"'],
      [/^Outer\.twice/, 'two different body schemas'],
      [/^Parameter 1 of Outer\.readType/, "Write @Query('page', { type: 'number' })"],
      [/^The schema of Outer\.readPart/, 'has the part "respnse", which has no effect. Did you mean "response"?'],
      [/^Outer\.readStatus/, '@Status(201)'],
      [/^The body schema of POST \/inner\/schema/, 'did you mean "object"?'],
      [/^The body schema of POST \/inner\/schema/, 'refers to "nobody#"'],
      [/^The response 200 schema of GET \/inner\/response/, 'did you mean "string"?'],
    ] as const
    expect(found).to.have.length(words.length)
    for (const [sentence, inside] of words) {
      const entry = found.find((each) => sentence.test(each) && each.includes(inside))
      expect(entry, `${sentence} ${inside}`).to.match(/\.ts:\d+:\d+\)$/)
    }
    for (const entry of found.slice(-3)) expect(entry).to.match(/\(Inner\.(keep|read), .*\)$/)
  })

  it('keep the code, the class and the place of the first, and show all in the stack', async () => {
    @Module({ controllers: [Outer] })
    class App {}
    const failure = await bootFailure(App)
    expect(failure.code).to.equal('ALC_ERR_PATH_PARAMETER')
    expect(failure).to.have.property('declaredAt').that.includes('all-declarations.test')
    expect(failure.stack).to.include(failure.message)
  })

  it('are reported with the problem that ends the boot', async () => {
    const Tenant = requestValue<string>('tenant')
    @Controller()
    class Asking {
      @Get('/param') readParam(@Param('id') _id: string) {}
      @Get('/value') readValue(@Inject(Tenant) _tenant: string) {}
    }
    @Module({ controllers: [Asking] })
    class App {}
    const found = listed((await bootFailure(App)).message)
    expect(found).to.have.length(2)
    expect(found[1]).to.include('injects request value "tenant"')
    @Module({
      controllers: [Outer],
      plugins: [
        async () => {
          throw new Error('no connection')
        },
      ],
    })
    class Unconnected {}
    const failure = await bootstrap(Unconnected, { logger: false })
      .ready()
      .catch((error) => error)
    expect(failure.message).to.include('"id"').and.include('no connection')
  })

  it('include async hooks with a done parameter, each with its method and place', async () => {
    type Done = () => void
    class Timed {
      @Hook('preHandler') async used(_request: Request, _reply: Reply, done: Done) {
        done()
      }
    }
    @Controller('/hooked')
    @Use(Timed)
    class Hooked {
      @Hook('onSend') async alter(_request: Request, _reply: Reply, _payload: unknown, done: Done) {
        done()
      }
      @Get('/param') read(@Param('id') _id: string) {}
    }
    @Module({ controllers: [Hooked] })
    class App {
      @Hook('onRequest') async open(_request: Request, _reply: Reply, done: Done) {
        done()
      }
    }
    const failure = await bootFailure(App)
    const found = listed(failure.message)
    const words = [
      [/^The async onRequest hook App\.open has a 'done' parameter/],
      [/^The async preHandler hook Timed\.used has a 'done' parameter/],
      [/^The async onSend hook Hooked\.alter has a 'done' parameter/],
      [/^Hooked\.read/, /"id"/],
    ]
    expect(found).to.have.length(words.length)
    for (const each of words) {
      const entry = found.find((text) => each.every((word) => word.test(text)))
      expect(entry, String(each)).to.match(/all-declarations\.test\.[jt]s:\d+:\d+\)\s*$/)
    }
  })

  it('are as they are where there is one', async () => {
    @Module({ controllers: [Below] })
    class Wrong {}
    expect((await bootFailure(Wrong)).message).not.to.include('problems')
    @Controller()
    class One {
      @Get() read(@Query('page') _page: number) {}
    }
    @Module({ controllers: [One] })
    class App {}
    expect((await bootFailure(App)).message).to.match(/^Parameter 1 of One\.read /)
  })

  it('are counted behind the first twenty', async () => {
    const server = createServer()
    for (let at = 0; at < 23; at += 1) {
      const schema = { querystring: { a: { type: `strng${at}` } } }
      server.get(`/${at}`, { schema: schema as never }, () => 1)
    }
    const message = await server.ready().then(
      () => '',
      (error) => error.message,
    )
    expect(listed(message)).to.have.length(20)
    expect(message).to.include('The boot found 23 problems').and.include('and 3 more: "npx alcove check"')
    await server.close()
  })

  it('reach a plugin that declares a route, at once', async () => {
    const server = createServer()
    expect(() => server.get('/', { schema: { response: { foo: {} } } as never }, () => 1)).to.throw(/response schema/)
    await server.ready()
    await server.close()
  })
})
