import { replyCodes } from '../../errors/message-codes.js'
import { moduleCodes } from '../../errors/module-codes.js'
import { asFastify } from '../../support/as-fastify.js'
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

/**
 * Checks the arguments of `reply.redirect`. An empty `location` leads back to the same URL, and an object becomes
 * `[object Object]`. The drop-in redirects there, as Fastify does.
 */
export function checkRedirect(url: unknown, statusCode: unknown): void {
  if (typeof url === 'number' && (asFastify || statusCode !== undefined)) {
    const advice = `the URL is the first argument: write reply.redirect(url, ${url})`
    throw new replyCodes.FST_ERR_BAD_STATUS_CODE(String(statusCode), advice)
  }
  if (asFastify || isLocation(url)) return
  const wanted =
    typeof url === 'number'
      ? `the URL as the first argument: reply.redirect(url, ${url})`
      : 'the URL as the first argument'
  throw new moduleCodes.ALC_ERR_DECLARATION_ARGUMENT('reply.redirect(…)', describeValue(url), wanted)
}

/** Whether a value is a text, or an object that has one, such as a `URL`. */
function isLocation(url: unknown): boolean {
  if (typeof url === 'string') return url.trim() !== ''
  return typeof url === 'object' && url !== null && !Array.isArray(url) && !String(url).startsWith('[object ')
}
