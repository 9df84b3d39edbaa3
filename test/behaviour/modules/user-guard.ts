import { type CanActivate, Controller, Get, Inject, Injectable, type Request, requestValue } from 'alcove'

export interface User {
  name: string
  roles: readonly string[]
}

export const CurrentUser = requestValue<User>('user')

@Injectable()
export class UserGuard implements CanActivate {
  static readonly provides = [CurrentUser]

  canActivate(request: Request) {
    const name = request.headers['x-user']
    if (name === 'forgotten') return true
    if (typeof name !== 'string') return false
    CurrentUser.set(request, { name, roles: name === 'ada' ? ['admin'] : [] })
    return true
  }
}

@Controller()
export class Me {
  @Get('/me')
  read(@Inject(CurrentUser) user: User) {
    return { name: user.name }
  }
}

export const ADA = { headers: { 'x-user': 'ada' } }
