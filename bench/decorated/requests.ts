/** W1 to W8 as an application of classes; the schemas and answers are those of bench/workloads. */
import {
  Around,
  Body,
  type CanActivate,
  type Class,
  Controller,
  contextValue,
  Get,
  Guard,
  type HandlerAround,
  Hook,
  Inject,
  Injectable,
  Module,
  type Next,
  Params,
  Post,
  Query,
  Rep,
  type Reply,
  type Request,
  requestValue,
  Schema,
} from 'alcove'
import * as order from '../workloads/order.js'
import * as w1 from '../workloads/w1.js'
import * as w2 from '../workloads/w2.js'
import * as w5 from '../workloads/w5.js'
import * as w6 from '../workloads/w6.js'
import * as w7 from '../workloads/w7.js'
import * as w8 from '../workloads/w8.js'

@Controller()
class Small {
  @Get('/small')
  @Schema(w1.schema)
  read() {
    return w1.answer
  }
}

@Controller('/users')
class Users {
  @Get('/:id')
  @Schema(w2.schema)
  read(@Params() params: w2.Params, @Query() query: w2.Query) {
    return w2.answer(params, query)
  }
}

@Controller('/orders')
class Orders {
  @Post()
  @Schema(order.schema)
  create(@Body() body: order.Order, @Rep() reply: Reply) {
    reply.code(201)
    return { id: 7, ...body, secret: 'dropped' }
  }
}

@Controller()
class Rows {
  @Get('/rows')
  @Schema(w6.schema)
  list() {
    return w6.rows
  }
}

const Tenant = requestValue<string>('tenant')
const Region = requestValue<string>('region')
const Greeting = contextValue<string>('greeting')

@Controller()
class Injected {
  @Get('/injected')
  @Schema(w7.schema)
  read(
    @Inject(Tenant) tenant: string,
    @Inject(Region) region: string,
    @Inject(Greeting) greeting: string,
    @Inject(w7.Stock) stock: w7.Stock,
  ) {
    return w7.answer(tenant, region, greeting, stock)
  }
}

@Module({
  decorateRequest: [Tenant.is(w7.tenant), Region.is(w7.region)],
  decorate: [Greeting.is(w7.greeting)],
  providers: [w7.Stock],
  controllers: [Injected],
})
class InjectedModule {}

const CurrentUser = requestValue<w8.User>('user')
const TheAccount = requestValue<w8.Account>('account')

@Injectable({ inject: [w8.Keys] })
class KeyGuard implements CanActivate {
  static provides = [CurrentUser]
  constructor(private readonly keys: w8.Keys) {}
  canActivate(request: Request) {
    const user = this.keys.find((request.query as w8.Query).key) // the only query of the workload
    if (user === undefined) return false
    CurrentUser.set(request, user)
    return true
  }
}

@Injectable({ inject: [w8.Ledger] })
class Transaction implements HandlerAround {
  constructor(private readonly ledger: w8.Ledger) {}
  async around(_request: Request, _reply: Reply, next: Next) {
    this.ledger.begin()
    try {
      return await next()
    } finally {
      this.ledger.commit()
    }
  }
}

@Injectable({ scope: 'request', inject: [CurrentUser, w8.Ledger] })
class Audit extends w8.Audit {}

@Guard(KeyGuard)
@Around(Transaction)
@Controller()
class AccountController {
  @Get('/account')
  @Schema(w8.schema)
  read(@Inject(Audit) audit: Audit, @Inject(TheAccount) account: w8.Account) {
    return audit.answer(account)
  }
}

@Module({
  decorateRequest: [
    TheAccount.from((_request, user, accounts) => accounts.of(user), { inject: [CurrentUser, w8.Accounts] }),
  ],
  providers: [w8.Keys, w8.Accounts, w8.Ledger, Audit],
  controllers: [AccountController],
})
class AccountModule {}

function valueAt(level: number) {
  return requestValue<number>(`value${level}`)
}

@Controller()
class Deep {
  @Get('/deep')
  @Schema(w5.schema)
  read(@Inject(valueAt(1)) first: number, @Inject(valueAt(w5.depth)) last: number) {
    return { first, last }
  }
}

function quietLevel(level: number, inner: Class[]): Class {
  @Module({
    decorateRequest: [valueAt(level).is(level)],
    imports: inner,
    controllers: level === w5.depth ? [Deep] : [],
  })
  class Quiet {}
  return Quiet
}

function hookedLevel(level: number, inner: Class[]): Class {
  @Module({
    decorateRequest: [valueAt(level).is(level)],
    imports: inner,
    controllers: level === w5.depth ? [Deep] : [],
  })
  class Hooked {
    @Hook('onRequest')
    pass(_request: object, _reply: object, done: () => void) {
      done()
    }
  }
  return Hooked
}

function deepModule(): Class {
  let inner: Class[] = []
  for (let level = w5.depth; level > 0; level -= 1) {
    inner = [level % 2 === 0 ? hookedLevel(level, inner) : quietLevel(level, inner)]
  }
  return moduleOf({ imports: inner })
}

function moduleOf(options: { controllers?: Class[]; imports?: Class[] }): Class {
  @Module(options)
  class App {}
  return App
}

export const requestModules: Readonly<Record<string, () => Class | Promise<Class>>> = {
  W1: () => moduleOf({ controllers: [Small] }),
  W2: () => moduleOf({ controllers: [Users] }),
  W3: () => moduleOf({ controllers: [Orders] }),
  W4: () => moduleOf({ controllers: [Orders] }),
  W4a: () => moduleOf({ controllers: [Orders] }),
  W5: deepModule,
  W6: () => moduleOf({ controllers: [Rows] }),
  W7: () => InjectedModule,
  W8: () => AccountModule,
  W9: async () => (await import('./tickets.js')).TicketModule,
}
