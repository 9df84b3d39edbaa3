import {
  Controller,
  Get,
  Guard,
  Injectable,
  Module,
  paramOf,
  pluginWrapper,
  type Request,
  requestValue,
  Schema,
  shared,
} from 'alcove'
import { inspect } from 'alcove/inspect'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { alcove } from './command-line.js'

@Injectable()
class Bookings {
  count = 1
}

const CountOf = paramOf((_request: Request, _reply: unknown, bookings: Bookings) => bookings.count, {
  inject: [Bookings],
})

@Controller('/bookings')
class BookingsController {
  @Get() count(@CountOf() count: number) {
    return { count }
  }
}

const User = requestValue<string>('user')

@Injectable()
class SignedIn {
  static provides = [User]
  canActivate(request: Request) {
    User.set(request, 'Ada')
    return true
  }
}

@Guard(SignedIn)
@Controller('/me')
class MeController {
  @Get() me() {
    return ''
  }
}

const Room = shared('room', { type: 'object', properties: { size: { enum: ['small', 'large'] } } })

@Controller('/rooms')
class RoomsController {
  constructor(readonly bookings: Bookings) {}
  @Get() all() {
    return []
  }
  @Get('/free')
  @Schema({
    querystring: { size: { enum: ['small', 'large'] } },
    response: { 200: { anyOf: [Room.ref, { type: 'null' }] } },
  })
  free() {
    return null
  }
}

@Module({ providers: [Bookings], offers: [Bookings], controllers: [BookingsController] })
class BookingsModule {}

const limits = pluginWrapper(
  async (instance) => {
    instance.addHook('onRequest', async () => undefined)
  },
  { name: 'own-limits' },
)

@Module({ schemas: [Room], plugins: [limits], imports: [BookingsModule], controllers: [RoomsController, MeController] })
class AppModule {}

describe('alcove explain and alcove routes', () => {
  async function print(...args: string[]) {
    await using app = await createTestApp(AppModule)
    const inspection = inspect(app)
    const load = async () => ({ inspection, problems: [], unseen: [], warnings: [], written: null, made: null })
    const { stdout } = await alcove([...args, '--entry', 'fixtures/core.ts', '--no-build'], { load })
    return stdout
  }

  it('call an offered provider offered, and not wrapped', async () => {
    const text = await print('explain', 'GET', '/rooms')
    expect(text).to.match(/^ +Bookings +offered provider +AppModule +offered by BookingsModule *$/m)
  })

  it('list a value that a guard of the route sets, and no value of guards of other routes', async () => {
    expect(await print('explain', 'GET', '/me')).to.match(/^ +user +request value +set by SignedIn *$/m)
    expect(await print('explain', 'GET', '/rooms')).not.to.contain('SignedIn')
  })

  it('list an offered provider once for the routes of the offering module', async () => {
    const text = await print('explain', 'GET', '/bookings')
    expect(text).to.match(/^ +Bookings +provider +BookingsModule/m)
    expect(text).to.not.include('offered provider')
  })

  it('list what paramOf injects', async () => {
    const text = await print('explain', 'GET', '/bookings')
    expect(text).to.match(/parameter 1 of BookingsController\.count +provider Bookings +of AppModule > BookingsModule/)
  })

  it('show the branches of a schema without a type', async () => {
    expect(await print('explain', 'GET', '/rooms/free')).to.match(
      /response 200 +\$ref room# or null; schema room of AppModule/,
    )
  })

  it('name a hook without a name after the plugin that registers it', async () => {
    expect(await print('explain', 'GET', '/rooms')).to.match(
      /onRequest +plugin own-limits +AppModule, by plugin own-limits/,
    )
    expect(await print('routes')).to.match(/onRequest +plugin own-limits/)
  })
})
