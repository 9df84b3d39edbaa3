// Tokens: a login returns one, a protected module requires one, and a public module does not.
// Start it: npm run build:all && node build/samples/auth-jwt/main.js
import { randomUUID } from 'node:crypto'
import jwt, { type JWT } from '@fastify/jwt' // an unmodified plugin
import { httpErrors } from '@fastify/sensible'
import {
  Body,
  bootstrap,
  Controller,
  contextValue,
  Get,
  Hook,
  type Infer,
  Inject,
  Injectable,
  Module,
  Post,
  type Request,
  requestValue,
  use,
} from 'alcove'
import { startWhenMain } from '../start.js'

/** The plugin registers the signer on the context. On each request it sets the user of its token. */
const Tokens = contextValue<JWT>('jwt')
const User = requestValue<{ name: string }>('user')

const Credentials = {
  type: 'object',
  required: ['name', 'password'],
  properties: { name: { type: 'string' }, password: { type: 'string' } },
} as const

/** For the sample only: an application stores salted hashes of passwords, and compares them in constant time. */
@Injectable()
class Accounts {
  readonly #passwords = new Map([['ada', 'analytical']])

  knows({ name, password }: Infer<typeof Credentials>): boolean {
    return this.#passwords.get(name) === password
  }
}

@Controller('/login')
class Login {
  constructor(
    private readonly accounts: Accounts,
    @Inject(Tokens) private readonly tokens: JWT,
  ) {}

  @Post()
  login(@Body(Credentials) credentials: Infer<typeof Credentials>) {
    if (!this.accounts.knows(credentials)) throw httpErrors.unauthorized('Wrong name or password')
    return { token: this.tokens.sign({ name: credentials.name }, { expiresIn: '10m' }) }
  }
}

@Controller('/me')
class Me {
  @Get()
  read(@Inject(User) user: { name: string }) {
    return { name: user.name }
  }
}

@Module({ controllers: [Me] })
class Protected {
  // It runs for all routes of this module and below, so no route there can forget it.
  @Hook('onRequest')
  async verify(request: Request): Promise<void> {
    await request.getDecorator<() => Promise<unknown>>('jwtVerify')()
  }
}

@Controller('/news')
class News {
  @Get()
  read() {
    return ['Anybody may read this']
  }
}

@Module({ controllers: [News] })
class Public {}

@Module({
  // Keep secrets out of source files. Without JWT_SECRET, each run of the program makes its own.
  plugins: [use(jwt, { secret: process.env.JWT_SECRET ?? randomUUID() })],
  providers: [Accounts],
  imports: [Protected, Public],
  controllers: [Login],
})
class AppModule {}

export const app = bootstrap(AppModule)

const bearer = `-H "authorization: Bearer $TOKEN"`

await startWhenMain(
  import.meta,
  app,
  [
    ['/news', '200 ["Anybody may read this"]'],
    ['/me', '401 …"code":"FST_JWT_NO_AUTHORIZATION_IN_HEADER"…'],
    [`/login --json '{"name":"ada","password":"guess"}'`, '401 …Wrong name or password…'],
    [`/login --json '{"name":"ada"}'`, `400 …body should have required property 'password'…`],
    [`/login --json '{"name":"ada","password":"analytical"}'`, '200 {"token":"$TOKEN"}'],
    [`/me ${bearer}`, '200 {"name":"ada"}'],
    [`/me ${bearer.replace('$TOKEN', 'guess')}`, '401 …"code":"FST_JWT_AUTHORIZATION_TOKEN_INVALID"…'],
  ],
  () => 'Where a line says $TOKEN, put the token that you got: TOKEN=ey…',
)
