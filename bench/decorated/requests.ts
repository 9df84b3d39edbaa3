/** W1 to W7 as an application of classes; the schemas and answers are those of bench/workloads. */
import {
  Body,
  type Class,
  Controller,
  contextValue,
  Get,
  Hook,
  Inject,
  Module,
  Params,
  Post,
  Query,
  Rep,
  type Reply,
  requestValue,
  Schema,
} from 'alcove'
import * as order from '../workloads/order.js'
import * as w1 from '../workloads/w1.js'
import * as w2 from '../workloads/w2.js'
import * as w5 from '../workloads/w5.js'
import * as w6 from '../workloads/w6.js'
import * as w7 from '../workloads/w7.js'

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

export const requestModules: Readonly<Record<string, () => Class>> = {
  W1: () => moduleOf({ controllers: [Small] }),
  W2: () => moduleOf({ controllers: [Users] }),
  W3: () => moduleOf({ controllers: [Orders] }),
  W4: () => moduleOf({ controllers: [Orders] }),
  W4a: () => moduleOf({ controllers: [Orders] }),
  W5: deepModule,
  W6: () => moduleOf({ controllers: [Rows] }),
  W7: () => InjectedModule,
}
