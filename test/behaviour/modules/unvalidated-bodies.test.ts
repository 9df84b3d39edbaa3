import { All, Body, Controller, Delete, Get, Module, Options, Post, Route, Schema } from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import * as z from 'zod'
import { bootFailure } from './boot-failure.js'

const Ids = {
  type: 'object',
  required: ['ids'],
  properties: { ids: { type: 'array', items: { type: 'integer' } } },
} as const
const notSupported = 'FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED'

describe('A parameter with a schema of the body, on a method whose bodies are not validated, fails the boot:', () => {
  for (const [name, decorator, unvalidated] of [
    ['DELETE', Delete('/a'), 'DELETE'],
    ['OPTIONS', Options('/a'), 'OPTIONS'],
    ['POST and DELETE together', Route({ method: ['POST', 'DELETE'], path: '/a' }), 'DELETE'],
    ['all methods', All('/a'), 'DELETE and OPTIONS'],
  ] as const) {
    it(name, async () => {
      @Controller('/x')
      class Routes {
        @decorator remove(@Body(Ids) body: { ids: number[] }) {
          return body
        }
      }
      @Module({ controllers: [Routes] })
      class Root {}
      const { code, message, declaredAt } = await bootFailure(Root)
      expect(code).to.equal(notSupported)
      expect(message)
        .to.include(
          `does not validate bodies of ${unvalidated}, but parameter 1 of Routes.remove has a schema for them`,
        )
        .and.include('Use only POST, PUT, PATCH, QUERY, or write @Body() without a schema')
        .and.include("addHttpMethod('DELETE', { hasBody: true })".replace('DELETE', unvalidated.split(' ')[0]!))
      expect(declaredAt).to.include('unvalidated-bodies.test')
    })
  }

  it('with a schema of another library', async () => {
    @Controller('/x')
    class Routes {
      @Delete('/a') remove(@Body(z.object({ ids: z.array(z.int()) })) body: { ids: number[] }) {
        return body
      }
    }
    @Module({ controllers: [Routes] })
    class Root {}
    expect(await bootFailure(Root)).to.include({ code: notSupported })
  })

  it('as on GET, whose bodies are not parsed', async () => {
    @Controller('/x')
    class Routes {
      @Get('/a') read(@Body(Ids) body: { ids: number[] }) {
        return body
      }
    }
    @Module({ controllers: [Routes] })
    class Root {}
    expect(await bootFailure(Root)).to.include({ code: notSupported })
  })
})

describe('The body of DELETE', () => {
  it('is validated after addHttpMethod with a body', async () => {
    @Controller('/x')
    class Routes {
      @Delete('/a') remove(@Body(Ids) body: { ids: number[] }) {
        return { removed: body.ids.length }
      }
    }
    @Module({
      plugins: [async (app) => void app.addHttpMethod('DELETE', { hasBody: true })],
      controllers: [Routes],
    })
    class Root {}
    await using app = await createTestApp(Root)
    const remove = (payload: object) => app.inject({ method: 'DELETE', url: '/x/a', payload })
    expect((await remove({ ids: 'all of them' })).statusCode).to.equal(400)
    expect((await remove({})).statusCode).to.equal(400)
    expect((await remove({ ids: [1, '2'] })).json()).to.deep.equal({ removed: 2 })
  })

  it('reaches a handler that takes it without a schema as it was sent', async () => {
    @Controller('/x')
    class Routes {
      @Delete('/a') remove(@Body() body: unknown) {
        return { body }
      }
    }
    @Module({ controllers: [Routes] })
    class Root {}
    await using app = await createTestApp(Root)
    const response = await app.inject({ method: 'DELETE', url: '/x/a', payload: { ids: 'all' } })
    expect(response.json()).to.deep.equal({ body: { ids: 'all' } })
  })

  it('has a warning, not an error, for the schema of @Schema', async () => {
    const lines: string[] = []
    @Controller('/x')
    class Routes {
      @Delete('/a') @Schema({ body: Ids }) remove(@Body() body: unknown) {
        return { body }
      }
      @Post('/a') add(@Body(Ids) body: { ids: number[] }) {
        return { body }
      }
    }
    @Module({ controllers: [Routes] })
    class Root {}
    const stream = { write: (line: string) => void lines.push(line) }
    await using app = await createTestApp(Root, { logger: { level: 'warn', stream } })
    const response = await app.inject({ method: 'DELETE', url: '/x/a', payload: { ids: 'all' } })
    expect(response.statusCode).to.equal(200)
    expect(lines.join()).to.include('The body schema of DELETE /x/a is not used')
  })
})
