import { type Infer, shared } from 'alcove'
import { envelope } from '../answers/schemas.js'

/** A user as others see it. */
export const ProfileSchema = shared('profile', {
  type: 'object',
  required: ['username', 'bio', 'image', 'following'],
  properties: {
    username: { type: 'string' },
    bio: { type: ['string', 'null'] },
    image: { type: ['string', 'null'] },
    following: { type: 'boolean' },
  },
})
export type Profile = Infer<typeof ProfileSchema>

export const ProfileAnswer = envelope('profile', ProfileSchema.ref)
