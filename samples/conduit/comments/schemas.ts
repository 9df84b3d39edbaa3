import { type Infer, shared } from 'alcove'
import { envelope, text } from '../answers/schemas.js'
import { ProfileSchema } from '../profiles/schemas.js'

export const CommentSchema = shared('comment', {
  type: 'object',
  required: ['id', 'createdAt', 'updatedAt', 'body', 'author'],
  properties: {
    id: { type: 'integer' },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
    body: { type: 'string' },
    author: ProfileSchema.ref,
  },
})

export const CommentAnswer = envelope('comment', CommentSchema.ref)
export const CommentList = envelope('comments', { type: 'array', items: CommentSchema.ref })

export const NewComment = envelope('comment', {
  type: 'object',
  required: ['body'],
  properties: { body: text(10_000) },
})
export type NewComment = Infer<typeof NewComment>

export const CommentId = { type: 'integer', minimum: 1, maximum: 2_147_483_647 } as const
