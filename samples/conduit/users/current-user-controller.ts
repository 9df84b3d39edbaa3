import { Body, Controller, Get, Inject, Put, Schema } from 'alcove'
import { Sessions } from '../identity/sessions.js'
import { CurrentUser } from '../identity/signed-in.js'
import { UserAnswer, UserChanges } from './schemas.js'
import { type User, Users } from './users.js'

const tags = ['User and Authentication']

@Controller('/user')
export class CurrentUserController {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  @Get()
  @Schema({ tags, summary: 'Who is signed in', response: { 200: UserAnswer } })
  read(@Inject(CurrentUser) user: User) {
    return { user: this.sessions.begin(user) }
  }

  @Put()
  @Schema({ tags, summary: 'Change what is given, and nothing else', response: { 200: UserAnswer } })
  async update(@Inject(CurrentUser) current: User, @Body(UserChanges) changes: UserChanges) {
    return { user: this.sessions.begin(await this.users.update(current, changes.user)) }
  }
}
