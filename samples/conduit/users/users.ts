import { Inject, Injectable } from 'alcove'
import { sql } from 'kysely'
import { Problem } from '../answers/problem.js'
import { Database } from '../database/database.js'
import { brokenIndex } from '../database/failures.js'
import { Passwords } from '../identity/passwords.js'
import { nameKey } from './name-key.js'
import type { Login, Registration, UserChanges } from './schemas.js'

/** A user as the application knows it: everything but the password. */
export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly bio: string | null
  readonly image: string | null
}

const columns = ['id', 'username', 'email', 'bio', 'image'] as const

const fieldOfIndex: Readonly<Record<string, string>> = { users_username: 'username', users_email: 'email' }

@Injectable()
export class Users {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly passwords: Passwords,
  ) {}

  async register({ username, email, password }: Registration['user']): Promise<User> {
    const values = { username, name_key: nameKey(username), email, password: await this.passwords.hash(password) }
    return this.database
      .insertInto('users')
      .values(values)
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(refuseTaken)
  }

  /** @throws Problem 401, which is the same for a known and an unknown address */
  async logIn({ email, password }: Login['user']): Promise<User> {
    const found = await this.database
      .selectFrom('users')
      .select([...columns, 'password'])
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
      .executeTakeFirst()
    const isRight = await this.passwords.matches(password, found?.password)
    if (found === undefined || !isRight) throw Problem.wrongCredentials()
    return found
  }

  byId(id: string): Promise<User | undefined> {
    return this.database.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
  }

  /** Stores an empty biography or image as null. */
  async update(user: User, { password, bio, image, ...names }: UserChanges['user']): Promise<User> {
    const changes = {
      ...names,
      ...(names.username !== undefined && { name_key: nameKey(names.username) }),
      ...(bio !== undefined && { bio: bio || null }),
      ...(image !== undefined && { image: image || null }),
      ...(password !== undefined && { password: await this.passwords.hash(password) }),
    }
    if (Object.keys(changes).length === 0) return user
    return this.database
      .updateTable('users')
      .set(changes)
      .where('id', '=', user.id)
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(refuseTaken)
  }
}

function refuseTaken(error: unknown): never {
  const field = fieldOfIndex[brokenIndex(error) ?? '']
  throw field === undefined ? error : Problem.taken(field)
}
