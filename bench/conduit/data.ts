/** The settings of a day, and the content of the database at its begin: the same for each server. */
import type { Database } from '../../samples/conduit/database/database.js'
import { Passwords } from '../../samples/conduit/identity/passwords.js'
import { readSettings, type Settings } from '../../samples/conduit/settings.js'
import {
  articleCount,
  emailOf,
  jwtSecret,
  password,
  slugOfArticle,
  tagOf,
  userCount,
  userId,
  userName,
} from './names.js'

const noLimit = 1e9

export const settings: Settings = {
  ...readSettings({ PASSWORD_COST: '10', JWT_SECRET: jwtSecret }),
  rateLimit: noLimit,
  credentialsRateLimit: noLimit,
}

function listOf<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index))
}

const text = 'The wind had turned before the boats were out, and nobody on the quay was surprised. '

/** Users, articles with tags, favorites and comments. The order of insertion gives the ids. */
export async function seed(database: Database): Promise<void> {
  const hash = await new Passwords(settings).hash(password)
  const users = listOf(userCount, (index) => ({
    id: userId(index),
    username: userName(index),
    name_key: userName(index),
    email: emailOf(index),
    password: hash,
    bio: index % 2 === 0 ? 'Writes about boats' : null,
  }))
  await database.insertInto('users').values(users).execute()
  const articles = listOf(articleCount, (index) => ({
    author_id: userId(index % userCount),
    slug: slugOfArticle(index),
    title: slugOfArticle(index).replace('-', ' '),
    description: `The description of article ${index}`,
    body: text.repeat(20),
  }))
  const ids = await database.insertInto('articles').values(articles).returning('id').execute()
  const tags = ids.flatMap(({ id }, index) => listOf(3, (each) => ({ article_id: id, name: tagOf(index + each) })))
  await database.insertInto('article_tags').values(tags).execute()
  const favorites = ids.flatMap(({ id }, index) =>
    listOf(index % 5, (each) => ({ article_id: id, user_id: userId((index + each) % userCount) })),
  )
  await database.insertInto('favorites').values(favorites).execute()
  const follows = listOf(5, (each) => ({ follower_id: userId(0), followed_id: userId(each + 1) }))
  await database.insertInto('follows').values(follows).execute()
  const comments = ids.flatMap(({ id }, index) =>
    listOf(index % 7, (each) => ({ article_id: id, author_id: userId(each), body: `${text}${each}` })),
  )
  await database.insertInto('comments').values(comments).execute()
}
