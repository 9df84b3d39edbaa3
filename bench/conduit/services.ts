/** The services of samples/conduit, made by hand: for servers without its container. */
import type { JWT } from '@fastify/jwt'
import { pino } from 'pino'
import { fieldErrors } from '../../samples/conduit/answers/field-errors.js'
import { Problem } from '../../samples/conduit/answers/problem.js'
import { Errors } from '../../samples/conduit/answers/schemas.js'
import { Articles } from '../../samples/conduit/articles/articles.js'
import { AuthorsDesk } from '../../samples/conduit/articles/authors-desk.js'
import { Favorites } from '../../samples/conduit/articles/favorites.js'
import { ArticlePreviewSchema, ArticleSchema } from '../../samples/conduit/articles/schemas.js'
import { Tags } from '../../samples/conduit/articles/tags.js'
import { Comments } from '../../samples/conduit/comments/comments.js'
import { CommentSchema } from '../../samples/conduit/comments/schemas.js'
import { openDatabase } from '../../samples/conduit/database/database.js'
import { isUnavailable, isUnstorable } from '../../samples/conduit/database/failures.js'
import { Passwords } from '../../samples/conduit/identity/passwords.js'
import { Sessions } from '../../samples/conduit/identity/sessions.js'
import { ProfileSchema } from '../../samples/conduit/profiles/schemas.js'
import { UserSchema } from '../../samples/conduit/users/schemas.js'
import { Users } from '../../samples/conduit/users/users.js'
import { nowhere } from '../workloads/usual/network.js'
import { seed, settings } from './data.js'

export const schemas = [ArticlePreviewSchema, ArticleSchema, CommentSchema, Errors, ProfileSchema, UserSchema]

/** The options of the plugins around the routes, as samples/conduit has them. */
export const options = {
  helmet: { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } },
  cors: {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['x-request-id'],
    maxAge: 600,
  },
  limit: { max: settings.rateLimit, timeWindow: '1 minute' },
  credentialsLimit: { max: settings.credentialsRateLimit, timeWindow: '1 minute' },
  jwt: {
    secret: settings.jwtSecret,
    sign: { algorithm: 'HS256' as const, expiresIn: settings.jwtLifetime },
    verify: { algorithms: ['HS256' as const] },
  },
}

export const log = pino({ level: 'info' }, nowhere)

/** `tokens` is looked up when the first token is signed or read. The plugin that has it may be registered later. */
export async function makeServices(tokens: () => JWT) {
  const database = await openDatabase(settings, log)
  await seed(database)
  const passwords = new Passwords(settings)
  const users = new Users(database, passwords)
  const articles = new Articles(database)
  const signer = {
    sign: (claims: object) => tokens().sign(claims),
    verify: (token: string) => tokens().verify(token),
  } as unknown as JWT // the two methods that sessions use
  return {
    articles,
    users,
    comments: new Comments(database, articles),
    desk: new AuthorsDesk(database),
    favorites: new Favorites(database, articles),
    sessions: new Sessions(signer, users),
    tags: new Tags(database),
    close: () => database.destroy(),
  }
}

export type Services = Awaited<ReturnType<typeof makeServices>>

type Failure = Error & {
  readonly statusCode?: number
  readonly validation?: Parameters<typeof fieldErrors>[0]
  readonly validationContext?: Parameters<typeof fieldErrors>[1]
}

/** The answer to a failed request, as samples/conduit gives it. */
export function answerTo(error: Failure, id: string): { readonly status: number; readonly body: object } {
  if (error instanceof Problem) return { status: error.statusCode, body: { errors: error.errors } }
  if (error.validation !== undefined)
    return { status: 422, body: { errors: fieldErrors(error.validation, error.validationContext ?? 'body') } }
  if (isUnstorable(error)) return { status: 422, body: { errors: { body: ['has characters that cannot be stored'] } } }
  const status = isUnavailable(error) ? 503 : (error.statusCode ?? 500)
  if (status < 500) return { status, body: { errors: { request: [error.message] } } }
  return { status, body: { errors: { server: [`failed, see request ${id}`] } } }
}
