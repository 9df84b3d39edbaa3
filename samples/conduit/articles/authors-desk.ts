import { Inject, Injectable } from 'alcove'
import { sql, type Transaction } from 'kysely'
import { Problem } from '../answers/problem.js'
import { Database } from '../database/database.js'
import { brokenIndex } from '../database/failures.js'
import type { Tables } from '../database/tables.js'
import type { User } from '../users/users.js'
import type { ArticleChanges, NewArticle } from './schemas.js'
import { slugOf, slugsOf } from './slug.js'

type Work = Transaction<Tables>

/** Writes articles. `publish` and `revise` return the slug under which the article is found from then on. */
@Injectable()
export class AuthorsDesk {
  constructor(@Inject(Database) private readonly database: Database) {}

  publish({ tagList = [], ...article }: NewArticle['article'], author: User): Promise<string> {
    return this.#withSlug(article.title, async (work, slug) => {
      const { id } = await work
        .insertInto('articles')
        .values({ ...article, slug, author_id: author.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertTags(work, id, tagList)
      return slug
    })
  }

  revise(slug: string, { tagList, ...changes }: ArticleChanges['article'], author: User): Promise<string> {
    return this.#withSlug(changes.title ?? '', async (work, candidate) => {
      const { id, title } = await lockOwn(work, slug, author)
      const isRenamed = changes.title !== undefined && slugOf(changes.title) !== slugOf(title)
      const next = isRenamed ? candidate : slug
      // Later than before, even within one millisecond.
      const updated_at = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`
      await work
        .updateTable('articles')
        .set({ ...changes, slug: next, updated_at })
        .where('id', '=', id)
        .execute()
      if (tagList === undefined) return next
      await work.deleteFrom('article_tags').where('article_id', '=', id).execute()
      await insertTags(work, id, tagList)
      return next
    })
  }

  async withdraw(slug: string, author: User): Promise<void> {
    await this.database.transaction().execute(async (work) => {
      const { id } = await lockOwn(work, slug, author)
      await work.deleteFrom('articles').where('id', '=', id).execute()
    })
  }

  /** Tries one slug after the other until one is free, each in a transaction of its own. */
  async #withSlug(title: string, write: (work: Work, slug: string) => Promise<string>): Promise<string> {
    const slugs = slugsOf(title)
    while (true) {
      const { value } = slugs.next()
      try {
        return await this.database.transaction().execute((work) => write(work, value))
      } catch (error) {
        if (brokenIndex(error) !== 'articles_slug') throw error
      }
    }
  }
}

/** Locks the article: nobody else changes it until the end of the transaction. */
async function lockOwn(work: Work, slug: string, author: User): Promise<{ id: number; title: string }> {
  const found = await work
    .selectFrom('articles')
    .select(['id', 'title', 'author_id'])
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw Problem.notFound('article')
  if (found.author_id !== author.id) throw Problem.forbidden('article')
  return found
}

async function insertTags(work: Work, article_id: number, tagList: readonly string[]): Promise<void> {
  const rows = [...new Set(tagList)].map((name) => ({ article_id, name }))
  if (rows.length > 0) await work.insertInto('article_tags').values(rows).execute()
}
