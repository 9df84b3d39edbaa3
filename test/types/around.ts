/** Decorators around handlers: their maker types the route values. */
import {
  Around,
  type AroundFunction,
  Controller,
  compose,
  Get,
  type HandlerAround,
  Injectable,
  Module,
  type Next,
  type Reply,
  type Request,
  routeValue,
  Use,
} from 'alcove'
import type { Same } from './same.js'

const Roles = routeValue<readonly ('admin' | 'reader')[]>('roles')
const Public = routeValue<true | undefined>('public', { openapi: true })

@Roles(['admin'])
@Module({})
export class Root {}

@Roles(['admin', 'reader'])
@Controller()
export class Things {
  @Public()
  @Roles(['reader'])
  @Get()
  read(request: Request) {
    const roles: Same<ReturnType<typeof Roles.of>, readonly ('admin' | 'reader')[] | undefined> = true
    return [roles, Roles.of(request)?.length]
  }

  @compose(Roles(['admin']), Get('/composed'))
  composed() {
    return 1
  }
}

// @ts-expect-error no such role
Roles(['owner'])
// @ts-expect-error the value is missing
Roles()
// @ts-expect-error an unknown option
routeValue<string>('x', { open: true })

@Injectable()
class Timer implements HandlerAround {
  async around(_request: Request, _reply: Reply, next: Next) {
    return next()
  }
}
class Audit {
  @Around() wrap(_request: Request, _reply: Reply, next: Next) {
    return next()
  }
}
class Nothing {}
const timed: AroundFunction = async (_request, _reply, next) => [await next()]

@Around(Timer)
@Around(timed)
@Use(Audit)
@Controller()
export class Surrounded {
  @Use(Audit)
  @Around(async (request, reply, next) => [request.id, reply.statusCode, await next()])
  @Around(Timer)
  @Get()
  read() {
    return 1
  }
}

// @ts-expect-error a class without around
Around(Nothing)
export class Wrong {
  // @ts-expect-error the method takes what is not handed to it
  @Around() wrap(_count: number) {}
}
