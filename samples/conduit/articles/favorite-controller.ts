import { Controller, Delete, Inject, Param, Post, Schema } from 'alcove'
import { CurrentUser } from '../identity/signed-in.js'
import type { User } from '../users/users.js'
import { Articles } from './articles.js'
import { Favorites } from './favorites.js'
import { ArticleAnswer } from './schemas.js'

const tags = ['Favorites']

@Controller('/articles/:slug/favorite')
export class FavoriteController {
  constructor(
    private readonly favorites: Favorites,
    private readonly articles: Articles,
  ) {}

  @Post()
  @Schema({ tags, summary: 'Make an article a favorite', response: { 200: ArticleAnswer } })
  async add(@Param('slug') slug: string, @Inject(CurrentUser) user: User) {
    await this.favorites.add(slug, user)
    return { article: await this.articles.read(slug, user) }
  }

  @Delete()
  @Schema({ tags, summary: 'Make an article a favorite no longer', response: { 200: ArticleAnswer } })
  async remove(@Param('slug') slug: string, @Inject(CurrentUser) user: User) {
    await this.favorites.remove(slug, user)
    return { article: await this.articles.read(slug, user) }
  }
}
