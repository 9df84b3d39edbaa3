import { Controller, Get, Headers, Query, Schema } from 'alcove'
import { expect } from 'chai'
import { bootFailure } from './boot-failure.js'
import { answersOf, serving } from './seen.js'

describe('a parameter that is declared as a list', () => {
  it('fails the boot: a list of the query, which a single value is not', async () => {
    @Controller()
    class Filter {
      @Get()
      @Schema({ querystring: { page: { type: 'integer' } } })
      read(@Query('ids') ids: string[]) {
        return ids
      }
    }
    expect((await bootFailure(serving(Filter))).message).to.equal(
      "Parameter 1 of Filter.read (GET /) is declared as a list, but no schema converts the query value \"ids\" to it. Write @Query('ids', { type: 'array', items: { type: 'string' } }), or declare it as string. A single value becomes a list only with coerceTypes: 'array'",
    )
  })

  it('boots where a schema makes a list of the value', async () => {
    @Controller()
    class Filter {
      @Get()
      read(
        @Query('ids', { type: 'array', items: { type: 'string' } }) ids: string[],
        @Headers('set-cookie') set: string[],
      ) {
        return [ids, set]
      }
      @Get('/part')
      @Schema({
        querystring: { type: 'object', properties: { ids: { type: ['array', 'null'] }, tags: { items: {} } } },
      })
      part(@Query('ids') ids: string[], @Query('tags') tags: unknown[]) {
        return [ids, tags]
      }
    }
    expect(await answersOf(serving(Filter), ['GET /?ids=1&ids=2'])).to.deep.equal(['200 [["1","2"],null]'])
  })
})
