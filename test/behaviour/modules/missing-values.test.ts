import { Controller, Get, Headers, Module, Param, Query, Schema } from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { bootFailure } from './boot-failure.js'

const integer = { type: 'integer' } as const

type AnyClass = new () => object

function rootOf(Routes: AnyClass): AnyClass {
  @Module({ controllers: [Routes] })
  class Root {}
  return Root
}

describe('A value that the client leaves out', () => {
  it('is undefined for an optional path parameter, which may be declared so', async () => {
    @Controller('/x')
    class Routes {
      @Get('/:id?') read(@Param('id') id?: string) {
        return { id: id ?? 'none' }
      }
    }
    await using app = await createTestApp(rootOf(Routes))
    expect((await app.inject('/x')).json()).to.deep.equal({ id: 'none' })
    expect((await app.inject('/x/7')).json()).to.deep.equal({ id: '7' })
  })

  it('is undefined for a named query value and header, even if their schema has a type', async () => {
    @Controller('/x')
    class Routes {
      @Get() read(@Query('limit', integer) limit?: number, @Headers('x-depth', integer) depth?: number) {
        return { limit: limit ?? 'none', depth: depth ?? 'none' }
      }
    }
    await using app = await createTestApp(rootOf(Routes))
    expect((await app.inject('/x')).json()).to.deep.equal({ limit: 'none', depth: 'none' })
  })

  it('is a 400 where @Schema requires the name', async () => {
    @Controller('/x')
    class Routes {
      @Get()
      @Schema({
        querystring: { type: 'object', required: ['limit'] },
        headers: { type: 'object', required: ['x-depth'] },
      })
      read(@Query('limit', integer) limit: number, @Headers('x-depth', integer) depth: number) {
        return { limit, depth }
      }
    }
    await using app = await createTestApp(rootOf(Routes))
    const { statusCode, message } = (await app.inject('/x')).json()
    expect([statusCode, message]).to.deep.equal([400, "querystring should have required property 'limit'"])
    expect((await app.inject('/x?limit=5')).json().message).to.include("required property 'x-depth'")
    const complete = await app.inject({ url: '/x?limit=5', headers: { 'x-depth': '2' } })
    expect(complete.json()).to.deep.equal({ limit: 5, depth: 2 })
  })
})

describe('A boolean "required" in the schema of one value fails the boot, and the message has the fix:', () => {
  const required = { type: 'integer', required: true } as object

  it('the list of the whole query for @Query(name, schema)', async () => {
    @Controller('/x')
    class Routes {
      @Get() read(@Query('limit', required) limit: number) {
        return limit
      }
    }
    const { code, message } = await bootFailure(rootOf(Routes))
    expect(code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
    expect(message)
      .to.include('at "/properties/limit/required", the value should be array')
      .and.include("write @Schema({ querystring: { type: 'object', required: ['limit'] } })")
  })

  it('the list of all headers for @Headers(name, schema)', async () => {
    @Controller('/x')
    class Routes {
      @Get() read(@Headers('X-Depth', required) depth: number) {
        return depth
      }
    }
    const { message } = await bootFailure(rootOf(Routes))
    expect(message).to.include("write @Schema({ headers: { type: 'object', required: ['x-depth'] } })")
  })

  it('the list of the object around it for a property deeper inside', async () => {
    @Controller('/x')
    class Routes {
      @Get()
      @Schema({
        querystring: { type: 'object', properties: { page: { type: 'object', properties: { size: required } } } },
      })
      read() {}
    }
    const { message } = await bootFailure(rootOf(Routes))
    expect(message).to.include(`The object around "size" lists its required properties: write required: ['size'] there`)
  })

  it('no keyword at all where it is false', async () => {
    @Controller('/x')
    class Routes {
      @Get() read(@Query('limit', { type: 'integer', required: false } as object) limit?: number) {
        return limit
      }
    }
    const { message } = await bootFailure(rootOf(Routes))
    expect(message).to.include('A property is optional unless the object around it lists it. Remove the keyword')
  })
})
