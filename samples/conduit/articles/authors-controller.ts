import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query, Schema, Status } from 'alcove'
import { CurrentUser } from '../identity/signed-in.js'
import type { User } from '../users/users.js'
import { Articles } from './articles.js'
import { AuthorsDesk } from './authors-desk.js'
import { ArticleAnswer, ArticleChanges, ArticleList, NewArticle, Page } from './schemas.js'

const tags = ['Articles']

/** The routes that need a token: the own feed, and writing. */
@Controller('/articles')
export class AuthorsController {
  constructor(
    private readonly articles: Articles,
    private readonly desk: AuthorsDesk,
  ) {}

  @Get('/feed')
  @Schema({ tags, summary: 'List what those have written whom one follows', response: { 200: ArticleList } })
  feed(@Query(Page) page: Page, @Inject(CurrentUser) user: User) {
    return this.articles.feed(page, user)
  }

  @Post()
  @Schema({ tags, summary: 'Publish an article', response: { 201: ArticleAnswer } })
  async publish(@Body(NewArticle) body: NewArticle, @Inject(CurrentUser) user: User) {
    const slug = await this.desk.publish(body.article, user)
    return { article: await this.articles.read(slug, user) }
  }

  @Put('/:slug')
  @Schema({ tags, summary: 'Change what is given; a new title is a new slug', response: { 200: ArticleAnswer } })
  async revise(
    @Param('slug') slug: string,
    @Body(ArticleChanges) body: ArticleChanges,
    @Inject(CurrentUser) user: User,
  ) {
    const renamed = await this.desk.revise(slug, body.article, user)
    return { article: await this.articles.read(renamed, user) }
  }

  @Delete('/:slug')
  @Status(204)
  @Schema({ tags, summary: 'Delete an article' })
  async withdraw(@Param('slug') slug: string, @Inject(CurrentUser) user: User) {
    await this.desk.withdraw(slug, user)
  }
}
