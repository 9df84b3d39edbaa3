import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../database/database.js'
import type { Tables } from '../database/tables.js'
import { isFollowed } from '../profiles/profiles.js'
import { nameKey } from '../users/name-key.js'
import type { User } from '../users/users.js'
import type { ArticleFilter } from './schemas.js'

/** Articles as a viewer sees them. One query reads all of them, with their authors, tags and favorites. */
export function selectArticles(database: Database, viewer: User | null) {
  return database
    .selectFrom('articles')
    .innerJoin('users as author', 'author.id', 'articles.author_id')
    .select([
      'articles.slug',
      'articles.title',
      'articles.description',
      'articles.created_at as createdAt',
      'articles.updated_at as updatedAt',
      sql<string[]>`array(
        select name from article_tags where article_id = articles.id order by name collate "C"
      )`.as('tagList'),
      sql<number>`(select count(*) from favorites where article_id = articles.id)::integer`.as('favoritesCount'),
      sql<boolean>`exists (
        select from favorites where article_id = articles.id and user_id = ${viewer?.id ?? null}::uuid
      )`.as('favorited'),
      'author.username',
      'author.bio',
      'author.image',
      isFollowed(viewer).as('following'),
    ])
}

type Builder = ExpressionBuilder<Tables & { author: Tables['users'] }, 'articles' | 'author'>

/** The condition of a filter on articles. */
export function matches({ tag, author, favorited }: Partial<ArticleFilter>) {
  return (builder: Builder) => {
    const conditions = [
      tag !== undefined &&
        sql<boolean>`exists (select from article_tags where article_id = articles.id and name = ${tag})`,
      author !== undefined && sql<boolean>`author.name_key = ${nameKey(author)}`,
      favorited !== undefined &&
        sql<boolean>`exists (
          select from favorites join users on users.id = favorites.user_id
          where favorites.article_id = articles.id and users.name_key = ${nameKey(favorited)}
        )`,
    ]
    return builder.and(conditions.filter((condition) => condition !== false))
  }
}

interface Row {
  readonly username: string
  readonly bio: string | null
  readonly image: string | null
  readonly following: boolean
}

/** A row as the API sends it: the author is an object of its own. */
export function withAuthor<R extends Row>({ username, bio, image, following, ...rest }: R) {
  return { ...rest, author: { username, bio, image, following } }
}
