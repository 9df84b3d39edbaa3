import { type Kysely, type Migration, Migrator, sql } from 'kysely'

/** In the order of their names. Never edit a released migration: add a new one. */
const migrations: Record<string, Migration> = {
  '0001-begin': {
    async up(db: Kysely<unknown>) {
      for (const statement of begin) await sql.raw(statement).execute(db)
    },
  },
}

// Columns with a time keep milliseconds, as the API sends them: a time that was sent equals the stored one.
const begin = [
  `create table users (
    id uuid primary key default gen_random_uuid(),
    username text not null,
    name_key text not null,
    email text not null,
    password text not null,
    bio text,
    image text,
    created_at timestamptz(3) not null default now()
  )`,
  // If one user is called Jake, nobody else can be called jake.
  'create unique index users_username on users (name_key)',
  'create unique index users_email on users (lower(email))',
  `create table follows (
    follower_id uuid not null references users on delete cascade,
    followed_id uuid not null references users on delete cascade,
    primary key (follower_id, followed_id)
  )`,
  'create index follows_followed on follows (followed_id)',
  `create table articles (
    id integer generated always as identity primary key,
    author_id uuid not null references users on delete cascade,
    slug text not null,
    title text not null,
    description text not null,
    body text not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  'create unique index articles_slug on articles (slug)',
  'create index articles_recent on articles (created_at desc, id desc)',
  'create index articles_author on articles (author_id, created_at desc, id desc)',
  `create table article_tags (
    article_id integer not null references articles on delete cascade,
    name text not null,
    primary key (article_id, name)
  )`,
  'create index article_tags_name on article_tags (name, article_id)',
  `create table favorites (
    user_id uuid not null references users on delete cascade,
    article_id integer not null references articles on delete cascade,
    primary key (article_id, user_id)
  )`,
  'create index favorites_user on favorites (user_id, article_id)',
  `create table comments (
    id integer generated always as identity primary key,
    article_id integer not null references articles on delete cascade,
    author_id uuid not null references users on delete cascade,
    body text not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  'create index comments_article on comments (article_id, id)',
]

/**
 * Brings the tables up to date, in one transaction under a lock of the database. If several replicas start at once, one
 * does the work, and the others wait for it.
 */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')
  const step = failed === undefined ? '' : ` (${failed.migrationName})`
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(`The tables could not be brought up to date${step}: ${reason}`, { cause: error })
}
