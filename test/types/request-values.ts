// Values that guards give and values that are awaited. It is compiled, not run.
import {
  type CanActivate,
  Controller,
  Get,
  Guard,
  Inject,
  Injectable,
  Module,
  paramOf,
  provide,
  type Reply,
  type Request,
  replyValue,
  requestValue,
  routeValue,
  token,
} from 'alcove'

interface User {
  name: string
}

const CurrentUser = requestValue<User>('user')
const Length = replyValue<number>('length')
const Unit = token<User>('unit')
const Roles = routeValue<string[]>('roles')

@Injectable()
class Users {
  async find(name: string): Promise<User> {
    return { name }
  }
}

class UserGuard implements CanActivate {
  static provides = [CurrentUser]
  canActivate(request: Request) {
    CurrentUser.set(request, { name: 'ada' })
    // @ts-expect-error: a user is not a text
    CurrentUser.set(request, 'ada')
    return true
  }
}

class WrongGuard implements CanActivate {
  static provides = [Length]
  canActivate() {
    return true
  }
}

const WithUsers = paramOf(async (request, users) => users.find(request.url), { inject: [Users] })
const WithReply = paramOf((_request: Request, reply: Reply, users: Users) => users.find(String(reply.sent)), {
  inject: [Users],
})
const Plain = paramOf((request, reply) => `${request.url} ${reply.sent}`)
// @ts-expect-error: users have no such method
paramOf((_request, users) => users.all(), { inject: [Users] })
// @ts-expect-error: the second is a user
paramOf((_request: Request, name: string) => name, { inject: [CurrentUser] })

@Guard(UserGuard)
@Controller()
export class Reads {
  @Get()
  read(
    @Inject(CurrentUser) user: User,
    @WithUsers() found: User,
    @WithReply other: User,
    @Plain plain: string,
    @Inject(Unit) unit: User,
  ) {
    return [user, found, other, plain, unit]
  }

  @Get('/promise')
  wrong(
    // @ts-expect-error: the promise is awaited
    @WithUsers() found: Promise<User>,
  ) {
    return found
  }

  // @ts-expect-error: a value of replies is not one of requests
  @Guard(WrongGuard)
  @Get('/guard')
  guarded() {}
}

@Module({
  decorateRequest: [
    CurrentUser.from((request, users) => users.find(request.url), { inject: [Users] }),
    CurrentUser.from(async (request) => ({ name: request.url })),
    // @ts-expect-error: the value is a user
    CurrentUser.from(async (request) => request.url),
    // @ts-expect-error: users have no such method
    CurrentUser.from((_request, users) => users.all(), { inject: [Users] }),
  ],
  decorateReply: [Length.from((reply, users) => `${reply.sent}${users}`.length, { inject: [Users] })],
  providers: [
    Users,
    provide(Unit, { useAsync: (user) => Promise.resolve(user), scope: 'request', inject: [CurrentUser] }),
    // @ts-expect-error: a promise for each injection is not possible
    provide(Unit, { useAsync: async () => ({ name: '' }), scope: 'transient' }),
  ],
})
export class AppModule {}

export function read(request: Request): string {
  return CurrentUser.of(request).name
}

// Functions of plugins get the request under Fastify's own type.
interface RequestOfPlugin {
  readonly ip: string
}
export const keyGenerator = (request: RequestOfPlugin): string => CurrentUser.of(request)?.name ?? request.ip
export const lengthOf = (reply: { readonly sent: boolean }): number => Length.of(reply)
export const roles = (request: RequestOfPlugin): string[] | undefined => Roles.of(request)
// @ts-expect-error: a text is no request
CurrentUser.of('request')
