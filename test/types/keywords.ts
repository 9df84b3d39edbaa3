// Keywords and values of JSON Schema, checked where they are written. It is compiled, not run.
import { Type } from '@sinclair/typebox'
import {
  Body,
  Controller,
  createServer,
  Headers,
  type Infer,
  type JsonSchema,
  Param,
  Params,
  Post,
  Query,
  type RouteShorthandOptions,
  Schema,
  shared,
} from 'alcove'
import * as v from 'valibot'
import { z } from 'zod'
import { same } from './same.js'

declare module 'alcove' {
  interface SchemaKeywords {
    readonly isNotEmpty?: boolean
  }
}

// Known words, in every place

const User = shared('user', {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'User',
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: ['string', 'null'], minLength: 1, pattern: '^a', format: 'a-format-of-our-own', nullable: true },
    age: { type: 'integer', minimum: 0, exclusiveMaximum: 150, multipleOf: 1, default: 18, example: 36 },
    tags: { type: 'array', items: [{ type: 'string' }, true], additionalItems: false, uniqueItems: true },
    pair: { prefixItems: [{ type: 'number' }], items: false, unevaluatedItems: false, contains: {}, minContains: 1 },
    pet: { oneOf: [{ $ref: '#/definitions/cat' }], discriminator: { propertyName: 'kind' }, 'x-order': 3 },
    code: { if: { minLength: 3 }, then: { const: 'abc' }, else: { enum: ['a', 1, null] }, not: { type: 'null' } },
    more: { $ref: '#/$defs/cat', deprecated: true, isNotEmpty: true, errorMessage: { type: 'No' } },
    limit: { type: 'number', maximum: { $data: '1/age' } },
  },
  patternProperties: { '^x': { type: 'string' } },
  additionalProperties: { type: 'string' },
  propertyNames: { maxLength: 20 },
  dependentRequired: { name: ['age'] },
  dependencies: { name: ['age'], age: { required: ['name'] } },
  definitions: { cat: { type: 'object', unevaluatedProperties: false } },
  $defs: { cat: { $anchor: 'cat' } },
  'x-table': 'users',
})
same<Infer<typeof User>['age'], number>(true)

const Constant = { type: 'object', required: ['a'], properties: { a: { enum: ['x', 'y'] } } } as const
same<Infer<typeof Constant>, { a: 'x' | 'y' }>(true)
const Satisfying = { type: 'object', properties: { a: { type: 'string' } } } as const satisfies JsonSchema
same<Infer<typeof Satisfying>, { a?: string }>(true)
const wide = { type: 'object', properties: { a: { type: 'string' } } }
const Box = Type.Object({ width: Type.Number(), label: Type.Optional(Type.String()), any: Type.Unknown() })
const unknownSchema: Record<string, unknown> = {}
declare const declared: JsonSchema
interface OwnSchema {
  type?: string
  properties?: Record<string, OwnSchema>
}
declare const own: OwnSchema

@Controller()
export class Accepted {
  @Post('/:id')
  @Schema({
    summary: 'All parts',
    body: Constant,
    querystring: {
      page: { type: 'integer', default: 1 },
      type: { type: 'string' },
      required: ['page'],
      title: 'Pages',
    },
    params: { id: { $ref: 'user#/properties/name' } },
    headers: { 'X-Count': { type: 'integer' } },
    response: { 200: User.ref, '4xx': wide, default: { content: { 'text/plain': { schema: { type: 'string' } } } } },
    'x-role': 'admin',
  })
  parts() {
    return { name: 'Ada' }
  }

  @Post('/content')
  @Schema({
    body: {
      description: 'A user',
      'x-own': 1,
      content: { 'application/json': { schema: { name: { type: 'string' } } } },
    },
    response: { 200: { description: 'The name', content: { 'text/plain': { schema: { type: 'string' } } } } },
  })
  content() {
    return 'Ada'
  }

  // @ts-expect-error beside content: not description
  @Schema({ body: { descripton: 'A user', content: { 'application/json': { schema: { type: 'object' } } } } })
  @Post('/misspelt')
  misspelt() {}

  @Post('/a') wide(@Body(wide) _: unknown, @Query({ type: 'object', properties: { wide } }) __: unknown) {}
  @Post('/b') box(@Body(Box) box: { width: number; label?: string; any: unknown }) {
    return box
  }
  @Post('/c') boxes(@Body({ type: 'array', items: Box }) boxes: { width: number }[]) {
    return boxes
  }
  @Post('/d') zod(
    @Body(z.object({ a: z.string() })) body: { a: string },
    @Query(v.object({ b: v.string() })) _: object,
  ) {
    return body
  }
  @Post('/e') shared(
    @Body(User) user: { name: string | null },
    @Params({ type: 'object', properties: { User } }) _: object,
  ) {
    return user
  }
  @Post('/f') untyped(@Body(unknownSchema) _: unknown, @Query(declared) __: unknown, @Headers(own) ___: unknown) {}
  @Post('/g/:id') one(@Param('id', { type: 'integer' }) id: number, @Query('q', { type: 'string' }) q?: string) {
    return [id, q]
  }
}

export function paged<const S extends JsonSchema>(items: S) {
  return Schema({ response: { 200: { type: 'array', items } } })
}
export function plain<const S extends JsonSchema>(schema: S) {
  return Schema({ body: schema, response: { 200: schema } })
}

const options: RouteShorthandOptions = { schema: { body: wide, response: { 200: Box } } }
export const server = createServer()
server.get('/a', options, () => 'a')
server.get(
  '/b',
  { schema: { body: wide, querystring: { page: wide }, response: { 200: Constant, 404: Box } } },
  () => 'b',
)
server.post('/c', { schema: { body: { $merge: { source: wide, with: {} } } } }, () => 'c')
server.route({ method: 'GET', url: '/d', schema: { response: { 200: { type: 'string' } } }, handler: () => 'd' })
server.post('/e', { schema: { body: z.string(), tags: ['a'], hide: true } }, (request) => request.body)

// Misspelt words, in every place

// @ts-expect-error of a value
shared('a', { type: 'objct' })
// @ts-expect-error of a keyword
shared('a', { type: 'object', propertis: {} })
// @ts-expect-error far below
shared('a', { type: 'array', items: { type: 'object', properties: { a: { anyOf: [{ type: 'strin' }] } } } })
// @ts-expect-error far below
shared('a', { type: 'array', items: { type: 'object', properties: { a: { allOf: [{ maxLenght: 3 }] } } } })
// @ts-expect-error a text for a number
shared('a', { type: 'string', maxLength: '5' })
// @ts-expect-error one name for a list
shared('a', { type: 'object', required: 'name' })
// @ts-expect-error no keyword of ours
shared('a', { type: 'object', faker: 'name' })
const misspelt = { type: 'object', properties: { a: { type: 'strin' } } } as const
// @ts-expect-error not written in place
shared('a', misspelt)
// @ts-expect-error the text of a schema
shared('a', 'object')

@Controller()
export class Refused {
  // @ts-expect-error a type that JSON Schema does not have
  @Schema({ body: { type: 'objct' } })
  @Post()
  a() {}
  // @ts-expect-error a keyword that JSON Schema does not have
  @Schema({ response: { 200: { type: 'object', propertis: {} } } })
  @Post()
  b() {}
  // @ts-expect-error a keyword alone
  @Schema({ response: { 200: { propertis: { a: { type: 'string' } } } } })
  @Post()
  c() {}
  // @ts-expect-error in the short form
  @Schema({ querystring: { page: { type: 'integr' }, required: ['page'] } })
  @Post()
  d() {}
  // @ts-expect-error in the short form
  @Schema({ querystring: { page: { type: 'integer', maxmum: 3 } } })
  @Post()
  e() {}
  // @ts-expect-error by media type
  @Schema({ body: { content: { 'application/json': { schema: { type: 'objct' } } } } })
  @Post()
  f() {}
  // @ts-expect-error not written in place
  @Schema({ response: { 200: misspelt } })
  @Post()
  g() {}
  // @ts-expect-error texts
  @Schema({ tags: 'pets' })
  @Post()
  h() {}

  // @ts-expect-error a type that JSON Schema does not have
  @Post() i(@Body({ type: 'objct' }) _: unknown) {}
  // @ts-expect-error in the short form
  @Post() j(@Query({ page: { type: 'integr' } }) _: unknown) {}
  // @ts-expect-error a keyword that JSON Schema does not have
  @Post() k(@Params({ type: 'object', propertis: {} }) _: unknown) {}
  // @ts-expect-error a value
  @Post() l(@Headers({ type: 'object', required: 'a' }) _: unknown) {}
  // @ts-expect-error of one value
  @Post() m(@Param('id', { type: 'integr' }) _: unknown) {}
  // @ts-expect-error of one value
  @Post() n(@Query('id', { type: 'integer', maxmum: 4 }) _: unknown) {}
  // @ts-expect-error of one value
  @Post() o(@Headers('id', { type: 'integr' }) _: unknown) {}
}

// @ts-expect-error a type that JSON Schema does not have
server.get('/f', { schema: { body: { type: 'objct' } } }, () => 'f')
// @ts-expect-error a keyword that JSON Schema does not have
server.get('/g', { schema: { response: { 200: { type: 'object', propertis: {} } } } }, () => 'g')
// @ts-expect-error a part that no route has
server.get('/h', { schema: { respnse: { 200: {} } } }, () => 'h')
// @ts-expect-error a type that JSON Schema does not have
server.route({ method: 'GET', url: '/i', schema: { querystring: { q: { type: 'text' } } }, handler: () => 'i' })
// @ts-expect-error a keyword that JSON Schema does not have
export const checked = { type: 'object', propertis: {} } as const satisfies JsonSchema
