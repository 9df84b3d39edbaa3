import { Inject, Injectable } from 'alcove'
import { Problem } from '../answers/problem.js'
import { withAuthor } from '../articles/article-query.js'
import { Articles, refuseGone } from '../articles/articles.js'
import { Database } from '../database/database.js'
import { isFollowed } from '../profiles/profiles.js'
import type { User } from '../users/users.js'

/** The maximum length of the list of comments: it shows the newest. */
const shown = 1000

@Injectable()
export class Comments {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly articles: Articles,
  ) {}

  /** The oldest first, in reading order. */
  async list(slug: string, viewer: User | null) {
    const article = await this.articles.idOf(slug)
    const rows = await this.#select(viewer)
      .where('comments.article_id', '=', article)
      .orderBy('comments.id', 'desc')
      .limit(shown)
      .execute()
    return rows.reverse().map(withAuthor)
  }

  async add(slug: string, body: string, author: User) {
    const values = { article_id: await this.articles.idOf(slug), author_id: author.id, body }
    const { id } = await this.database
      .insertInto('comments')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseGone)
    const added = await this.#select(author).where('comments.id', '=', id).executeTakeFirst()
    if (added === undefined) throw Problem.notFound('article')
    return withAuthor(added)
  }

  async remove(slug: string, id: number, user: User): Promise<void> {
    const article = await this.articles.idOf(slug)
    const found = await this.database
      .selectFrom('comments')
      .select('author_id')
      .where('id', '=', id)
      .where('article_id', '=', article)
      .executeTakeFirst()
    if (found === undefined) throw Problem.notFound('comment')
    if (found.author_id !== user.id) throw Problem.forbidden('comment')
    await this.database.deleteFrom('comments').where('id', '=', id).execute()
  }

  #select(viewer: User | null) {
    return this.database
      .selectFrom('comments')
      .innerJoin('users as author', 'author.id', 'comments.author_id')
      .select([
        'comments.id',
        'comments.body',
        'comments.created_at as createdAt',
        'comments.updated_at as updatedAt',
        'author.username',
        'author.bio',
        'author.image',
        isFollowed(viewer).as('following'),
      ])
  }
}
