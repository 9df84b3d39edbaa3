/** Conduit on Nest with Fastify below it: controllers, guards and a filter; Fastify's schemas and plugins. */
import 'reflect-metadata'
import {
  type ArgumentsHost,
  Body,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  HttpCode,
  HttpException,
  Inject,
  Injectable,
  Param,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common'
import { APP_FILTER } from '@nestjs/core'
import { type NestFastifyApplication, RouteConfig, RouteSchema } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../samples/conduit/answers/problem.js'
import { Errors } from '../../samples/conduit/answers/schemas.js'
import { Articles } from '../../samples/conduit/articles/articles.js'
import { AuthorsDesk } from '../../samples/conduit/articles/authors-desk.js'
import { Favorites } from '../../samples/conduit/articles/favorites.js'
import {
  ArticleAnswer,
  ArticleFilter,
  ArticleList,
  NewArticle,
  Page,
  TagList,
} from '../../samples/conduit/articles/schemas.js'
import { Tags } from '../../samples/conduit/articles/tags.js'
import { Comments } from '../../samples/conduit/comments/comments.js'
import { CommentList } from '../../samples/conduit/comments/schemas.js'
import { Sessions } from '../../samples/conduit/identity/sessions.js'
import { Login, UserAnswer } from '../../samples/conduit/users/schemas.js'
import { type User, Users } from '../../samples/conduit/users/users.js'
import { type FastifySchema, fromRequest, moduleOf, startNest } from '../peers/nest.js'
import type { StartServer } from '../servers/server.js'
import { answerTo, makeServices, options, schemas } from './services.js'

/** The schemas of a route; those of the errors are the same everywhere. */
function Described(
  status: number,
  reply: object,
  parts: { body?: object; querystring?: object } = {},
): MethodDecorator {
  return RouteSchema({ ...parts, response: { [status]: reply, '4xx': Errors.ref } } as FastifySchema) // its arrays are read-only
}

/** The request of a guard. */
function requestOf(context: ExecutionContext) {
  return context.switchToHttp().getRequest()
}

@Injectable()
class Recognized implements CanActivate {
  constructor(@Inject(Sessions) private readonly sessions: Sessions) {}
  async canActivate(context: ExecutionContext) {
    const request = requestOf(context)
    request.viewer = await this.sessions.read(request)
    return true
  }
}

@Injectable()
class SignedIn implements CanActivate {
  constructor(@Inject(Sessions) private readonly sessions: Sessions) {}
  async canActivate(context: ExecutionContext) {
    const request = requestOf(context)
    const user = await this.sessions.read(request)
    if (user === null) throw Problem.unauthorized('is missing')
    request.currentUser = user
    return true
  }
}

@Controller('/users')
class UsersController {
  constructor(
    @Inject(Users) private readonly users: Users,
    @Inject(Sessions) private readonly sessions: Sessions,
  ) {}

  @Post('/login')
  @HttpCode(200)
  @Described(200, UserAnswer, { body: Login })
  @RouteConfig({ rateLimit: options.credentialsLimit })
  async logIn(@Body() { user }: Login) {
    return { user: this.sessions.begin(await this.users.logIn(user)) }
  }
}

@UseGuards(SignedIn)
@Controller('/user')
class CurrentUserController {
  constructor(@Inject(Sessions) private readonly sessions: Sessions) {}

  @Get()
  @Described(200, UserAnswer)
  read(@fromRequest('currentUser') user: User) {
    return { user: this.sessions.begin(user) }
  }
}

@UseGuards(SignedIn)
@Controller('/articles')
class AuthorsController {
  constructor(
    @Inject(Articles) private readonly articles: Articles,
    @Inject(AuthorsDesk) private readonly desk: AuthorsDesk,
    @Inject(Favorites) private readonly favorites: Favorites,
  ) {}

  @Get('/feed')
  @Described(200, ArticleList, { querystring: Page })
  feed(@Query() page: Page, @fromRequest('currentUser') user: User) {
    return this.articles.feed(page, user)
  }

  @Post()
  @Described(201, ArticleAnswer, { body: NewArticle })
  async publish(@Body() { article }: NewArticle, @fromRequest('currentUser') user: User) {
    const slug = await this.desk.publish(article, user)
    return { article: await this.articles.read(slug, user) }
  }

  @Post('/:slug/favorite')
  @HttpCode(200)
  @Described(200, ArticleAnswer)
  async favorite(@Param('slug') slug: string, @fromRequest('currentUser') user: User) {
    await this.favorites.add(slug, user)
    return { article: await this.articles.read(slug, user) }
  }
}

@UseGuards(Recognized)
@Controller()
class ReadersController {
  constructor(
    @Inject(Articles) private readonly articles: Articles,
    @Inject(Comments) private readonly comments: Comments,
    @Inject(Tags) private readonly tags: Tags,
  ) {}

  @Get('/articles')
  @Described(200, ArticleList, { querystring: ArticleFilter })
  list(@Query() filter: ArticleFilter, @fromRequest('viewer') viewer: User | null) {
    return this.articles.list(filter, viewer)
  }

  @Get('/articles/:slug')
  @Described(200, ArticleAnswer)
  async read(@Param('slug') slug: string, @fromRequest('viewer') viewer: User | null) {
    return { article: await this.articles.read(slug, viewer) }
  }

  @Get('/articles/:slug/comments')
  @Described(200, CommentList)
  async commentsOf(@Param('slug') slug: string, @fromRequest('viewer') viewer: User | null) {
    return { comments: await this.comments.list(slug, viewer) }
  }

  @Get('/tags')
  @Described(200, TagList)
  async all() {
    return { tags: await this.tags.all() }
  }
}

@Catch()
class ErrorFilter implements ExceptionFilter {
  catch(error: Error, host: ArgumentsHost) {
    const http = host.switchToHttp()
    const reply = http.getResponse<FastifyReply>()
    if (error instanceof HttpException && error.getStatus() === 404)
      return reply.code(404).send({ errors: { path: ['not found'] } })
    const { status, body } = answerTo(error, http.getRequest<FastifyRequest>().id)
    return reply.code(status).send(body)
  }
}

async function addPlugins(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance()
  for (const schema of schemas) fastify.addSchema(schema)
  await app.register((await import('@fastify/helmet')).default, options.helmet)
  await app.register((await import('@fastify/rate-limit')).default, options.limit)
  await app.register((await import('@fastify/jwt')).default, options.jwt)
  app.enableCors(options.cors)
  app.setGlobalPrefix('api')
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  fastify.decorateRequest('viewer', null)
  fastify.decorateRequest('currentUser', null)
}

export const start: StartServer = async (workload) => {
  let running: NestFastifyApplication | null = null
  const services = await makeServices(() => {
    if (running === null) throw new Error('a token is needed before the application is created')
    return running.getHttpAdapter().getInstance().jwt
  })
  const { articles, users, comments, desk, favorites, sessions, tags } = services
  const provided = [articles, users, comments, desk, favorites, sessions, tags]
  const module = moduleOf({
    controllers: [UsersController, CurrentUserController, AuthorsController, ReadersController],
    providers: [
      ...provided.map((service) => ({ provide: service.constructor, useValue: service })),
      Recognized,
      SignedIn,
      { provide: APP_FILTER, useClass: ErrorFilter },
    ],
  })
  const { port, close } = await startNest(
    module,
    (app) => {
      running = app
      return addPlugins(app)
    },
    workload.options,
  )
  return { port, close: () => close().finally(() => services.close()) }
}
