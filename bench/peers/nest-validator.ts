/** Nest on Fastify as most of its users have it: class-validator for what comes in, class-transformer for what goes out. */
import 'reflect-metadata'
import {
  Body,
  ClassSerializerInterceptor,
  Controller,
  Get,
  Inject,
  Param,
  Post,
  Query,
  Req,
  SerializeOptions,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common'
import type { StartServer } from '../servers/server.js'
import * as w1 from '../workloads/w1.js'
import * as w2 from '../workloads/w2.js'
import * as w6 from '../workloads/w6.js'
import * as w7 from '../workloads/w7.js'
import { deepAnswer, fromRequest, injectedProviders, levelAbove, moduleOf, type RawRequest, startNest } from './nest.js'
import { CreatedOrder, NewOrder, Row, ShownUser, UserParams, UserQuery } from './nest-classes.js'

@Controller()
class Small {
  @Get('/small')
  read() {
    return w1.answer
  }
}

@Controller('/users')
@UseInterceptors(ClassSerializerInterceptor)
class Users {
  @Get('/:id')
  @SerializeOptions({ type: ShownUser, strategy: 'excludeAll' })
  read(@Param() params: UserParams, @Query() query: UserQuery) {
    return w2.answer(params, query)
  }
}

@Controller('/orders')
@UseInterceptors(ClassSerializerInterceptor)
class Orders {
  @Post()
  @SerializeOptions({ type: CreatedOrder, strategy: 'excludeAll' })
  create(@Body() body: NewOrder) {
    return { id: 7, ...body, secret: 'dropped' }
  }
}

@Controller()
@UseInterceptors(ClassSerializerInterceptor)
class Rows {
  @Get('/rows')
  @SerializeOptions({ type: Row, strategy: 'excludeAll' })
  list() {
    return w6.rows
  }
}

@Controller()
class Deep {
  @Get('/deep')
  read(@Req() request: RawRequest) {
    return deepAnswer(request)
  }
}

@Controller()
class Injected {
  constructor(
    @Inject('greeting') private readonly greeting: string,
    @Inject(w7.Stock) private readonly stock: w7.Stock,
  ) {}

  @Get('/injected')
  read(@fromRequest('tenant') tenant: string, @fromRequest('region') region: string) {
    return w7.answer(tenant, region, this.greeting, this.stock)
  }
}

const modules: Readonly<Record<string, () => ReturnType<typeof moduleOf>>> = {
  W1: () => moduleOf({ controllers: [Small] }),
  W2: () => moduleOf({ controllers: [Users] }),
  W3: () => moduleOf({ controllers: [Orders] }),
  W4: () => moduleOf({ controllers: [Orders] }),
  W4a: () => moduleOf({ controllers: [Orders] }),
  W5: () => levelAbove(1, Deep),
  W6: () => moduleOf({ controllers: [Rows] }),
  W7: () => moduleOf({ controllers: [Injected], providers: injectedProviders }),
}

export const start: StartServer = async ({ name }) => {
  const makeModule = modules[name]
  if (makeModule === undefined) throw new Error(`${name} is not written for Nest with class-validator`)
  return startNest(makeModule(), (app) =>
    app.useGlobalPipes(
      new ValidationPipe({ transform: true, whitelist: true, transformOptions: { exposeDefaultValues: true } }),
    ),
  )
}
