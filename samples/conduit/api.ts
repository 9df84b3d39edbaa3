import cors from '@fastify/cors'
import jwt from '@fastify/jwt'
import {
  ErrorHandler,
  Guard,
  Hook,
  Module,
  NotFoundHandler,
  type RegisteredRouteOptions,
  type Reply,
  type Request,
  use,
  ValidationError,
} from 'alcove'
import { fieldErrors } from './answers/field-errors.js'
import { Problem } from './answers/problem.js'
import { Errors } from './answers/schemas.js'
import { ArticleController } from './articles/article-controller.js'
import { Articles } from './articles/articles.js'
import { AuthorsController } from './articles/authors-controller.js'
import { AuthorsDesk } from './articles/authors-desk.js'
import { FavoriteController } from './articles/favorite-controller.js'
import { Favorites } from './articles/favorites.js'
import { ArticlePreviewSchema, ArticleSchema } from './articles/schemas.js'
import { TagController, Tags } from './articles/tags.js'
import { Comments } from './comments/comments.js'
import { CommentatorController, CommentController } from './comments/controllers.js'
import { CommentSchema } from './comments/schemas.js'
import { isUnavailable, isUnstorable } from './database/failures.js'
import { Passwords } from './identity/passwords.js'
import { Sessions } from './identity/sessions.js'
import { Recognized, SignedIn } from './identity/signed-in.js'
import { documentation } from './operations/documentation.js'
import { limit } from './operations/limits.js'
import { FollowController, ProfileController } from './profiles/controllers.js'
import { Profiles } from './profiles/profiles.js'
import { ProfileSchema } from './profiles/schemas.js'
import { settingsOf } from './settings.js'
import { CurrentUserController } from './users/current-user-controller.js'
import { UserSchema } from './users/schemas.js'
import { Users } from './users/users.js'
import { UsersController } from './users/users-controller.js'

/** Registration and login need no token. They have a rate limit of their own against guessed passwords. */
@Module({
  plugins: [limit(({ credentialsRateLimit }) => credentialsRateLimit)],
  controllers: [UsersController],
})
class Credentials {}

/** For everybody. For a caller with a token, `favorited` and `following` have that user's values. */
@Guard(Recognized, { on: 'onRequest' })
@Module({
  controllers: [ArticleController, CommentController, ProfileController, TagController],
})
class Readers {}

/** For callers with a token: the guard holds for every route in here, so none can forget it. */
@Guard(SignedIn, { on: 'onRequest' })
@Module({
  controllers: [AuthorsController, CommentatorController, CurrentUserController, FavoriteController, FollowController],
})
class Members {}

/** All routes of the specification. Their answers have its form. */
@Module({
  prefix: '/api',
  schemas: [ArticlePreviewSchema, ArticleSchema, CommentSchema, Errors, ProfileSchema, UserSchema],
  plugins: [
    use(cors, (instance) => ({
      origin: originOf(settingsOf(instance).corsOrigins),
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['x-request-id'],
      maxAge: 600,
    })),
    limit(({ rateLimit }) => rateLimit),
    use(jwt, (instance) => {
      const { jwtSecret: secret, jwtLifetime: expiresIn } = settingsOf(instance)
      return { secret, sign: { algorithm: 'HS256', expiresIn }, verify: { algorithms: ['HS256'] } }
    }),
  ],
  providers: [Articles, AuthorsDesk, Comments, Favorites, Passwords, Profiles, Sessions, Tags, Users],
  imports: [Credentials, Readers, Members, documentation],
})
export class Api {
  /** Errors have one form on all routes of the API. */
  @Hook('onRoute')
  describeErrors(route: RegisteredRouteOptions): void {
    const { response, hide } = route.schema ?? {}
    if (hide !== true) route.schema = { ...route.schema, response: { ...(response ?? {}), '4xx': Errors.ref } }
  }

  @ErrorHandler(Problem)
  problem({ statusCode, errors }: Problem, _request: Request, reply: Reply) {
    return reply.code(statusCode).send({ errors })
  }

  @ErrorHandler(ValidationError)
  invalid({ validation, validationContext }: ValidationError, _request: Request, reply: Reply) {
    return reply.code(422).send({ errors: fieldErrors(validation, validationContext) })
  }

  @ErrorHandler()
  failed(error: Error & { statusCode?: number }, request: Request, reply: Reply) {
    if (isUnstorable(error)) return reply.code(422).send({ errors: { body: ['has characters that cannot be stored'] } })
    const statusCode = isUnavailable(error) ? 503 : (error.statusCode ?? 500)
    if (statusCode < 500) return reply.code(statusCode).send({ errors: { request: [error.message] } })
    request.log.error(error)
    return reply.code(statusCode).send({ errors: { server: [`failed, see request ${request.id}`] } })
  }

  @NotFoundHandler()
  notFound(_request: Request, reply: Reply) {
    return reply.code(404).send({ errors: { path: ['not found'] } })
  }
}

function originOf(origins: readonly string[]): string | string[] {
  return origins.includes('*') ? '*' : [...origins]
}
