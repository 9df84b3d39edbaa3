import { Body, Controller, Post, Schema } from 'alcove'
import { Sessions } from '../identity/sessions.js'
import { Login, Registration, UserAnswer } from './schemas.js'
import { Users } from './users.js'

const tags = ['User and Authentication']

@Controller('/users')
export class UsersController {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  @Post()
  @Schema({ tags, summary: 'Register', response: { 201: UserAnswer } })
  async register(@Body(Registration) { user }: Registration) {
    return { user: this.sessions.begin(await this.users.register(user)) }
  }

  @Post('/login')
  @Schema({ tags, summary: 'Log in', response: { 200: UserAnswer } })
  async logIn(@Body(Login) { user }: Login) {
    return { user: this.sessions.begin(await this.users.logIn(user)) }
  }
}
