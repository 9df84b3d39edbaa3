// Arguments that `answer` accepts below `@Schema`. It is compiled, not run.
import { answer, Controller, Get, Post, Schema } from 'alcove'

const User = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } as const
const Problem = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } as const
const Tags = { type: 'array', items: { type: 'string' } } as const

@Controller()
export class Fitting {
  @Post()
  @Schema({ response: { 201: User, 404: Problem } })
  both(known = true) {
    return known ? answer(201, { name: 'Ada' }) : answer(404, { title: 'nobody' }, { 'retry-after': 1 })
  }
  @Post()
  @Schema({ response: { 201: User, 404: Problem } })
  async later() {
    if (Date.now() > 0) return { name: 'a plain value beside it' }
    return answer(404, { title: 'nobody' })
  }
  @Get()
  @Schema({ response: { 200: User, '4xx': Problem } })
  byClass() {
    return answer(418, { title: 'teapot' })
  }
  @Get()
  @Schema({ response: { 200: User, default: Problem } })
  byDefault() {
    return answer(503, { title: 'later' })
  }
  @Get()
  @Schema({ response: { 200: User, 204: { type: 'null' }, 202: { type: 'null' } } })
  empty(now = true) {
    return now ? answer(204) : answer(202)
  }
  @Get()
  @Schema({ response: { '2xx': User } })
  emptyInClass(now = true) {
    return now ? answer(204) : answer(201, { name: 'Ada' })
  }
  @Get()
  @Schema({ response: { 200: User, default: Problem } })
  async emptyByDefault(now = true) {
    return now ? answer(204) : { name: 'Ada' }
  }
  @Get()
  // @ts-expect-error no entry covers 204
  @Schema({ response: { 200: User, '4xx': Problem } })
  emptyUndeclared() {
    return answer(204)
  }
  @Get()
  // @ts-expect-error 201 of the class has a body
  @Schema({ response: { '2xx': User } })
  emptyWithBody() {
    return answer(201)
  }
  @Get()
  @Schema({ response: { 200: Tags } })
  list() {
    return answer(200, ['a', 'b'])
  }
  @Get()
  @Schema({ response: { 200: User } })
  more() {
    return answer(200, { name: 'Ada', password: 'is dropped' })
  }
  @Get()
  @Schema({ querystring: User })
  anything() {
    return answer(299, 'without response schemas')
  }
  @Get()
  without() {
    return answer(207, [])
  }
  @Get()
  @Schema({ response: { 200: User, 404: Problem } })
  bodyLater(known = true) {
    return known ? answer(200, Promise.resolve({ name: 'Ada' })) : answer(404, Promise.resolve({ title: 'nobody' }))
  }
  @Get()
  @Schema({ response: { 200: {} } })
  anyBody(known = true) {
    return known ? answer(200, { any: 'thing' }) : answer(200, 'or text')
  }
  @Get()
  @Schema({ response: { 200: {}, 404: Problem } })
  anyValue(): unknown {
    return JSON.parse('{}')
  }
  @Get()
  @Schema({ response: { 404: Problem } })
  ownObject() {
    return { status: 410, body: 'an object of the application', headers: {} }
  }
}

@Controller()
export class NotFitting {
  @Get()
  // @ts-expect-error no schema for 202
  @Schema({ response: { 201: User, 404: Problem } })
  undeclared() {
    return answer(202, { name: 'Ada' })
  }
  @Get()
  // @ts-expect-error the body of 404 under 201
  @Schema({ response: { 201: User, 404: Problem } })
  crossed() {
    return answer(201, { title: 'nobody' })
  }
  @Get()
  // @ts-expect-error one of two is undeclared
  @Schema({ response: { 201: User, 404: Problem } })
  async oneOfTwo(known = true) {
    return known ? answer(201, { name: 'Ada' }) : answer(500, { title: 'nobody' })
  }
  @Get()
  // @ts-expect-error the class has no 5xx
  @Schema({ response: { 200: User, '4xx': Problem } })
  otherClass() {
    return answer(500, { title: 'broken' })
  }
  @Get()
  // @ts-expect-error the exact status has another schema than its class
  @Schema({ response: { 404: User, '4xx': Problem, 200: User } })
  exactWins() {
    return answer(404, { title: 'nobody' })
  }
  @Get()
  // @ts-expect-error 200 has a schema of its own, so default does not speak of it
  @Schema({ response: { 200: User, default: Problem } })
  notByDefault() {
    return answer(200, { title: 'nobody' })
  }
  @Get()
  // @ts-expect-error a class has a schema of its own, so default does not speak of it
  @Schema({ response: { 200: User, '4xx': User, default: Problem } })
  classBeforeDefault() {
    return answer(404, { title: 'nobody' })
  }
  @Get()
  // @ts-expect-error no schema for 410, and an answer is no object with optional properties
  @Schema({ response: { 200: { name: { type: 'string' } } } })
  undeclaredBesideOptional() {
    return answer(410, { title: 'gone' })
  }
  @Get()
  // @ts-expect-error the same where any object fits
  @Schema({ response: { 200: { type: 'object' } } })
  undeclaredBesideAnyObject() {
    return answer(410, { title: 'gone' })
  }
  @Get()
  // @ts-expect-error the same where any value fits
  @Schema({ response: { 200: {} } })
  undeclaredBesideAnything() {
    return answer(410, { title: 'gone' })
  }
  @Get()
  // @ts-expect-error the same without a response of success
  @Schema({ response: { 404: Problem } })
  undeclaredBesideProblem() {
    return answer(410, { title: 'gone' })
  }
  @Get()
  // @ts-expect-error the body of 404 does not fit, beside optional properties
  @Schema({ response: { 200: { name: { type: 'string' } }, 404: Problem } })
  async mistypedBesideOptional(known = true) {
    return known ? { name: 'Ada' } : answer(404, { title: 1 })
  }
  @Get()
  // @ts-expect-error the result of the body's promise does not fit
  @Schema({ response: { 200: User } })
  mistypedLater() {
    return answer(200, Promise.resolve({ name: 1 }))
  }
  @Get()
  // @ts-expect-error the body is missing
  @Schema({ response: { 200: User } })
  empty() {
    return answer(200)
  }
  @Get()
  // @ts-expect-error a number for a text
  @Schema({ response: { 200: User } })
  mistyped() {
    return answer(200, { name: 1 })
  }
}
