import { type CanActivate, Injectable, type Request, routeValue } from 'alcove'

/** Was `Reflector.createDecorator`. */
export const Roles = routeValue<readonly string[]>('roles')

/** For the sample only: an application reads the roles of a token that it has verified. */
@Injectable()
export class RolesGuard implements CanActivate {
  canActivate(request: Request): boolean {
    const allowed = Roles.of(request)
    return allowed === undefined || allowed.includes(String(request.headers['x-role']))
  }
}
