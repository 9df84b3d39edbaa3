// Hot path: checks the head of every request before other code runs.
import type { IncomingMessage } from 'node:http'
import { serverCodes } from '../../errors/server-codes.js'
import { isAuthority } from '../../request/message/authority.js'
import { endsInChunks } from '../../request/message/raw-framing.js'
import { asFastify } from '../../support/as-fastify.js'
import { shownName } from '../../support/values.js'

const slash = 47

/** Routers and proxies find different ends of a path with a `#`. HTTP clients send no fragment (RFC 9112, 3.2). */
const fragment = 'its target has a fragment'

/**
 * The property of a server for its rule: whether requests of HTTP/1.1 need a host. Servers of the application have only
 * the rule of node. Node checks it for no upgrade, and a server for HTTP/2 has no such rule for HTTP/1.
 */
export const needsHost = Symbol('alcove.needsHost')

type Ruled = object & { maxHeadersCount?: number | null; requireHostHeader?: boolean; [needsHost]?: boolean }

/** Names and values that node's parser passes in one call. */
const batch = 64
/** Names and values that node keeps of a head if the server sets no `maxHeadersCount`. */
const ofNode = 2000

/** Checks heads of requests for one server. Remembers the last host, which most requests of a connection share. */
export class RequestHeads {
  #lastHost = ''

  /**
   * Gives the request one target and one host, which the router, hooks and logs use.
   *
   * @throws ALC_ERR_REQUEST_HEAD with the status 431 for too many headers
   * @throws ALC_ERR_TRANSFER_CODING
   */
  check(req: IncomingMessage, server: Ruled): void {
    const { rawHeaders, headers } = req
    if (rawHeaders === undefined) return // a request that a server of the application has made
    checkCount(rawHeaders, server.maxHeadersCount)
    checkHosts(rawHeaders)
    const { host, 'transfer-encoding': coding } = headers
    if (coding !== undefined) checkCoding(req, coding)
    if (host === undefined) checkMissing(req, server)
    else if (host !== this.#lastHost) this.#checkHost(host)
    const { url = '/' } = req
    if (url.charCodeAt(0) !== slash) takeUnusual(req, url)
    else if (url.includes('#')) throw new serverCodes.ALC_ERR_REQUEST_HEAD(fragment)
    if (req.httpVersionMajor !== 1) checkOtherVersion(req)
  }

  #checkHost(host: string): void {
    if (!isAuthority(host)) throw new serverCodes.ALC_ERR_REQUEST_HEAD('the header Host is not a host')
    this.#lastHost = host
  }
}

/** `most`: headers that node keeps of a head, 0 for no limit. Node drops the other headers without an error. */
function checkCount({ length: count }: readonly string[], most: number | null | undefined): void {
  const limit = typeof most === 'number' ? most * 2 : ofNode
  // Node stops at the end of a batch. So a head that fills its last batch may have had more headers.
  if (limit > 0 && (count > limit || (count === limit && limit % batch === 0))) throw tooMany(limit / 2)
}

/** The error has status 431, which node itself sends from 22.23 on. */
function tooMany(limit: number): Error {
  const error = new serverCodes.ALC_ERR_REQUEST_HEAD(`it has more than ${limit} headers`)
  return Object.assign(error, { statusCode: 431 })
}

/**
 * Node accepts any list of codings that ends with `chunked`, and does not decode the others (RFC 9112, 6.1). A proxy
 * for HTTP/1.0 knows no codings, so it finds another end of the request.
 */
function checkCoding({ httpVersionMajor, httpVersionMinor }: IncomingMessage, coding: string): void {
  if (httpVersionMajor === 1 && httpVersionMinor === 0)
    throw new serverCodes.ALC_ERR_REQUEST_HEAD('HTTP/1.0 has no header Transfer-Encoding')
  if (!endsInChunks(coding))
    throw new serverCodes.ALC_ERR_REQUEST_HEAD('its header Transfer-Encoding does not end with the only "chunked"')
  if (coding.includes(',')) throw new serverCodes.ALC_ERR_TRANSFER_CODING(shownName(coding))
}

/**
 * HTTP/1.0 knows no hosts, and HTTP/2 has `:authority` (RFC 9112, 3.2). Node lets upgrades without a host pass, and tests
 * of plugins send some. `@fastify/websocket` calls `routing` with them.
 */
function checkMissing({ httpVersion, upgrade }: IncomingMessage & { upgrade?: boolean }, server: Ruled): void {
  if (asFastify || upgrade === true) return // Fastify has only the rule of node
  if (httpVersion === '1.1' && (server[needsHost] ?? server.requireHostHeader ?? true))
    throw new serverCodes.ALC_ERR_REQUEST_HEAD('it has no header Host')
}

/** Node keeps the first of two hosts. A proxy may have routed by the other host. */
function checkHosts(rawHeaders: readonly string[]): void {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string // names and values alternate
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) throw new serverCodes.ALC_ERR_REQUEST_HEAD('it has more than one header Host')
}

/**
 * Accepts `*` of OPTIONS (RFC 9112, 3.2.4), and a target with scheme and host, as clients send it to proxies. The host
 * of such a target replaces the header Host (3.2.2). Other targets are refused, because the router would match `*admin`
 * as `/admin`.
 */
function takeUnusual(req: IncomingMessage, url: string): void {
  if (url === '*' && req.method === 'OPTIONS') return
  if (req.method === 'CONNECT' && isTunnel(url)) return
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? []
  if (host === undefined)
    throw new serverCodes.ALC_ERR_REQUEST_HEAD('its target is neither a path nor an address of http')
  if (host === '' || !isAuthority(host))
    throw new serverCodes.ALC_ERR_REQUEST_HEAD('the host of its target is not a host')
  if (path.includes('#')) throw new serverCodes.ALC_ERR_REQUEST_HEAD(fragment)
  req.url = path.startsWith('/') ? path : `/${path}`
  setHost(req, host)
}

/** Whether a target has the form of CONNECT: only a host and a port (RFC 9112, 3.2.3). */
export function isTunnel(url: string): boolean {
  return /.:\d+$/.test(url) && isAuthority(url)
}

/** Whether a head announces a body. Over HTTP/2 a body may follow without a declared length. */
export function declaresBody({
  headers,
  stream,
}: IncomingMessage & { stream?: { endAfterHeaders?: boolean } }): boolean {
  if (stream !== undefined) return stream.endAfterHeaders === false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/** Sets the header Host in all three forms in which node gives headers. */
function setHost({ rawHeaders, headers, headersDistinct }: IncomingMessage, host: string): void {
  headers.host = host
  headersDistinct.host = [host]
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (at === -1) rawHeaders.push('Host', host)
  else rawHeaders[at + 1] = host
}

/**
 * Node accepts HTTP/0.9, which has no headers, so the bytes after its request line have no meaning. Node also accepts a
 * request line of HTTP/1 with the version 2.0. Later code would write an answer of HTTP/2 to such a request.
 */
function checkOtherVersion(req: IncomingMessage & { stream?: object }): void {
  if (req.httpVersionMajor === 0) throw new serverCodes.ALC_ERR_REQUEST_HEAD('its version has no headers')
  if (req.stream === undefined) throw new serverCodes.ALC_ERR_REQUEST_HEAD('its version is not one of HTTP/1')
  checkAuthority(req.headers)
}

/** HTTP/2 has the host in `:authority`; a header beside it must not name another one (RFC 9113, 8.3.1). */
function checkAuthority({ host, ':authority': authority }: IncomingMessage['headers']): void {
  if (authority === undefined) return
  if (!isAuthority(String(authority))) throw new serverCodes.ALC_ERR_REQUEST_HEAD(':authority is not a host')
  if (host !== undefined && host.toLowerCase() !== String(authority).toLowerCase())
    throw new serverCodes.ALC_ERR_REQUEST_HEAD(':authority and the header Host name two hosts')
}
