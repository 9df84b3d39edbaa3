import { Controller, Get, Headers, Param, Query, Schema } from 'alcove'
import { inspect } from 'alcove/inspect'
import { createOpenApiDocument } from 'alcove/openapi'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { writeClient } from '#dist/inspect/client-file.js'
import { serving } from '../behaviour/modules/seen.js'

// biome-ignore lint/suspicious/noExplicitAny: the parts of a document are compared as they are
type Any = any

@Controller('/books')
class Books {
  @Get('/free/:shelf')
  free(
    @Param('shelf') shelf: string,
    @Query('q') q?: unknown,
    @Query('q') again?: unknown,
    @Headers('X-Of') of?: string,
  ) {
    return [shelf, q, again, of]
  }
  @Get('/hidden')
  hidden(@Headers('authorization') of?: string, @Headers('Host') host?: string) {
    return [of, host]
  }
  @Get('/mixed')
  mixed(@Query('q') q: unknown, @Query('page', { type: 'integer', default: 1 }) page: number) {
    return [q, page]
  }
  @Get('/whole')
  @Schema({ querystring: { type: 'object', required: ['q'], properties: { q: { type: 'string' } } } })
  whole(@Query('q') q: string) {
    return q
  }
}

async function documentOf(): Promise<Any> {
  await using app = await createTestApp(serving(Books))
  return createOpenApiDocument(inspect(app), {})
}

async function parametersOf(path: string): Promise<unknown> {
  return (await documentOf()).paths[path].get.parameters
}

describe('the OpenAPI document of values that a handler takes by name, without a schema', () => {
  it('lists a query value as any value and a header as a text, once each, both optional', async () => {
    expect(await parametersOf('/books/free/{shelf}')).to.deep.equal([
      { name: 'shelf', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'q', in: 'query', required: false, schema: {} },
      { name: 'x-of', in: 'header', required: false, schema: { type: 'string' } },
    ])
  })

  it('leaves out headers that OpenAPI describes elsewhere, or that each client writes by itself', async () => {
    expect(await parametersOf('/books/hidden')).to.equal(undefined)
  })

  it('lists them beside values with a schema', async () => {
    expect(await parametersOf('/books/mixed')).to.deep.equal([
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', default: 1 } },
      { name: 'q', in: 'query', required: false, schema: {} },
    ])
  })

  it('keeps what the schema of the whole part declares', async () => {
    expect(await parametersOf('/books/whole')).to.deep.equal([
      { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
    ])
  })

  it('gives the generated client optional properties for them', async () => {
    const client = writeClient(await documentOf()).replace(/\s+/g, ' ')
    expect(client).to.include("query?: { q?: unknown } headers?: { 'x-of'?: string }")
  })
})
