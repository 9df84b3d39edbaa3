import { type Infer, shared } from 'alcove'
import { envelope, optionalText, text } from '../answers/schemas.js'

/** The user that is signed in. */
export const UserSchema = shared('user', {
  type: 'object',
  required: ['email', 'token', 'username', 'bio', 'image'],
  properties: {
    email: { type: 'string' },
    token: { type: 'string' },
    username: { type: 'string' },
    bio: { type: ['string', 'null'] },
    image: { type: ['string', 'null'] },
  },
})

export const UserAnswer = envelope('user', UserSchema.ref)

/** No invisible characters, and no name that is not a path segment: one name could be taken for another. */
const username = { ...text(50), not: { pattern: '^\\s|\\s$|^\\.{1,2}$|[\\p{Cc}\\p{Cf}\\p{Cs}]' } } as const
const email = { ...text(254), format: 'email' } as const
/** Only the length is checked, not the kinds of characters (NIST SP 800-63B, 5.1.1.2). */
const password = { ...text(128), minLength: 8 } as const

export const Registration = envelope('user', {
  type: 'object',
  required: ['username', 'email', 'password'],
  properties: { username, email, password },
})
export type Registration = Infer<typeof Registration>

export const Login = envelope('user', {
  type: 'object',
  required: ['email', 'password'],
  properties: { email: text(254), password: text(128) },
})
export type Login = Infer<typeof Login>

export const UserChanges = envelope('user', {
  type: 'object',
  properties: { username, email, password, bio: optionalText(1000), image: optionalText(2000) },
})
export type UserChanges = Infer<typeof UserChanges>
