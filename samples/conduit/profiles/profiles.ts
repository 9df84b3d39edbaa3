import { Inject, Injectable } from 'alcove'
import { sql } from 'kysely'
import { Problem } from '../answers/problem.js'
import { Database } from '../database/database.js'
import { nameKey } from '../users/name-key.js'
import type { User } from '../users/users.js'
import type { Profile } from './schemas.js'

@Injectable()
export class Profiles {
  constructor(@Inject(Database) private readonly database: Database) {}

  async read(username: string, viewer: User | null): Promise<Profile> {
    const { id: _, ...profile } = await this.#find(username, viewer)
    return profile
  }

  async follow(username: string, follower: User): Promise<Profile> {
    const { id, ...profile } = await this.#find(username, follower)
    const values = { follower_id: follower.id, followed_id: id }
    await this.database
      .insertInto('follows')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { ...profile, following: true }
  }

  async unfollow(username: string, follower: User): Promise<Profile> {
    const { id, ...profile } = await this.#find(username, follower)
    await this.database
      .deleteFrom('follows')
      .where('follower_id', '=', follower.id)
      .where('followed_id', '=', id)
      .execute()
    return { ...profile, following: false }
  }

  async #find(username: string, viewer: User | null): Promise<Profile & { id: string }> {
    const found = await this.database
      .selectFrom('users as author')
      .select(['author.id', 'author.username', 'author.bio', 'author.image', isFollowed(viewer).as('following')])
      .where('author.name_key', '=', nameKey(username))
      .executeTakeFirst()
    if (found === undefined) throw Problem.notFound('profile')
    return found
  }
}

/** Whether the viewer follows the `author` of a query. Nobody follows anybody. */
export function isFollowed(viewer: User | null) {
  return sql<boolean>`exists (
    select from follows where follows.followed_id = author.id and follows.follower_id = ${viewer?.id ?? null}::uuid
  )`
}
