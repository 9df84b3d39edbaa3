import bearerAuth from '@fastify/bearer-auth'
import {
  Body,
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
  ValidationError,
} from 'alcove'
import type { RootModule } from './app.js'

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
  private readonly all: User[] = []
  add(user: User) {
    this.all.push(user)
    return { ...user, password: 'dropped by the schema' }
  }
}

@Controller('/users')
class UserController {
  constructor(private readonly users: Users) {}

  @Post()
  @Schema({ body: User.ref, response: { 201: User.ref } })
  create(@Body(User.ref) user: User, @Rep() reply: Reply) {
    return reply.code(201).send(this.users.add(user))
  }
}

@Module({ plugins: [use(bearerAuth, { keys: new Set(['secret']) })], controllers: [One] })
class Authenticated {}

function appWith(grandchild: RootModule): RootModule {
  @Module({
    schemas: [User],
    providers: [Users],
    decorateRequest: [Foo.is('foo')],
    imports: [grandchild],
    controllers: [Two, UserController],
  })
  class Public {
    @Hook('preHandler')
    async audit(request: Request, reply: Reply) {
      reply.header('x-audited', request.url)
    }

    @ErrorHandler(ValidationError)
    invalid(error: ValidationError, _request: Request, reply: Reply) {
      reply.code(422).send({ part: error.validationContext, message: error.message })
    }
  }

  @Module({ decorateRequest: [Answer.is(42)], imports: [Authenticated, Public] })
  class AppModule {}

  return AppModule
}

/** The scene of SPEC.md 4.9 with the grandchild in a context of its own. */
export function encapsulatedScene(): RootModule {
  @Module({ decorateRequest: [Bar.is('bar')], controllers: [Three] })
  class Grandchild {}
  return appWith(Grandchild)
}

/** The same scene after wrapping the grandchild. */
export function wrappedScene(): RootModule {
  @PluginWrapped()
  @Module({ decorateRequest: [Bar.is('bar')], controllers: [Three] })
  class Grandchild {}
  return appWith(Grandchild)
}
