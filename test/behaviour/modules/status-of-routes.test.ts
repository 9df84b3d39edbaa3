import {
  All,
  Controller,
  Delete,
  ErrorHandler,
  Get,
  Hook,
  Module,
  NotFoundHandler,
  Post,
  Put,
  Rep,
  type Reply,
  Schema,
  Status,
  shared,
} from 'alcove'
import { expect } from 'chai'
import { ask, askOnce, withApp } from './app.js'
import { bootFailure } from './boot-failure.js'
import { answersOf, seen, serving } from './seen.js'

const Named = { type: 'object', properties: { name: { type: 'string' } } } as const
const Other = { type: 'object', properties: { other: { type: 'string' } } } as const
const ada = { name: 'Ada', password: 'secret' }

describe('the status of a route', () => {
  it('is one for all routes of a method, for every method of @All, and for the HEAD beside a GET', async () => {
    @Controller()
    class Things {
      @Get('/a')
      @Put('/b')
      @Status(202)
      both() {
        return { name: 'Ada' }
      }
      @All('/all')
      @Status(203)
      all() {
        return 'x'
      }
    }
    const lines = ['GET /a', 'PUT /b', 'HEAD /a', 'DELETE /all', 'HEAD /all']
    expect(await answersOf(serving(Things), lines)).to.deep.equal([
      '202 {"name":"Ada"}',
      '202 {"name":"Ada"}',
      '202',
      '203 x',
      '203',
    ])
  })

  it('is inherited with the route, and replaced by a subclass', async () => {
    class Base {
      @Post('/kept')
      @Status(201)
      kept() {
        return 'x'
      }
      @Post('/changed')
      @Status(201)
      changed() {
        return 'x'
      }
    }
    @Controller()
    class Things extends Base {
      @Status(202)
      override changed() {
        return 'y'
      }
    }
    expect(await answersOf(serving(Things), ['POST /kept', 'POST /changed'])).to.deep.equal(['201 x', '202 y'])
  })

  it('sees the responses that an onRoute hook adds', async () => {
    @Controller()
    class Things {
      @Post('/')
      add() {
        return ada
      }
    }
    @Module({ controllers: [Things] })
    class Root {
      configure(instance: { addHook(name: 'onRoute', hook: (options: { schema?: object }) => void): unknown }) {
        instance.addHook('onRoute', (options) => {
          options.schema = { response: { 201: Named } }
        })
      }
    }
    expect(seen(await askOnce(Root, 'POST /'))).to.equal('201 {"name":"Ada"}')
  })

  it('survives an onRoute hook that wraps the handler, as tracing does', async () => {
    @Controller()
    class Things {
      @Post('/')
      @Status(201)
      add() {
        return 'x'
      }
    }
    @Module({ controllers: [Things] })
    class Root {
      @Hook('onRoute') wrap(options: { handler: (...args: never[]) => unknown }) {
        const { handler } = options
        options.handler = function wrapped(this: unknown, ...args: never[]) {
          return handler.apply(this, args)
        }
      }
    }
    expect(seen(await askOnce(Root, 'POST /'))).to.equal('201 x')
  })

  it('holds for both versions of the validator and when schemas are compiled at their first use', async () => {
    const User = shared('user', Named)
    @Controller()
    class Things {
      @Post('/')
      @Schema({ response: { 201: User.ref } })
      add() {
        return ada
      }
    }
    @Module({ schemas: [User], controllers: [Things] })
    class Root {}
    for (const options of [{ validatorengine: { version: 8 as const } }, { compile: 'lazy' as const }]) {
      const answer = await withApp(Root, (app) => ask(app, 'POST /'), options)
      expect(seen(answer)).to.equal('201 {"name":"Ada"}')
    }
  })
})

describe('an empty answer by status', () => {
  it('is 204 with any return value of the handler', async () => {
    @Controller()
    class Things {
      @Delete('/nothing')
      @Status(204)
      nothing() {}
      @Delete('/object')
      @Status(204)
      object() {
        return ada
      }
      @Delete('/text')
      @Status(204)
      text() {
        return 'text'
      }
      @Delete('/null')
      @Schema({ response: { 204: { type: 'null' } } })
      declared(): never {
        return ada as never
      }
      @Delete('/misfit')
      @Schema({ response: { 204: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } } })
      misfit(): never {
        return ada as never
      }
    }
    const lines = ['nothing', 'object', 'text', 'null', 'misfit'].map((path) => `DELETE /${path}`)
    expect(await answersOf(serving(Things), lines)).to.deep.equal(lines.map(() => '204'))
  })
})

describe('the status of an answer to an error', () => {
  @Controller()
  class Failing {
    @Post('/thrown')
    @Status(201)
    thrown() {
      throw new Error('broken')
    }
    @Post('/rejected')
    @Schema({ response: { 201: Named } })
    async rejected(): Promise<{ name: string }> {
      throw Object.assign(new Error('late'), { statusCode: 409 })
    }
    @Post('/absent')
    @Status(201)
    absent(@Rep() reply: Reply) {
      reply.callNotFound()
    }
  }

  it('is not that of success', async () => {
    const statuses = await withApp(serving(Failing), async (app) => [
      (await ask(app, 'POST /thrown')).status,
      (await ask(app, 'POST /rejected')).status,
      (await ask(app, 'POST /absent')).status,
    ])
    expect(statuses).to.deep.equal([500, 409, 404])
  })

  it('stays 200 where an error handler or a not-found handler sets none', async () => {
    @Module({ controllers: [Failing] })
    class Root {
      @ErrorHandler() handle(error: Error) {
        return { failed: error.message }
      }
      @NotFoundHandler() absent() {
        return { absent: true }
      }
    }
    expect(await answersOf(Root, ['POST /thrown', 'POST /rejected', 'POST /absent'])).to.deep.equal([
      '200 {"failed":"broken"}',
      '200 {"failed":"late"}',
      '200 {"absent":true}',
    ])
  })
})

describe('a status that cannot be decided', () => {
  it('fails the boot where several 2xx statuses are declared, without 200 and without @Status', async () => {
    @Controller('/things')
    class Things {
      @Post()
      @Schema({ response: { 201: Named, 202: Other } })
      add() {
        return { name: 'Ada', other: 'x' }
      }
    }
    const error = await bootFailure(serving(Things))
    expect(error.code).to.equal('ALC_ERR_STATUS')
    expect(error.message).to.equal(
      'Things.add (POST /things) declares the statuses 201, 202, and a returned value can have only one of these statuses. Write @Status(201) or @Status(202) above the method',
    )
  })

  it('fails the boot where @Status is none of the declared ones', async () => {
    @Controller('/things')
    class Things {
      @Post()
      @Status(202)
      @Schema({ response: { 201: Named } })
      add() {
        return { name: 'Ada' }
      }
    }
    const error = await bootFailure(serving(Things))
    expect(error.code).to.equal('ALC_ERR_STATUS')
    expect(error.message).to.equal(
      'Things.add (POST /things) has @Status(202), but its schema declares only the status 201. Declare a response for 202, or write a declared status into @Status',
    )
  })
})

describe('@Status in a wrong place', () => {
  it('is refused with an invalid status, twice on one method, and on a method without a route', async () => {
    class One {
      read() {}
    }
    const read = Object.getOwnPropertyDescriptor(One.prototype, 'read') ?? {}
    const apply = (code: unknown) => () => Status(code as number)(One.prototype, 'read', read)
    for (const code of ['201', 99, 100, 600, 200.5, undefined]) expect(apply(code)).to.throw('@Status on One.read')
    apply(201)()
    expect(apply(201)).to.throw('One.read declares its status twice')

    @Controller()
    class Stray {
      @Status(201)
      helper() {}
    }
    const error = await bootFailure(serving(Stray))
    expect(error.code).to.equal('ALC_ERR_MEMBER_MISPLACED')
  })
})

describe('the status of a route of a plugin', () => {
  it('stays 200 with any schema', async () => {
    @Module()
    class Root {
      configure(instance: { post(path: string, options: { schema: object }, handler: () => unknown): unknown }) {
        instance.post('/', { schema: { response: { 201: Named } } }, () => ({ name: 'Ada' }))
      }
    }
    expect(seen(await askOnce(Root, 'POST /'))).to.equal('200 {"name":"Ada"}')
  })
})
