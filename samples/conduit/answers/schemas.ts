import { shared } from 'alcove'

/** The body of every answer that is an error. */
export const Errors = shared('errors', {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
})

/** Text that is more than space; what is stored is bounded everywhere. */
export const text = <const M extends number>(maxLength: M) => ({ type: 'string', pattern: '\\S', maxLength }) as const

/** Text that may be taken away. */
export const optionalText = <const M extends number>(maxLength: M) => ({ type: ['string', 'null'], maxLength }) as const

/** The specification sends and takes nothing bare: `{ "user": … }`. */
export const envelope = <const K extends string, const S>(name: K, content: S) =>
  ({ type: 'object', required: [name], properties: { [name]: content } as { readonly [key in K]: S } }) as const
