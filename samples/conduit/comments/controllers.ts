import { Body, Controller, Delete, Get, Inject, Param, Post, Schema, Status } from 'alcove'
import { CurrentUser, Viewer } from '../identity/signed-in.js'
import type { User } from '../users/users.js'
import { Comments } from './comments.js'
import { CommentAnswer, CommentId, CommentList, NewComment } from './schemas.js'

const tags = ['Comments']

@Controller('/articles/:slug/comments')
export class CommentController {
  constructor(private readonly comments: Comments) {}

  @Get()
  @Schema({ tags, summary: 'List the comments on an article', response: { 200: CommentList } })
  async list(@Param('slug') slug: string, @Inject(Viewer) viewer: User | null) {
    return { comments: await this.comments.list(slug, viewer) }
  }
}

@Controller('/articles/:slug/comments')
export class CommentatorController {
  constructor(private readonly comments: Comments) {}

  @Post()
  @Schema({ tags, summary: 'Comment on an article', response: { 201: CommentAnswer } })
  async add(@Param('slug') slug: string, @Body(NewComment) { comment }: NewComment, @Inject(CurrentUser) user: User) {
    return { comment: await this.comments.add(slug, comment.body, user) }
  }

  @Delete('/:id')
  @Status(204)
  @Schema({ tags, summary: 'Delete a comment' })
  async remove(@Param('slug') slug: string, @Param('id', CommentId) id: number, @Inject(CurrentUser) user: User) {
    await this.comments.remove(slug, id, user)
  }
}
