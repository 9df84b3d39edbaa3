// Checks the headers of a response over HTTP/2. Node checks less there than over HTTP/1. nghttp2 resets a stream whose
// head it cannot send. Node then closes the session, and no error reports why.
import { replyCodes } from '../../errors/message-codes.js'
import { validateHeaderName, validateHeaderValue } from '../../packages/node.cjs'
import { isList } from '../../support/lists.js'

export type Values = Readonly<Record<string, unknown>> | readonly unknown[]

/** The bytes that nghttp2 sends in a head by default. */
const mostSent = 65_536
/** Bytes that nghttp2 counts for each header, beside its name and value. */
const perHeader = 12
/** Bytes that nghttp2 counts for the status, the date and the frame. */
const forOthers = 84

/** Node rejects these trailers, and names with a colon, only when the answer ends. The answer would then never end. */
const ofConnection = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** A name under which node stores a header or trailer of HTTP/2. */
export function storedName(name: unknown): string {
  return String(name).trim().toLowerCase()
}

/** Checks the name and the value of a trailer, and returns the bytes that nghttp2 counts for it. */
export function checkTrailerField(given: unknown, value: unknown): number {
  const name = storedName(given)
  validateHeaderName(name)
  if (ofConnection.has(name)) throw new replyCodes.FST_ERR_BAD_TRAILER_NAME(name)
  return checkValue(name, value)
}

/** The most bytes of all headers, as `checkValues` counts them. nghttp2 sends no head with more. */
export function mostOfHeaders(maxSendHeaderBlockLength = mostSent): number {
  return maxSendHeaderBlockLength - forOthers
}

/** Checks names and values, and returns the bytes that nghttp2 counts for them. */
export function checkValues(values: Values | undefined): number {
  if (values === undefined || values === null) return 0
  let bytes = 0
  if (isList(values)) for (const part of values.flat()) bytes += checkValue('', part)
  else for (const name in values) bytes += checkValue(name, values[name])
  return bytes
}

/**
 * Node checks the characters of header values only over HTTP/1. Over HTTP/2 it sends the lower byte of each character,
 * so that U+010A becomes a line break. Node itself handles a missing value and a pseudo header.
 */
export function checkValue(given: string, value: unknown): number {
  if (value === undefined || value === null) return 0
  const name = String(given).trim()
  if (name !== '' && !name.startsWith(':')) validateHeaderName(name)
  validateHeaderValue(name, value as string) // any value has characters
  return countedFor(name, value)
}

function countedFor(name: string, value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((bytes, each) => bytes + countedFor(name, each), 0)
  return name.length + String(value).length + perHeader
}
