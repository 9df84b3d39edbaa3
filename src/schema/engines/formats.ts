// Hot path: these functions run over texts that clients send.

import { formatsOf6, formatsOf8 } from '../../packages/libraries.cjs'
import { isIPv6 } from '../../packages/node.cjs'
import type { Format } from '../emit/native-options.js'

/**
 * The formats that schemas may name before any plugin adds others: those of a version and of the application. `null`:
 * only ajv checks it.
 */
export function readFormats(
  version: 6 | 8,
  customOptions: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, Format | null> {
  const builtIn = version === 6 ? formatsOf6(customOptions.format) : formatsOf8()
  const ours = version === 6 ? { ...openApiFormats6, ...linearFormats[6] } : linearFormats[8]
  const formats: Record<string, unknown> = { ...builtIn, ...ours }
  for (const [name, format] of Object.entries(Object(customOptions.formats))) {
    formats[name] = typeof format === 'string' ? new RegExp(format) : format
  }
  return new Map(Object.entries(formats).map(([name, definition]) => [name, readFormat(definition)]))
}

function readFormat(definition: unknown): Format | null {
  if (definition === true) return { type: 'string', isRight: null }
  if (definition instanceof RegExp) return { type: 'string', isRight: (text: string) => definition.test(text) }
  if (typeof definition === 'function') return { type: 'string', isRight: (text) => definition(text) }
  if (typeof definition !== 'object' || definition === null) return null
  const { type = 'string', validate, async } = definition as Record<string, unknown> // the values are checked below
  if (async === true || (type !== 'string' && type !== 'number')) return null
  if (validate === true) return { type, isRight: null }
  const inner = typeof validate === 'object' && !(validate instanceof RegExp) ? null : readFormat(validate)
  return inner && { ...inner, type }
}

/**
 * Formats in the place of the libraries' expressions that take quadratic time. They accept the same texts. 50 kB of one
 * text kept the library's `url` busy for six seconds.
 */
export const linearFormats = { 6: { url: isUrl, ipv6: isAddress6 }, 8: { url: isUrl } } as const

const scheme = /^(?:https?|ftp|http\u017f):\/\//i
const label = /^[a-z0-9\u{a1}-\u{ffff}]+(?:-[a-z0-9\u{a1}-\u{ffff}]+)*$/iu
const topLabel = /^[a-z\u{a1}-\u{ffff}]{2,}$/iu

/** `https://user:password@host:port/path` with a public address or a name of two labels or more as its host. */
function isUrl(text: string): boolean {
  const start = scheme.exec(text)
  if (start === null) return false
  const rest = text.slice(start[0].length)
  const spaces = spacesIn(rest)
  // A user may contain slashes. Each `@` before a slash or the end may be the one before the host.
  for (let from = 0; from <= rest.length; ) {
    const slash = rest.indexOf('/', from)
    const end = slash === -1 ? rest.length : slash
    const at = rest.slice(from, end).lastIndexOf('@')
    const isHere = at === -1 ? from === 0 : from + at > 0
    const host = from + at + 1
    if (isHere && isWithin(spaces, host, end) && isHostAndPort(rest.slice(host, end))) return true
    from = end + 1
  }
  return false
}

/** The first and the last space of a text. Wide spaces may be part of a host, and of nothing else. */
function spacesIn(text: string): readonly [first: number, last: number] | null {
  const first = text.search(/\s/)
  if (first === -1) return null
  let last = text.length - 1
  while (!/\s/.test(text.charAt(last))) last--
  return [first, last]
}

function isWithin(spaces: readonly [number, number] | null, from: number, end: number): boolean {
  return spaces === null || (spaces[0] >= from && spaces[1] < end)
}

function isHostAndPort(text: string): boolean {
  const colon = text.indexOf(':')
  if (colon === -1) return isHost(text)
  return /^\d{2,5}$/.test(text.slice(colon + 1)) && isHost(text.slice(0, colon))
}

function isHost(host: string): boolean {
  if (isPublicAddress(host)) return true
  const labels = host.split('.')
  return labels.length > 1 && labels.every((each) => label.test(each)) && topLabel.test(labels.at(-1) ?? '')
}

const octets = [
  /^(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])$/,
  /^(?:1?\d{1,2}|2[0-4]\d|25[0-5])$/,
  /^(?:1?\d{1,2}|2[0-4]\d|25[0-5])$/,
  /^(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4])$/,
]
const privateNetworks = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./

function isPublicAddress(host: string): boolean {
  if (host.length > 15 || privateNetworks.test(host)) return false
  const parts = host.split('.')
  return parts.length === octets.length && octets.every((octet, index) => octet.test(parts[index] ?? ''))
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
const acceptAll = (): boolean => true

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
