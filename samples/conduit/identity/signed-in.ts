import { type CanActivate, Injectable, type Request, requestValue } from 'alcove'
import { Problem } from '../answers/problem.js'
import { Errors } from '../answers/schemas.js'
import type { User } from '../users/users.js'
import { Sessions } from './sessions.js'

/** Who asks, where anybody may. */
export const Viewer = requestValue<User | null>('viewer')

/** Who asks, where a token is needed. */
export const CurrentUser = requestValue<User>('currentUser')

/** Lets everybody in, and recognizes who brings a token. A token that is not good is refused. */
@Injectable()
export class Recognized implements CanActivate {
  static readonly provides = [Viewer]
  /** What the API description and the typed client say of each route behind this guard: a token is not needed. */
  static readonly openapi = { security: [{}, { Token: [] }], responses: { 401: Errors.ref } }

  constructor(private readonly sessions: Sessions) {}

  async canActivate(request: Request): Promise<boolean> {
    Viewer.set(request, await this.sessions.read(request))
    return true
  }
}

/** Lets in who brings a token. */
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
