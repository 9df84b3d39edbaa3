// Hot path: these functions run over texts that clients send.

import { isIPv6 } from '../../packages/node.cjs'

/**
 * Formats in the place of the libraries' expressions that take quadratic time. They accept the same texts. 50 kB of one
 * text kept the library's `url` busy for six seconds.
 */
export const linearFormats = { 6: { url: isUrl, ipv6: isAddress6 }, 8: { url: isUrl } } as const

const letter = 'a-z\\u{a1}-\\u{ffff}'
const label = `[${letter}\\d]+(?:-[${letter}\\d]+)*`
const octet = '(?:1?\\d{1,2}|2[0-4]\\d|25[0-5])'
const privateNetwork = '(?:10|127|169\\.254|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))'
const [firstOctet, lastOctet] = ['(?:[1-9]\\d?|1\\d\\d|2[01]\\d|22[0-3])', '(?:[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-4])']
const publicAddress = `(?!${privateNetwork}\\.)${firstOctet}(?:\\.${octet}){2}\\.${lastOctet}`
const host = `(?:${publicAddress}|${label}(?:\\.${label})*\\.[${letter}]{2,})`
/**
 * `https://user:password@host:port/path` with a public address or a name of two labels or more as its host. The password
 * is a part of the user here. As a part of its own it would split a text at each colon.
 */
const url = new RegExp(`^(?:https?|ftp)://(?:\\S+@)?${host}(?::\\d{2,5})?(?:/\\S*)?$`, 'iu')

function isUrl(text: string): boolean {
  const space = text.search(/\s/)
  const at = space === -1 ? -1 : text.lastIndexOf('@', space)
  const user = text.indexOf('//') + 2
  // Only a host may contain spaces, so a user ends at the last `@` before them. The expression would read up to the space
  // behind each `@`. It gets only the first character of the user.
  return url.test(at > user ? text.slice(0, user + 1) + text.slice(at) : text)
}

const longestAddress = 45

/** An address of version 6 with or without a zone (`%eth0`), and with space around it. */
function isAddress6(text: string): boolean {
  const inner = text.trimStart()
  const percent = inner.indexOf('%')
  const address = percent === -1 ? inner.trimEnd() : inner.slice(0, percent)
  if (address.length > longestAddress || !isIPv6(address)) return false
  return percent === -1 || isZone(inner.slice(percent + 1))
}

/** One line of any characters, and space below it. */
function isZone(text: string): boolean {
  const end = text.search(/[\n\r\u2028\u2029]/)
  return end === -1 ? text !== '' : end > 0 && text.slice(end).trim() === ''
}

const most32 = 2 ** 31 - 1
export const acceptAll = (): boolean => true

/** The formats of OpenAPI that version 6 does not have, as version 8 reads them. */
export const openApiFormats6 = {
  int32: {
    type: 'number',
    validate: (value: number) => Number.isInteger(value) && value <= most32 && value >= -most32 - 1,
  },
  int64: { type: 'number', validate: (value: number) => Number.isInteger(value) },
  float: { type: 'number', validate: acceptAll },
  double: { type: 'number', validate: acceptAll },
  byte: isBase64,
  binary: acceptAll,
  password: acceptAll,
} as const

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && base64.test(text)
}
