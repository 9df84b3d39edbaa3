import { shared } from 'alcove'

/** The body of every answer that is an error. */
export const Errors = shared('errors', {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
})

/** Text with a character that is not a space. All stored texts have a maximum length. */
export const text = <const M extends number>(maxLength: M) => ({ type: 'string', pattern: '\\S', maxLength }) as const

/** Text that a user may remove. */
export const optionalText = <const M extends number>(maxLength: M) => ({ type: ['string', 'null'], maxLength }) as const

/** The specification wraps every body in an object: `{ "user": … }`. */
export const envelope = <const K extends string, const S>(name: K, content: S) =>
  ({ type: 'object', required: [name], properties: { [name]: content } as { readonly [key in K]: S } }) as const
