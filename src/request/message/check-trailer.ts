import { replyCodes } from '../../errors/message-codes.js'
import { describeValue } from '../../support/values.js'

/** Fields that are not allowed in a trailer (RFC 9110, 6.5.1). */
const forbidden = new Set([
  'transfer-encoding',
  'content-length',
  'host',
  'cache-control',
  'max-forwards',
  'te',
  'authorization',
  'set-cookie',
  'content-encoding',
  'content-type',
  'content-range',
  'trailer',
])

/** Returns the name in lower case. Throws FST_ERR_BAD_TRAILER_NAME or FST_ERR_BAD_TRAILER_VALUE. */
export function checkTrailer(name: string, fn: unknown): string {
  const key = name.toLowerCase()
  if (forbidden.has(key)) throw new replyCodes.FST_ERR_BAD_TRAILER_NAME(key)
  if (typeof fn !== 'function') throw new replyCodes.FST_ERR_BAD_TRAILER_VALUE(key, describeValue(fn))
  return key
}
