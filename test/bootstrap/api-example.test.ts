import 'reflect-metadata'
import bearerAuth from '@fastify/bearer-auth'
import {
  Body,
  bootstrap,
  Controller,
  ErrorHandler,
  Get,
  Hook,
  type Infer,
  Inject,
  Injectable,
  Module,
  PluginWrapped,
  Post,
  Rep,
  type Reply,
  type Request,
  requestValue,
  Schema,
  shared,
  use,
} from 'alcove'
import { expect } from 'chai'

const Answer = requestValue<number>('answer')
const Foo = requestValue<string>('foo')
const Bar = requestValue<string>('bar')
const User = shared('user', {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 20 }, age: { type: 'integer', minimum: 0, default: 18 } },
})
type User = Infer<typeof User>
const Values = {
  type: 'object',
  properties: { answer: { type: 'integer' }, foo: { type: 'string' }, bar: { type: 'string' } },
} as const

@Controller()
class One {
  @Get('/one')
  @Schema({ response: { 200: Values } })
  read(@Inject(Answer) answer: number, @Inject(Foo.optional) foo?: string, @Inject(Bar.optional) bar?: string) {
    return { answer, foo, bar }
  }
}

@Controller()
class Two {
  @Get('/two')
  @Schema({ response: { 200: Values } })
  read(@Inject(Answer) answer: number, @Inject(Foo) foo: string, @Inject(Bar.optional) bar?: string) {
    return { answer, foo, bar }
  }
}

@Controller()
class Three {
  @Get('/three')
  @Schema({ response: { 200: Values } })
  read(@Inject(Answer) answer: number, @Inject(Foo) foo: string, @Inject(Bar) bar: string) {
    return { answer, foo, bar }
  }
}

@Injectable()
class Users {
  private all: User[] = []
  add(user: User) {
    this.all.push(user)
    return { ...user, password: 'dropped by the schema' }
  }
}

@Controller('/users')
class UserController {
  constructor(private users: Users) {}
  @Post()
  @Schema({ body: User.ref, response: { 201: User.ref } })
  create(@Body(User.ref) user: User, @Rep() reply: Reply) {
    return reply.code(201).send(this.users.add(user))
  }
}

@Module({ plugins: [use(bearerAuth, { keys: new Set(['secret']) })], controllers: [One] })
class Authenticated {}

@PluginWrapped()
@Module({ decorateRequest: [Bar.is('bar')], controllers: [Three] })
class Grandchild {}

@Module({
  schemas: [User],
  providers: [Users],
  decorateRequest: [Foo.is('foo')],
  imports: [Grandchild],
  controllers: [Two, UserController],
})
class Public {
  @Hook('preHandler') async audit(request: Request, reply: Reply) {
    reply.header('x-audited', request.url)
  }
  @ErrorHandler() invalid(error: Error & { validationContext?: string }, _request: Request, reply: Reply) {
    reply.code(422).send({ part: error.validationContext, message: error.message })
  }
}

@Module({ decorateRequest: [Answer.is(42)], imports: [Authenticated, Public] })
class AppModule {}

describe('bootstrap: the example of the public surface', () => {
  it('answers each route with what its context sees', async () => {
    await using app = bootstrap(AppModule)
    expect((await app.inject('/one')).statusCode).to.equal(401)
    const one = await app.inject({ url: '/one', headers: { authorization: 'Bearer secret' } })
    expect(one.json()).to.deep.equal({ answer: 42 })
    const two = await app.inject('/two')
    expect(two.json()).to.deep.equal({ answer: 42, foo: 'foo', bar: 'bar' })
    expect(two.headers['x-audited']).to.equal('/two')
    expect((await app.inject('/three')).json()).to.deep.equal({ answer: 42, foo: 'foo', bar: 'bar' })
    const created = await app.inject({ method: 'POST', url: '/users', payload: { name: 'Ada' } })
    expect(created.statusCode).to.equal(201)
    expect(created.json()).to.deep.equal({ name: 'Ada', age: 18 })
    const invalid = await app.inject({ method: 'POST', url: '/users', payload: {} })
    expect(invalid.statusCode).to.equal(422)
    expect(invalid.json().part).to.equal('body')
  })
})
