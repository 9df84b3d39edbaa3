import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { inspectorCodes } from '../errors/inspector-codes.js'

const { ALC_ERR_INSPECTOR_HOST, ALC_ERR_INSPECTOR_ORIGIN, ALC_ERR_INSPECTOR_PEER, ALC_ERR_INSPECTOR_TOKEN } =
  inspectorCodes

/** `page`: a browser opens the page. `data`: the page requests data. */
export type Wanted = 'page' | 'data'

/** The visitors that have access besides this machine. */
export interface Visitors {
  readonly hosts: readonly string[]
  /** Null: no other machine has access. */
  readonly token: string | null
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Headers that a proxy adds. With one of them, the peer is not the visitor. */
const forwarding: readonly RegExp[] = [
  /forwarded|client-?ip|(?:-|socket)ip$/,
  /^(?:x-)?(?:akamai|amzn?|appengine|arr|azure|cf|cloud|envoy|fastly|fly|goog|original|real|remote|rewrite|ssl)-/,
  /^(?:via|cdn-loop|front-end-https|max-forwards|proxy-connection)$/,
  /^x-(?:bluecoat-via|host|nginx-proxy|request-start|scheme|varnish)$/,
]

/**
 * Accepts requests from this machine or with the token, if they come from the inspector's own page. `Host` does not
 * prove where a request comes from, because any client may write `localhost`. `Host` is checked to protect browsers of
 * this machine. By DNS rebinding, a site may map its name to our address, and the browser sends that name in `Host`. A
 * request across origins has the name of its site in `Origin`, or `Sec-Fetch-Site`.
 *
 * @throws ALC_ERR_INSPECTOR_PEER, ALC_ERR_INSPECTOR_TOKEN, ALC_ERR_INSPECTOR_HOST, ALC_ERR_INSPECTOR_ORIGIN
 */
export function checkVisitor(raw: IncomingMessage, { hosts, token }: Visitors, wanted: Wanted): void {
  const { headers } = raw
  const host = String(headers[':authority'] ?? headers.host ?? '')
  if (!isGiven(headers.authorization, token)) {
    checkPeer(raw, token)
    const name = hostNameOf(`http://${host}`)
    if (!isLocal(name) && !hosts.some((own) => isNamed(own.toLowerCase(), name))) throw new ALC_ERR_INSPECTOR_HOST(name)
  }
  checkOrigin(headers, host, wanted)
}

function checkOrigin(headers: IncomingHttpHeaders, host: string, wanted: Wanted): void {
  const { origin } = headers
  if (origin !== undefined && readUrl(origin)?.host !== readUrl(`http://${host}`)?.host)
    throw new ALC_ERR_INSPECTOR_ORIGIN()
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  const isVisit = wanted === 'page' && headers['sec-fetch-mode'] === 'navigate' // any site may link to it: it has no data
  if (!isOwn && !isVisit) throw new ALC_ERR_INSPECTOR_ORIGIN()
}

/** Accepts a peer with a loopback address, if no proxy has forwarded the request. */
function checkPeer({ headers, socket, httpVersion }: IncomingMessage, token: string | null): void {
  // nginx adds no header by default, but it sends HTTP/1.0. No browser does.
  const isDirect =
    httpVersion !== '1.0' && !Object.keys(headers).some((name) => forwarding.some((names) => names.test(name)))
  if (isDirect && isLoopback(socket.remoteAddress ?? '')) return
  if (token === null) throw new ALC_ERR_INSPECTOR_PEER()
  const headersOfAnswer = { 'www-authenticate': 'Basic realm="alcove inspector", charset="UTF-8"' }
  throw Object.assign(new ALC_ERR_INSPECTOR_TOKEN(), { headers: headersOfAnswer })
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(plain)
  return version !== 0 && loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * Whether a request has the token: as a bearer token, or as the password that a browser asks for. The time of the
 * comparison does not depend on the value.
 */
function isGiven(authorization: string | undefined, token: string | null): boolean {
  if (token === null || authorization === undefined) return false
  const [, scheme = '', credentials = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? []
  const isBasic = scheme.toLowerCase() === 'basic'
  if (!isBasic && scheme.toLowerCase() !== 'bearer') return false
  const pair = isBasic ? Buffer.from(credentials, 'base64').toString('utf8') : `:${credentials}`
  return timingSafeEqual(digestOf(pair.slice(pair.indexOf(':') + 1)), digestOf(token))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function isLocal(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

function isNamed(own: string, name: string): boolean {
  return own.startsWith('.') ? name.endsWith(own) : name === own
}

function hostNameOf(url: string): string {
  return readUrl(url)?.hostname ?? ''
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
