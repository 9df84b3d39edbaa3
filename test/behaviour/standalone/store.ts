/** An application with a schema of every kind, and the program that starts it with what was written down. */
import { Body, bootstrap, Controller, Get, Module, Param, Params, Post, Query, Schema, shared } from 'alcove'
import type { InjectOptions, ServerOptions } from 'alcove/core'

const Item = shared('item', {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 9, pattern: '^\\w' },
    price: { type: 'number', minimum: 0, default: 1 },
    made: { type: 'string', format: 'date', nullable: true },
    kind: { enum: ['old', 'new', null] },
    parts: { type: 'array', items: { $ref: 'item#' } },
    size: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    code: { type: 'string', format: 'even' },
  },
})

const formats = { even: (text: string) => text.length % 2 === 0 }

export const optionsFor = (version: 6 | 8): ServerOptions => ({
  validatorengine: { version, customOptions: { formats } },
})

const found = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    item: { anyOf: [{ $ref: 'item#' }, { type: 'null' }] },
    at: { type: 'string', format: 'date-time' },
  },
}

@Controller('/items')
class Items {
  @Post('/')
  @Schema({ body: { $ref: 'item#' }, response: { 200: { $ref: 'item#' } } })
  add(@Body() item: unknown) {
    return item
  }

  @Get('/:id')
  @Schema({
    params: { id: { type: 'integer' } },
    querystring: { n: { type: 'integer', default: 2 } },
    response: { '2xx': found },
  })
  find(@Param('id') id: number, @Query() query: { n: number }) {
    return { id: id + query.n, item: { name: 'a', secret: 1 }, at: new Date(0), secret: 2 }
  }

  @Post('/:id/note')
  @Schema({
    body: { content: { 'text/plain': { schema: { type: 'string', maxLength: 3 } } } },
    headers: { 'X-Count': { type: 'integer' } },
  })
  note(@Params() params: unknown) {
    return params
  }
}

@Module({ schemas: [Item], controllers: [Items] })
export class Store {}

export interface Answer {
  status: number
  body: string
}

const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, payload: JSON.stringify(value) })
const text = (payload: string, count: string) => ({
  headers: { 'content-type': 'text/plain', 'x-count': count },
  payload,
})

const requests: InjectOptions[] = [
  { method: 'POST', url: '/items', ...json({ name: 'a', secret: 1, parts: [{ name: 'b', price: '2', secret: 1 }] }) },
  { method: 'POST', url: '/items', ...json({ name: 'a', size: 5, kind: null, made: null, code: 'ab' }) },
  { method: 'POST', url: '/items', ...json({ name: 'a', size: {} }) },
  { method: 'POST', url: '/items', ...json({ name: 'a', code: 'abc' }) },
  { method: 'POST', url: '/items', ...json({ parts: [{}] }) },
  { method: 'POST', url: '/items', ...json({ name: 'a', made: 'yesterday' }) },
  { method: 'POST', url: '/items', ...json({ name: 'a', kind: 'other' }) },
  { method: 'GET', url: '/items/5' },
  { method: 'GET', url: '/items/5?n=3&m=1' },
  { method: 'GET', url: '/items/x' },
  { method: 'POST', url: '/items/5/note', ...text('abc', '1') },
  { method: 'POST', url: '/items/5/note', ...text('abcd', '1') },
  { method: 'POST', url: '/items/5/note', ...text('abc', 'x') },
  { method: 'GET', url: '/nothing' },
]

/** The answers of the application to some requests. */
export async function answersOf(options: ServerOptions): Promise<Answer[]> {
  const app = await bootstrap(Store, options).ready()
  const answers: Answer[] = []
  for (const request of requests) {
    const { statusCode, body } = await app.inject(request)
    answers.push({ status: statusCode, body })
  }
  await app.close()
  return answers
}
