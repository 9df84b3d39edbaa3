import { type Infer, shared } from 'alcove'
import { envelope, text } from '../answers/schemas.js'
import { ProfileSchema } from '../profiles/schemas.js'

const preview = {
  slug: { type: 'string' },
  title: { type: 'string' },
  description: { type: 'string' },
  tagList: { type: 'array', items: { type: 'string' } },
  createdAt: { type: 'string', format: 'date-time' },
  updatedAt: { type: 'string', format: 'date-time' },
  favorited: { type: 'boolean' },
  favoritesCount: { type: 'integer' },
  author: ProfileSchema.ref,
} as const
const shown = [
  'slug',
  'title',
  'description',
  'tagList',
  'createdAt',
  'updatedAt',
  'favorited',
  'favoritesCount',
  'author',
] as const

/** An article in a list: everything but its body, as the specification demands. */
export const ArticlePreviewSchema = shared('articlePreview', { type: 'object', required: shown, properties: preview })

export const ArticleSchema = shared('article', {
  type: 'object',
  required: [...shown, 'body'],
  properties: { ...preview, body: { type: 'string' } },
})

export const ArticleAnswer = envelope('article', ArticleSchema.ref)

export const ArticleList = {
  type: 'object',
  required: ['articles', 'articlesCount'],
  properties: {
    articles: { type: 'array', items: ArticlePreviewSchema.ref },
    articlesCount: { type: 'integer' },
  },
} as const

export const TagList = envelope('tags', { type: 'array', items: { type: 'string' } })

const fields = {
  title: text(200),
  description: text(1000),
  body: text(100_000),
  tagList: { type: 'array', maxItems: 20, items: text(50) },
} as const

export const NewArticle = envelope('article', {
  type: 'object',
  required: ['title', 'description', 'body'],
  properties: fields,
})
export type NewArticle = Infer<typeof NewArticle>

export const ArticleChanges = envelope('article', { type: 'object', properties: fields })
export type ArticleChanges = Infer<typeof ArticleChanges>

const page = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  offset: { type: 'integer', minimum: 0, maximum: 2_147_483_647, default: 0 },
} as const

/** The part of a list that a request asks for. `limit` has a maximum, so nobody gets the whole table at once. */
export const Page = { type: 'object', properties: page } as const
export type Page = Infer<typeof Page>

const name = { type: 'string', maxLength: 100 } as const

export const ArticleFilter = {
  type: 'object',
  properties: { tag: name, author: name, favorited: name, ...page },
} as const
export type ArticleFilter = Infer<typeof ArticleFilter>
