import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'
import { createServer, type Instance } from '#dist/core.js'
import {
  Around,
  answer,
  Body,
  Controller,
  Delete,
  ErrorHandler,
  Get,
  Guard,
  Hook,
  Module,
  Param,
  PluginWrapped,
  Post,
  paramOf,
  Rep,
  type Reply,
  Schema,
  Status,
} from '#dist/index.js'
import { bootWarnings } from '#dist/server/warnings/boot-warnings.js'
import { createTestApp } from '#dist/testing.js'

type AnyClass = new (...args: never[]) => object

const Note = { type: 'object', properties: { text: { type: 'string' } } } as const
const both = { response: { 200: Note, 201: Note } } as const

async function warningsOf(Root: AnyClass): Promise<string[]> {
  await using app = await createTestApp(Root)
  return bootWarnings(app.instance).map(({ subject, message }) => `${subject}: ${message}`)
}

async function warningsOfController(Class: AnyClass, more: object = {}): Promise<string[]> {
  @Module({ controllers: [Class], ...more })
  class Root {}
  return warningsOf(Root)
}

async function warningsOfCore(declare: (server: Instance) => void): Promise<string[]> {
  const server = createServer()
  declare(server)
  await server.ready()
  const found = bootWarnings(server).map(({ subject, message }) => `${subject}: ${message}`)
  await server.close()
  return found
}

describe('warnings of statuses that a route cannot answer with', () => {
  it('name a declared status of success that the method neither has nor chooses', async () => {
    @Controller('/notes')
    class Notes {
      @Get() @Status(201) @Schema(both) read() {
        return { text: 'a' }
      }
    }
    expect(await warningsOfController(Notes)).to.deep.equal([
      'GET /notes, response 200: Notes.read answers with 201 only. Remove the response, or return answer(200, …).',
    ])
  })

  it('are not given where the method gets the reply, or may return an answer of another status', async () => {
    const reply = paramOf((_request, own) => own)
    const stored: { text: string } = answer(200, { text: 'a' }) as never
    @Controller('/notes')
    class Notes {
      @Get('/reply') @Status(201) @Schema(both) takesReply(@Rep() own: Reply) {
        own.code(200)
        return { text: 'a' }
      }
      @Get('/own') @Status(201) @Schema(both) takesOwn(@reply() own: unknown) {
        return { text: String(own) }
      }
      @Get('/plain') @Status(201) @Schema(both) plain(_request: unknown, own: Reply) {
        own.code(200)
        return { text: 'a' }
      }
      @Get('/chosen') @Status(201) @Schema(both) chosen() {
        return answer(200, { text: 'a' })
      }
      @Get('/stored') @Status(201) @Schema(both) stored() {
        return stored
      }
      @Get('/called') @Status(201) @Schema(both) called() {
        return this.find()
      }
      private find() {
        return stored
      }
    }
    expect(await warningsOfController(Notes)).to.deep.equal([])
  })

  it('are not given where a hook, a guard, an error handler or a function around the handler gets the reply', async () => {
    @Controller('/notes')
    class Notes {
      @Get() @Status(201) @Schema(both) read() {
        return { text: 'a' }
      }
    }
    @Module({ controllers: [Notes] })
    class Hooked {
      @Hook('preHandler') set(_request: unknown, reply: Reply) {
        reply.code(200)
      }
    }
    @Guard(() => true)
    @Module({ controllers: [Notes] })
    class Guarded {}
    @Module({ controllers: [Notes] })
    class Handled {
      @ErrorHandler() failed(_error: Error, _request: unknown, reply: Reply) {
        reply.code(200).send({ text: 'a' })
      }
    }
    @Around((_request, reply, next) => {
      reply.code(200)
      return next()
    })
    @Module({ controllers: [Notes] })
    class Surrounded {}
    for (const Root of [Hooked, Guarded, Handled, Surrounded])
      expect(await warningsOf(Root), Root.name).to.deep.equal([])
  })

  it('name informational statuses, and schemas of answers that have no body, in the core too', async () => {
    const found = await warningsOfCore((server) => {
      const response = { 102: Note, 204: Note, 304: { type: 'null' }, 200: Note }
      server.get('/', { schema: { response } }, () => ({ text: 'a' }))
    })
    expect(found).to.deep.equal([
      'GET /, response 102: a handler cannot answer with an informational status. Remove it.',
      'GET /, response 204: an answer with 204 has no body, so the schema has no effect. Remove the schema.',
    ])
  })
})

describe('warnings of parameters of a path', () => {
  it('name those that the validator removes', async () => {
    const params = { type: 'object', properties: { id: { type: 'integer' } } }
    const found = await warningsOfCore((server) => {
      server.get('/:owner/:id', { schema: { params } }, (request) => request.params)
    })
    expect(found).to.have.length(1)
    expect(found[0]).to.match(/^GET \/:owner\/:id, params: the validator removes the path parameter "owner"/)
    const server = createServer()
    server.get('/:owner/:id', { schema: { params } }, (request) => request.params)
    expect((await server.inject('/ada/7')).json(), 'what the warning says').to.deep.equal({ id: 7 })
    await server.close()
  })

  it('are not given for parameters that a schema keeps, or that parameters of the method name', async () => {
    const found = await warningsOfCore((server) => {
      const properties = { id: { type: 'integer' } }
      const kept = { type: 'object', properties, additionalProperties: true }
      server.get('/:owner/:id', { schema: { params: kept } }, () => '')
      server.get('/b/:id', { schema: { params: { type: 'object', properties } } }, () => '')
    })
    expect(found).to.deep.equal([])
    @Controller('/notes')
    class Notes {
      @Get('/:owner/:id') @Schema({ params: { id: { type: 'integer' } } }) read(
        @Param('owner') owner: string,
        @Param('id') id: number,
      ) {
        return { owner, id }
      }
    }
    expect(await warningsOfController(Notes)).to.deep.equal([])
  })
})

describe('warnings of guards that guard nothing', () => {
  @Controller('/notes')
  class Notes {
    @Get() read() {
      return ''
    }
  }
  const guard = function keep() {
    return true
  }

  it('name guards of modules without a route in them or below', async () => {
    @Guard(guard)
    @Module({})
    class Empty {}
    @Module({ imports: [Empty], controllers: [Notes] })
    class Root {}
    const [found, ...more] = await warningsOf(Root)
    expect(more).to.deep.equal([])
    expect(found).to.match(
      /^guard \S+ of Empty: neither Empty nor a context below it has a route, so the guard has no effect\./,
    )
  })

  it('are not given where a route is below, where the guard is wrapped into another module, or guards unknown paths', async () => {
    @Module({ controllers: [Notes] })
    class Below {}
    @Guard(guard)
    @Module({ imports: [Below] })
    class Above {}
    @Guard(guard)
    @PluginWrapped()
    @Module({})
    class Wrapped {}
    @Guard(guard, { unknownPaths: true })
    @Module({ prefix: '/none' })
    class Unknown {}
    @Module({ imports: [Wrapped, Unknown], controllers: [] })
    class Beside {
      configure(instance: Instance) {
        instance.get('/own', () => '')
      }
    }
    @Module({ imports: [Above, Beside] })
    class Root {}
    expect(await warningsOf(Root)).to.deep.equal([])
  })
})

describe('warnings of bodies that no schema validates', () => {
  it('ask for a schema where one has an effect, and for a check in the handler elsewhere', async () => {
    @Controller('/notes')
    class Notes {
      @Post() add(@Body() note: { text: string }) {
        return note
      }
      @Delete() remove(@Body() note: { text: string }) {
        return note
      }
    }
    expect(await warningsOfController(Notes)).to.deep.equal([
      'POST /notes, body: no schema validates the body: parameter 1 of Notes.add takes it as the client sends it. Write @Body(schema), or @Body({}) to accept any JSON.',
      'DELETE /notes, body: bodies of DELETE are not validated: parameter 1 of Notes.remove takes it as the client sends it. Check the value in the handler.',
    ])
  })
})

describe('warnings of routes of the core', () => {
  it('name the version as an option, and parts of the head that are not objects', async () => {
    const declare = (server: Instance) => {
      server.get('/a', { version: '1.0.0' } as Record<string, unknown>, () => '')
      server.get('/b', { schema: { querystring: { type: 'string' } } }, () => '')
    }
    expect(await warningsOfCore(declare)).to.deep.equal([
      'GET /a, options: the route option "version" has no effect: write constraints: { version: … }',
      'GET /b, querystring: "/type" is string, but the value is an object, so every request fails. Declare the names under properties.',
    ])
  })
})

describe('warnings of schemas of other libraries', () => {
  it('name the function that gives a JSON Schema to a schema of valibot', async () => {
    const posting = (body: object) => (server: Instance) => server.post('/', { schema: { body } }, () => 'ok')
    const Text = v.object({ text: v.string() })
    expect(await warningsOfCore(posting(toStandardJsonSchema(Text)))).to.deep.equal([])
    expect(await warningsOfCore(posting(Text))).to.deep.equal([
      'POST /, body: valibot gives no JSON Schema for it. OpenAPI documents and typed clients take it for any value.' +
        ' Write toStandardJsonSchema(schema), of @valibot/to-json-schema.',
    ])
  })

  it('name headers with capital letters, which no request has', async () => {
    const getting = (headers: object) => (server: Instance) => server.get('/', { schema: { headers } }, () => 'ok')
    const named = (name: string) => z.object({ [name]: z.string() })
    expect(await warningsOfCore(getting(named('x-tenant')))).to.deep.equal([])
    expect(await warningsOfCore(getting(named('X-Tenant')))).to.deep.equal([
      'GET /, headers: no header has the name "X-Tenant": the library receives lower case. Write "x-tenant".',
    ])
  })
})
