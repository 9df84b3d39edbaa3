import type { ColumnType, Generated } from 'kysely'

/** A time that the database sets. */
type Stamp = ColumnType<Date, never, never>

interface UserTable {
  id: Generated<string>
  username: string
  name_key: string
  email: string
  password: string
  bio: string | null
  image: string | null
  created_at: Stamp
}

interface FollowTable {
  follower_id: string
  followed_id: string
}

interface ArticleTable {
  id: Generated<number>
  author_id: string
  slug: string
  title: string
  description: string
  body: string
  created_at: Stamp
  updated_at: ColumnType<Date, never, Date>
}

interface ArticleTagTable {
  article_id: number
  name: string
}

interface FavoriteTable {
  user_id: string
  article_id: number
}

interface CommentTable {
  id: Generated<number>
  article_id: number
  author_id: string
  body: string
  created_at: Stamp
  updated_at: Stamp
}

/** The tables that the migrations create. */
export interface Tables {
  users: UserTable
  follows: FollowTable
  articles: ArticleTable
  article_tags: ArticleTagTable
  favorites: FavoriteTable
  comments: CommentTable
}
