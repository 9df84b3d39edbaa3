import { type CanActivate, Injectable, type Request, requestValue } from 'alcove'
import { Problem } from '../answers/problem.js'
import { Errors } from '../answers/schemas.js'
import type { User } from '../users/users.js'
import { Sessions } from './sessions.js'

/** The caller of a route that anybody may call. */
export const Viewer = requestValue<User | null>('viewer')

/** The caller of a route that needs a token. */
export const CurrentUser = requestValue<User>('currentUser')

/** Lets everybody in, and identifies callers with a token. It refuses an invalid token. */
@Injectable()
export class Recognized implements CanActivate {
  static readonly provides = [Viewer]
  /** For the API description and the typed client: the routes behind this guard do not need a token. */
  static readonly openapi = { security: [{}, { Token: [] }], responses: { 401: Errors.ref } }

  constructor(private readonly sessions: Sessions) {}

  async canActivate(request: Request): Promise<boolean> {
    Viewer.set(request, await this.sessions.read(request))
    return true
  }
}

/** Lets in callers with a valid token. */
@Injectable()
export class SignedIn implements CanActivate {
  static readonly provides = [CurrentUser]
  static readonly openapi = { security: [{ Token: [] }], responses: { 401: Errors.ref } }

  constructor(private readonly sessions: Sessions) {}

  async canActivate(request: Request): Promise<boolean> {
    const user = await this.sessions.read(request)
    if (user === null) throw Problem.unauthorized('is missing')
    CurrentUser.set(request, user)
    return true
  }
}
