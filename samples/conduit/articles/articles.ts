import { Inject, Injectable } from 'alcove'
import { sql } from 'kysely'
import { Problem } from '../answers/problem.js'
import { Database } from '../database/database.js'
import { isOrphan } from '../database/failures.js'
import { isFollowed } from '../profiles/profiles.js'
import type { User } from '../users/users.js'
import { matches, selectArticles, withAuthor } from './article-query.js'
import type { ArticleFilter, Page } from './schemas.js'

/** For an insertion into an article that its author deletes at the same time. */
export function refuseGone(error: unknown): never {
  throw isOrphan(error) ? Problem.notFound('article') : error
}

/** Reads articles. A list costs two queries, however long it is. */
@Injectable()
export class Articles {
  constructor(@Inject(Database) private readonly database: Database) {}

  async read(slug: string, viewer: User | null) {
    const found = await selectArticles(this.database, viewer)
      .select('articles.body')
      .where('articles.slug', '=', slug)
      .executeTakeFirst()
    if (found === undefined) throw Problem.notFound('article')
    return withAuthor(found)
  }

  async idOf(slug: string): Promise<number> {
    const found = await this.database.selectFrom('articles').select('id').where('slug', '=', slug).executeTakeFirst()
    if (found === undefined) throw Problem.notFound('article')
    return found.id
  }

  list({ limit, offset, ...filter }: ArticleFilter, viewer: User | null) {
    return this.#list(matches(filter), { limit, offset }, viewer)
  }

  /** Articles of authors whom the reader follows. */
  feed(page: Page, reader: User) {
    return this.#list(() => isFollowed(reader), page, reader)
  }

  async #list(
    condition: ReturnType<typeof matches> | (() => ReturnType<typeof isFollowed>),
    page: Page,
    viewer: User | null,
  ) {
    const [rows, { count }] = await Promise.all([
      selectArticles(this.database, viewer)
        .where(condition)
        .orderBy('articles.created_at', 'desc')
        .orderBy('articles.id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),
      this.database
        .selectFrom('articles')
        .innerJoin('users as author', 'author.id', 'articles.author_id')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where(condition)
        .executeTakeFirstOrThrow(),
    ])
    return { articles: rows.map(withAuthor), articlesCount: count }
  }
}
