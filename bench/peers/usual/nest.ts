/** Usual work on Nest with Fastify below it: route schemas, Nest's packages, and Fastify's where Nest has none. */
import 'reflect-metadata'
import {
  Body,
  type CallHandler,
  type CanActivate,
  ConflictException,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  HttpCode,
  Inject,
  Injectable,
  type MessageEvent,
  type MiddlewareConsumer,
  Module,
  type NestInterceptor,
  Post,
  Req,
  Sse,
  StreamableFile,
  UnauthorizedException,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { JwtModule, JwtService } from '@nestjs/jwt'
import { type NestFastifyApplication, RouteSchema } from '@nestjs/platform-fastify'
import { WsAdapter } from '@nestjs/platform-ws'
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler'
import { MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets'
import { from } from 'rxjs'
import type { StartServer } from '../../servers/server.js'
import { block, bodyLimit, makeStream, measureParts, octets } from '../../workloads/usual/bytes.js'
import {
  branch,
  branchSchema,
  contactSchema,
  countEntries,
  drawingSchema,
  emptyStock,
  entriesSchema,
  lines,
  linesSchema,
  treeSchema,
} from '../../workloads/usual/documents.js'
import { message, readEvents } from '../../workloads/usual/live.js'
import { answer, makeRoot, secret } from '../../workloads/usual/plugins.js'
import { type Class, type FastifySchema, moduleOf, Small, startNest } from '../nest.js'

/** A constant schema: its lists are read-only. */
function withSchema(schema: object): MethodDecorator {
  return RouteSchema(schema as FastifySchema)
}

@Controller()
class Bytes {
  @Get('/stream')
  stream() {
    return new StreamableFile(makeStream(), { type: octets })
  }

  @Get('/buffer')
  @Header('content-type', octets)
  buffer() {
    return block
  }

  @Post('/upload')
  @HttpCode(200)
  upload(@Body() parts: AsyncIterable<Uint8Array>) {
    return measureParts(parts)
  }
}

@Controller()
class Documents {
  @Post('/entries')
  @HttpCode(200)
  @withSchema(entriesSchema)
  entries(@Body() list: readonly object[]) {
    return countEntries(list)
  }

  @Post('/notes')
  @HttpCode(200)
  note(@Body() body: object) {
    return { ...body, id: 7 }
  }

  @Post('/drawings')
  @HttpCode(200)
  @withSchema(drawingSchema)
  draw(@Body() body: object) {
    return body
  }

  @Get('/lines')
  @withSchema(linesSchema)
  lines() {
    return lines
  }

  @Get('/tree')
  @withSchema(treeSchema)
  tree() {
    return branch
  }

  @Post('/contacts')
  @HttpCode(200)
  @withSchema(contactSchema)
  contact(@Body() body: object) {
    return body
  }

  @Get('/throws')
  fail() {
    throw new ConflictException(emptyStock)
  }
}

@Controller()
class Themes {
  @Get()
  read(@Req() { cookies }: { cookies: { theme: string } }) {
    return { ...answer, theme: cookies.theme }
  }
}

@Injectable()
class TokenGuard implements CanActivate {
  constructor(@Inject(JwtService) private readonly tokens: JwtService) {}
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest()
    const [, token = ''] = request.headers.authorization?.split(' ') ?? []
    try {
      request.user = await this.tokens.verifyAsync(token)
      return true
    } catch {
      throw new UnauthorizedException()
    }
  }
}

@UseGuards(TokenGuard)
@Controller()
class Users {
  @Get()
  read(@Req() { user }: { user: { name: string } }) {
    return { user: user.name }
  }
}

@Controller()
class Forms {
  @Post()
  @HttpCode(200)
  read(@Body() fields: object) {
    return fields
  }
}

function makeGuard(): Class {
  @Injectable()
  class Guard implements CanActivate {
    async canActivate() {
      return true
    }
  }
  return Guard
}

function makeInterceptor(): Class {
  @Injectable()
  class Interceptor implements NestInterceptor {
    async intercept(_context: ExecutionContext, next: CallHandler) {
      return next.handle()
    }
  }
  return Interceptor
}

/** Nest has other stages: two middlewares, two guards, two interceptors. */
function hooked(): Class {
  const middlewares = Array.from({ length: 2 }, () => async (_req: object, _res: object, next: () => void) => next())
  @UseGuards(makeGuard(), makeGuard())
  @UseInterceptors(makeInterceptor() as never, makeInterceptor() as never) // interceptors, as made above
  @Controller()
  class Hooked extends Small {}
  @Module({ controllers: [Hooked] })
  class App {
    configure(consumer: MiddlewareConsumer) {
      consumer.apply(...middlewares).forRoutes(Hooked)
    }
  }
  return App
}

@Controller()
class Events {
  @Sse('/events')
  read() {
    return from(readEvents() as AsyncIterable<MessageEvent>)
  }
}

@WebSocketGateway({ path: '/' })
class Offers {
  @SubscribeMessage(message.event)
  answer(@MessageBody() data: object) {
    return { event: message.event, data }
  }
}

async function addPlugins(app: NestFastifyApplication): Promise<void> {
  await app.register((await import('@fastify/helmet')).default)
  await app.register((await import('@fastify/etag')).default)
  await app.register((await import('@fastify/cookie')).default)
  app.enableCors()
}

interface Case {
  readonly module: () => Class
  readonly prepare?: (app: NestFastifyApplication) => unknown
  readonly options?: object
}

const documents: Case = { module: () => moduleOf({ controllers: [Documents] }) }
const bytes: Case = { module: () => moduleOf({ controllers: [Bytes] }) }
const small: Case = { module: () => moduleOf({ controllers: [Small] }) }

const cases: Readonly<Record<string, Case>> = {
  stream: bytes,
  buffer: bytes,
  upload: {
    ...bytes,
    options: { bodyLimit },
    prepare: (app) => {
      const fastify = app.getHttpAdapter().getInstance()
      fastify.addContentTypeParser(octets, (_request, payload, done) => done(null, payload))
    },
  },
  array: documents,
  plain: documents,
  unions: documents,
  recursive: documents,
  strings: documents,
  formats: documents,
  unknown: documents,
  throw: documents,
  malformed: documents,
  plugins: {
    module: () =>
      moduleOf({
        controllers: [Themes],
        imports: [ThrottlerModule.forRoot([{ ttl: 3_600_000, limit: 1e9 }]) as never], // a module with values
        providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
      }),
    prepare: addPlugins,
  },
  jwt: {
    module: () =>
      moduleOf({
        controllers: [Users],
        imports: [JwtModule.register({ secret, verifyOptions: { algorithms: ['HS256'] } }) as never], // as above
        providers: [TokenGuard],
      }),
  },
  form: { module: () => moduleOf({ controllers: [Forms] }) },
  files: {
    module: () => moduleOf({}),
    prepare: async (app) => app.useStaticAssets({ root: await makeRoot() }),
  },
  log: small,
  hooks: { module: hooked },
  headers: small,
  https: small,
  http2: small,
  events: { module: () => moduleOf({ controllers: [Events] }) },
  sockets: {
    module: () => moduleOf({ providers: [Offers] }),
    prepare: (app) => app.useWebSocketAdapter(new WsAdapter(app)),
  },
}

export const start: StartServer = async (workload) => {
  const found = cases[workload.name]
  if (found === undefined) throw new Error(`${workload.name} is not written for Nest`)
  const prepare = (app: NestFastifyApplication): unknown => {
    // All documents are routes of one controller, and one of them refers to the shared schema.
    if (found === documents) app.getHttpAdapter().getInstance().addSchema(branchSchema)
    return found.prepare?.(app)
  }
  return startNest(found.module(), prepare, { ...workload.options, ...found.options })
}
