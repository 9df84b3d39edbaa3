/** What stands around handlers: route values are typed by their maker. */
import { Controller, compose, Get, Module, type Request, routeValue } from 'alcove'
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
