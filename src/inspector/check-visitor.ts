import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { inspectorCodes } from '../errors/inspector-codes.js'

const { ALC_ERR_INSPECTOR_HOST, ALC_ERR_INSPECTOR_ORIGIN, ALC_ERR_INSPECTOR_PEER, ALC_ERR_INSPECTOR_TOKEN } =
  inspectorCodes

/** Whether a browser asks for a page to show, or a page for data. */
export type Wanted = 'page' | 'data'

/** The visitors that are let in besides this machine. */
export interface Visitors {
  readonly hosts: readonly string[]
  /** Null: nobody from another machine. */
  readonly token: string | null
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Headers that a proxy adds: the peer is not the visitor then. */
const forwarding =
  /forwarded|client-?ip|connecting-ip|real-ip|^(?:via|cdn-loop|cf-.*|x-envoy-.*|x-varnish|x-original-host|x-amzn-trace-id)$/

/**
 * Lets in visitors of this machine and visitors with the token, from the inspector's own page. `Host` is not a proof of
 * where a request comes from: any client may write `localhost`. It is checked for browsers of this machine all the same,
 * because a site that gives its name our address (DNS rebinding) names itself there. A site that asks across origins
 * names itself in `Origin` or `Sec-Fetch-Site`.
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
  const isVisit = wanted === 'page' && headers['sec-fetch-mode'] === 'navigate' // a link somewhere: the page holds no data
  if (!isOwn && !isVisit) throw new ALC_ERR_INSPECTOR_ORIGIN()
}

/** This machine is a loopback address at the other end of the connection, and no proxy between. */
function checkPeer({ headers, socket, httpVersion }: IncomingMessage, token: string | null): void {
  // nginx adds no header by default, but it sends HTTP/1.0. No browser does.
  const isDirect = httpVersion !== '1.0' && !Object.keys(headers).some((name) => forwarding.test(name))
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

/** The token as a bearer, or as the password that a browser asks for. Takes the same time for each that is wrong. */
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
