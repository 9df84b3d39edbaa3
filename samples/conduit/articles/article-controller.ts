import { Controller, Get, Inject, Param, Query, Schema } from 'alcove'
import { Viewer } from '../identity/signed-in.js'
import type { User } from '../users/users.js'
import { Articles } from './articles.js'
import { ArticleAnswer, ArticleFilter, ArticleList } from './schemas.js'

const tags = ['Articles']

/** The routes that anybody may read. */
@Controller('/articles')
export class ArticleController {
  constructor(private readonly articles: Articles) {}

  @Get()
  @Schema({ tags, summary: 'List articles, the newest first', response: { 200: ArticleList } })
  list(@Query(ArticleFilter) filter: ArticleFilter, @Inject(Viewer) viewer: User | null) {
    return this.articles.list(filter, viewer)
  }

  @Get('/:slug')
  @Schema({ tags, summary: 'Read an article', response: { 200: ArticleAnswer } })
  async read(@Param('slug') slug: string, @Inject(Viewer) viewer: User | null) {
    return { article: await this.articles.read(slug, viewer) }
  }
}
