// Schemas of other libraries: what they give is compared with what a parameter declares and a handler returns.
import { Controller, Get, Headers, Param, Query, Schema } from 'alcove'
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

  @Get('/named/:id')
  named(
    @Param('id', z.coerce.number()) id: number,
    @Query('page', z.coerce.number().default(1)) page: number,
    @Query('since', z.coerce.date().optional()) since: Date | undefined,
    @Query('q', v.string()) wider: string | undefined,
    @Headers('x-a', type('string.numeric.parse')) a: number,
  ) {
    return [id, page, since, wider, a]
  }

  @Get('/misnamed/:id')
  misnamed(
    // @ts-expect-error the schema gives a number
    @Param('id', z.coerce.number()) id: string,
    // @ts-expect-error the schema gives a date
    @Query('since', z.coerce.date()) since: string,
    // @ts-expect-error the value may be missing
    @Query('page', z.coerce.number().optional()) page: number,
    // @ts-expect-error the value may be missing
    @Query('q', v.optional(v.string())) q: string,
    // @ts-expect-error the value may be missing
    @Headers('x-a', type('string|undefined')) a: string,
  ) {
    return [id, since, page, q, a]
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
