import { type CanActivate, Injectable, type Request, requestValue } from 'alcove'
import { Problem } from '../answers/problem.js'
import { Errors } from '../answers/schemas.js'
import type { User } from '../users/users.js'
import { Sessions } from './sessions.js'

/** Who asks, where anybody may. */
export const Viewer = requestValue<User | null>('viewer')

/** Who asks, where a token is needed. */
export const CurrentUser = requestValue<User>('currentUser')

/** Lets in who brings a token, and puts its user on the request. */
@Injectable()
export class SignedIn implements CanActivate {
  /** What the API description and the typed client say of each route behind this guard. */
  static readonly openapi = { security: [{ Token: [] }], responses: { 401: Errors.ref } }

  constructor(private readonly sessions: Sessions) {}

  async canActivate(request: Request): Promise<boolean> {
    const user = await this.sessions.read(request)
    if (user === null) throw Problem.unauthorized('is missing')
    request.setDecorator(CurrentUser, user)
    return true
  }
}
