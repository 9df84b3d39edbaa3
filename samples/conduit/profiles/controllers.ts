import { Controller, Delete, Get, Inject, Param, Post, Schema } from 'alcove'
import { CurrentUser, Viewer } from '../identity/signed-in.js'
import type { User } from '../users/users.js'
import { Profiles } from './profiles.js'
import { ProfileAnswer } from './schemas.js'

const tags = ['Profile']

@Controller('/profiles')
export class ProfileController {
  constructor(private readonly profiles: Profiles) {}

  @Get('/:username')
  @Schema({ tags, summary: 'Read a profile', response: { 200: ProfileAnswer } })
  async read(@Param('username') username: string, @Inject(Viewer) viewer: User | null) {
    return { profile: await this.profiles.read(username, viewer) }
  }
}

@Controller('/profiles/:username/follow')
export class FollowController {
  constructor(private readonly profiles: Profiles) {}

  @Post()
  @Schema({ tags, summary: 'Follow a user', response: { 200: ProfileAnswer } })
  async follow(@Param('username') username: string, @Inject(CurrentUser) user: User) {
    return { profile: await this.profiles.follow(username, user) }
  }

  @Delete()
  @Schema({ tags, summary: 'Follow a user no longer', response: { 200: ProfileAnswer } })
  async unfollow(@Param('username') username: string, @Inject(CurrentUser) user: User) {
    return { profile: await this.profiles.unfollow(username, user) }
  }
}
