/** Nest on Fastify with route schemas: what Fastify offers, reached through Nest's decorators. */
import 'reflect-metadata'
import {
  Body,
  type CallHandler,
  type CanActivate,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  type MiddlewareConsumer,
  Module,
  type NestInterceptor,
  Param,
  Post,
  Query,
  Req,
  Scope,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common'
import { NestFactory, REQUEST } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication, RouteSchema } from '@nestjs/platform-fastify'
import { finalize } from 'rxjs'
import { loopback, portOf, type RunningServer, type StartServer } from '../servers/server.js'
import { firstAnswer, moduleCount, routeSchemas } from '../workloads/boot.js'
import * as order from '../workloads/order.js'
import * as w1 from '../workloads/w1.js'
import * as w2 from '../workloads/w2.js'
import * as w5 from '../workloads/w5.js'
import * as w6 from '../workloads/w6.js'
import * as w7 from '../workloads/w7.js'
import * as w8 from '../workloads/w8.js'

export type Class = new (...args: never[]) => object
export type FastifySchema = Parameters<typeof RouteSchema>[0]

@Controller()
export class Small {
  @Get('/small')
  @RouteSchema(w1.schema as FastifySchema) // a constant one: its arrays are read-only
  read() {
    return w1.answer
  }
}

@Controller('/users')
class Users {
  @Get('/:id')
  @RouteSchema(w2.schema as unknown as FastifySchema) // as above
  read(@Param() params: w2.Params, @Query() query: w2.Query) {
    return w2.answer(params, query)
  }
}

@Controller('/orders')
class Orders {
  @Post()
  @RouteSchema(order.schema as unknown as FastifySchema) // as above
  create(@Body() body: order.Order) {
    return { id: 7, ...body, secret: 'dropped' }
  }
}

@Controller()
class Rows {
  @Get('/rows')
  @RouteSchema(w6.schema as FastifySchema) // as above
  list() {
    return w6.rows
  }
}

export interface RawRequest {
  readonly raw: Record<string, unknown>
}

export function deepAnswer({ raw }: RawRequest) {
  return { first: raw.value1, last: raw[`value${w5.depth}`] }
}

@Controller()
class Deep {
  @Get('/deep')
  @RouteSchema(w5.schema as FastifySchema) // as above
  read(@Req() request: RawRequest) {
    return deepAnswer(request)
  }
}

type Middleware = (req: Record<string, unknown>, res: object, next: () => void) => void

/** A module below a module. Modules of Nest are not contexts: one adds to a request by a middleware for the route. */
export function levelAbove(number: number, deep: Class): Class {
  const setValue: Middleware = (req, _res, next) => {
    req[`value${number}`] = number
    next()
  }
  const pass: Middleware = (_req, _res, next) => next()
  const below = number < w5.depth ? { imports: [levelAbove(number + 1, deep)] } : { controllers: [deep] }
  @Module(below)
  class Level {
    configure(consumer: MiddlewareConsumer) {
      consumer.apply(setValue, ...(number % 2 === 0 ? [pass] : [])).forRoutes(deep)
    }
  }
  return Level
}

export const fromRequest = createParamDecorator((name: string, context: ExecutionContext) => {
  return context.switchToHttp().getRequest()[name]
})

@Controller()
class Injected {
  constructor(
    @Inject('greeting') private readonly greeting: string,
    @Inject(w7.Stock) private readonly stock: w7.Stock,
  ) {}

  @Get('/injected')
  @RouteSchema(w7.schema as FastifySchema) // as above
  read(@fromRequest('tenant') tenant: string, @fromRequest('region') region: string) {
    return w7.answer(tenant, region, this.greeting, this.stock)
  }
}

export const injectedProviders = [w7.Stock, { provide: 'greeting', useValue: w7.greeting }]

type UserRequest = { user: w8.User; query: w8.Query }

@Injectable()
class KeyGuard implements CanActivate {
  constructor(@Inject(w8.Keys) private readonly keys: w8.Keys) {}
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<UserRequest>()
    const user = this.keys.find(request.query.key)
    if (user === undefined) return false
    request.user = user
    return true
  }
}

@Injectable()
class Transaction implements NestInterceptor {
  constructor(@Inject(w8.Ledger) private readonly ledger: w8.Ledger) {}
  intercept(_context: ExecutionContext, next: CallHandler) {
    this.ledger.begin()
    return next.handle().pipe(finalize(() => this.ledger.commit()))
  }
}

/** Nest builds what belongs to a request before its guards run: so it reads the user when it is asked. */
@Injectable({ scope: Scope.REQUEST })
class Audit {
  constructor(
    @Inject(REQUEST) private readonly request: UserRequest,
    @Inject(w8.Ledger) private readonly ledger: w8.Ledger,
  ) {}
  answer(account: w8.Account) {
    return new w8.Audit(this.request.user, this.ledger).answer(account)
  }
}

const account = {
  provide: 'account',
  scope: Scope.REQUEST,
  useFactory: (request: UserRequest, accounts: w8.Accounts) => accounts.of(request.user),
  inject: [REQUEST, w8.Accounts],
}

@UseGuards(KeyGuard)
@UseInterceptors(Transaction)
@Controller()
class AccountController {
  constructor(
    @Inject(Audit) private readonly audit: Audit,
    @Inject('account') private readonly account: w8.Account,
  ) {}

  @Get('/account')
  @RouteSchema(w8.schema as FastifySchema) // as above
  read() {
    return this.audit.answer(this.account)
  }
}

const accountProviders = [w8.Keys, w8.Accounts, w8.Ledger, KeyGuard, Transaction, Audit, account]

export function moduleOf(options: { controllers?: Class[]; providers?: object[]; imports?: Class[] }): Class {
  @Module(options as object) // Nest wants mutable lists of its own types
  class App {}
  return App
}

/** Decorators are functions: here they are called for as many methods as there are routes. */
function schemaRoutes(count: number): Class {
  class Routes {}
  for (const [index, { path, schema }] of routeSchemas(count).entries()) {
    const name = `read${index}`
    const method: PropertyDescriptor = { value: (params: object) => params, configurable: true }
    Object.defineProperty(Routes.prototype, name, method)
    Get(path)(Routes.prototype, name, method)
    RouteSchema(schema as FastifySchema)(Routes.prototype, name, method) // as above
    Param()(Routes.prototype, name, 0)
  }
  Controller()(Routes)
  return moduleOf({ controllers: [Routes] })
}

@Controller()
class First {
  @Get('/first')
  read() {
    return firstAnswer
  }
}

function emptyModules(count: number): Class {
  return moduleOf({ controllers: [First], imports: Array.from({ length: count }, () => moduleOf({})) })
}

const modules: Readonly<Record<string, () => Class>> = {
  W1: () => moduleOf({ controllers: [Small] }),
  W2: () => moduleOf({ controllers: [Users] }),
  W3: () => moduleOf({ controllers: [Orders] }),
  W4: () => moduleOf({ controllers: [Orders] }),
  W4a: () => moduleOf({ controllers: [Orders] }),
  W5: () => levelAbove(1, Deep),
  W6: () => moduleOf({ controllers: [Rows] }),
  W7: () => moduleOf({ controllers: [Injected], providers: injectedProviders }),
  W8: () => moduleOf({ controllers: [AccountController], providers: accountProviders }),
  R10: () => schemaRoutes(10),
  R200: () => schemaRoutes(200),
  R1000: () => schemaRoutes(1000),
  R5000: () => schemaRoutes(5000),
  B0: () => emptyModules(moduleCount),
  B1000: () => emptyModules(1000),
}

/** Nest has no values of a request: they are decorated on Fastify, as its users do. */
export async function startNest(
  rootModule: Class,
  prepare: (app: NestFastifyApplication) => unknown = () => {},
  options: object = {},
): Promise<RunningServer> {
  const adapter = new FastifyAdapter(options)
  const app = await NestFactory.create<NestFastifyApplication>(rootModule, adapter, { logger: false })
  const fastify = app.getHttpAdapter().getInstance()
  fastify.decorateRequest('tenant', w7.tenant)
  fastify.decorateRequest('region', w7.region)
  await prepare(app)
  await app.listen(loopback.port, loopback.host)
  return { port: portOf(await app.getUrl()), close: () => app.close() }
}

export const start: StartServer = async ({ name }) => {
  const makeModule = modules[name]
  if (makeModule === undefined) throw new Error(`${name} is not written for Nest`)
  return startNest(makeModule())
}
