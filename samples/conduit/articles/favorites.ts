import { Inject, Injectable } from 'alcove'
import { Problem } from '../answers/problem.js'
import { Database } from '../database/database.js'
import type { User } from '../users/users.js'

@Injectable()
export class Favorites {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add(slug: string, user: User): Promise<void> {
    const favorite = { article_id: await this.#idOf(slug), user_id: user.id }
    await this.database
      .insertInto('favorites')
      .values(favorite)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async remove(slug: string, user: User): Promise<void> {
    const id = await this.#idOf(slug)
    await this.database.deleteFrom('favorites').where('article_id', '=', id).where('user_id', '=', user.id).execute()
  }

  async #idOf(slug: string): Promise<number> {
    const found = await this.database.selectFrom('articles').select('id').where('slug', '=', slug).executeTakeFirst()
    if (found === undefined) throw Problem.notFound('article')
    return found.id
  }
}
