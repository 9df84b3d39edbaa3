import bearerAuth from '@fastify/bearer-auth'
import { Body, Hook, Module, Post, type Request, use } from 'alcove'
import { createServer, type Instance } from 'alcove/core'

/** Plugins name their instance, or get ours by inference; those written for Fastify name theirs. */
export function registerAll(): Instance {
  const server = createServer()
  server.register(async (child) => {
    child.get('/', async (request) => request.id)
    // @ts-expect-error there is no such member
    child.nothing()
  })
  server.register((child, _options, done) => {
    child.addHook('onRequest', (request, _reply, next) => {
      request.log.info(request.id)
      next()
    })
    done()
  })
  server.register((child: Instance) => void child.decorate('x', 1), { prefix: '/x' })
  server.register(bearerAuth, { keys: new Set(['secret']) })
  server.register(import('@fastify/bearer-auth'), { keys: new Set(['secret']) })
  return server
}

/** A hook may name what a plugin has put on the request, as handlers may. */
class Tokens {
  @Hook('onRequest') verify(request: Request & { jwtVerify(): Promise<object> }): Promise<object> {
    return request.jwtVerify()
  }

  // @ts-expect-error the second argument of an onRequest hook is the reply
  @Hook('onRequest') wrong(request: Request, reply: number): unknown {
    return [request, reply]
  }
}
export const hooked = Tokens

/** A class as schema, for validator compilers that make its objects. */
class CreateUser {
  declare name: string
}
class UserCommands {
  @Post('/') create(@Body(CreateUser) user: CreateUser): string {
    return user.name
  }

  // @ts-expect-error the schema makes a CreateUser
  @Post('/wrong') wrong(@Body(CreateUser) user: { name: number }): number {
    return user.name
  }
}
export const commands = UserCommands

/** A plugin without type declarations, as `require` gives it. */
// biome-ignore lint/suspicious/noExplicitAny: the subject of this test
declare const untyped: any

@Module({})
class Feature {}

// One entry each: with several, the list has another type.
@Module({ plugins: [use(untyped)] })
export class Bare {}
@Module({ plugins: [use(untyped, { level: 9 })], imports: [use(untyped, { prefix: '/a' })] })
export class Untyped {}
@Module({ plugins: [use(untyped, () => ({ level: 9 }))], imports: [use(Feature, { prefix: '/b' })] })
export class Computed {}

// @ts-expect-error a module is not a plugin
@Module({ plugins: [use(Feature, { prefix: '/a' })] })
export class Misplaced {}
