// Accepted return values of a handler below `@Schema`. It is compiled, not run.
import { Type } from '@sinclair/typebox'
import { Controller, compose, Get, Post, Rep, type Reply, Schema, shared } from 'alcove'

const User = shared('user', {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', default: 18 },
    since: { type: 'string', format: 'date' },
  },
})
const NAMED = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } as const
const MESSAGE = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } } as const

interface Person {
  name: string
}

@Controller()
export class Fitting {
  @Get()
  @Schema({ response: { 200: { ...NAMED, additionalProperties: true } } })
  open(): Person {
    return { name: 'Ada' }
  }
  @Get()
  @Schema({ response: { 200: { type: 'object' } } })
  anyObject(): Person {
    return { name: 'Ada' }
  }
  @Get()
  @Schema({ response: { 200: User, 404: MESSAGE } })
  maybe(): Person | undefined {
    return undefined
  }
  @Get()
  @Schema({ response: { 200: NAMED } })
  value() {
    return { name: 'Ada' }
  }
  @Get()
  @Schema({ response: { 200: NAMED } })
  async promise() {
    return { name: 'Ada' }
  }
  @Get()
  @Schema({ response: { 200: NAMED } })
  more() {
    return { name: 'Ada', password: 'is dropped' }
  }
  @Get()
  @Schema({ response: { 200: NAMED } })
  nothing() {}
  @Get()
  @Schema({ response: { 200: NAMED } })
  async nothingLater() {}
  @Get()
  @Schema({ response: { 200: NAMED } })
  reply(@Rep() reply: Reply) {
    return reply.code(201).send({ any: 'thing' })
  }
  @Get()
  @Schema({ response: { 200: NAMED } })
  async replyLater(@Rep() reply: Reply) {
    return reply.send({ any: 'thing' })
  }
  @Get()
  @Schema({ response: { 200: NAMED } })
  throws() {
    throw new Error('always')
  }
  @Post()
  @Schema({ response: { 201: User.ref } })
  defaulted() {
    return { name: 'Ada' }
  }
  @Post()
  @Schema({ response: { 201: User.ref } })
  dated() {
    return { name: 'Ada', since: new Date() }
  }
  @Get()
  @Schema({ response: { '2xx': NAMED } })
  statusClass() {
    return { name: 'Ada' }
  }
  @Get()
  @Schema({ response: { 200: NAMED, 202: MESSAGE } })
  either() {
    return Math.random() > 2 ? { name: 'Ada' } : { message: 'later' }
  }
  @Get()
  @Schema({ response: { '4xx': MESSAGE } })
  failuresOnly() {
    return 'any thing'
  }
  @Get()
  @Schema({ response: { 200: { name: { type: 'string' }, age: { type: 'integer' } } } })
  shortForm() {
    return { name: 'Ada', age: 36 }
  }
  @Get()
  @Schema({ response: { 200: { type: 'array', items: User.ref } } })
  list(): readonly { name: string }[] {
    return []
  }
  @Get()
  @Schema({
    response: { 200: { type: 'object', required: ['state'], properties: { state: { enum: ['up', 'down'] } } } },
  })
  widened() {
    return { state: 'up' }
  }
  @Get()
  @Schema({ response: { 200: Type.Object({ name: Type.String() }) } })
  box() {
    return { name: 'Ada' }
  }
  @Get()
  @Schema({ body: NAMED })
  noResponse() {
    return 5
  }
  @Get()
  @Schema({
    response: {
      200: { content: { 'application/json': { schema: NAMED }, 'text/csv': { schema: { type: 'string' } } } },
    },
  })
  media() {
    return Math.random() > 2 ? { name: 'Ada' } : 'a,b'
  }
  @Schema({ response: { 200: NAMED } })
  @Get()
  otherOrder() {
    return { name: 'Ada' }
  }
}

@Controller()
export class Unfitting {
  @Get()
  // @ts-expect-error a required property is missing
  @Schema({ response: { 200: NAMED } })
  missing() {
    return { nam: 'Ada' }
  }
  @Get()
  // @ts-expect-error a property is of a wrong type
  @Schema({ response: { 200: NAMED } })
  wrongType() {
    return { name: 5 }
  }
  @Get()
  // @ts-expect-error the same in a promise
  @Schema({ response: { 200: NAMED } })
  async wrongPromise() {
    return { name: 5 }
  }
  @Get()
  // @ts-expect-error no object at all
  @Schema({ response: { 200: NAMED } })
  text() {
    return 'Ada'
  }
  @Get()
  // @ts-expect-error null is not declared
  @Schema({ response: { 200: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } } })
  nothing() {
    return { a: null }
  }
  @Post()
  // @ts-expect-error through a reference to a shared schema
  @Schema({ response: { 201: User.ref } })
  byReference() {
    return { age: 18 }
  }
  @Get()
  // @ts-expect-error in the items of an array
  @Schema({ response: { 200: { type: 'array', items: User.ref } } })
  items() {
    return [{ name: 'Ada' }, { name: 7 }]
  }
  @Get()
  // @ts-expect-error in a nested object
  @Schema({ response: { '2xx': { type: 'object', properties: { of: NAMED } } } })
  nested() {
    return { of: { name: false } }
  }
  @Get()
  // @ts-expect-error in the short form
  @Schema({ response: { 200: { name: { type: 'string' } } } })
  shortForm() {
    return { name: 5 }
  }
  @Get()
  // @ts-expect-error in a TypeBox schema
  @Schema({ response: { 200: Type.Object({ name: Type.String() }) } })
  box() {
    return { name: 5 }
  }
  @Get()
  // @ts-expect-error default speaks of 200 where nothing else does
  @Schema({ response: { default: NAMED } })
  byDefault() {
    return { name: 5 }
  }
  @Get()
  // @ts-expect-error an enum is still of its primitive type
  @Schema({ response: { 200: { type: 'object', properties: { state: { enum: ['up', 'down'] } } } } })
  widened() {
    return { state: 5 }
  }
  // @ts-expect-error what a part of compose asks is asked
  @compose(Get(), Schema({ response: { 200: NAMED } }))
  composed() {
    return { name: 5 }
  }
  // @ts-expect-error a route decorator stands on methods only
  @Get()
  property = 5
}
