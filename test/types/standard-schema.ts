// Schemas of other libraries: what they give is compared with what a parameter declares and a handler returns.
import { Controller, Get, Query, Schema } from 'alcove'
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'

@Controller()
export class Typed {
  @Get()
  // @ts-expect-error the schema gives a number
  read(@Query(z.object({ page: z.coerce.number() })) query: { page: string }) {
    return query.page
  }

  @Get('/valibot')
  @Schema({ response: { 200: v.object({ a: v.string() }) } })
  right() {
    return { a: 'x' }
  }

  @Get('/arktype')
  // @ts-expect-error the schema takes a text
  @Schema({ response: { 200: type({ a: 'string' }) } })
  wrong() {
    return { a: 1 }
  }
}
