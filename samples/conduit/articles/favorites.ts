import { Inject, Injectable } from 'alcove'
import { Database } from '../database/database.js'
import type { User } from '../users/users.js'
import { Articles, refuseGone } from './articles.js'

@Injectable()
export class Favorites {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly articles: Articles,
  ) {}

  async add(slug: string, user: User): Promise<void> {
    const favorite = { article_id: await this.articles.idOf(slug), user_id: user.id }
    await this.database
      .insertInto('favorites')
      .values(favorite)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
      .catch(refuseGone)
  }

  async remove(slug: string, user: User): Promise<void> {
    const id = await this.articles.idOf(slug)
    await this.database.deleteFrom('favorites').where('article_id', '=', id).where('user_id', '=', user.id).execute()
  }
}
