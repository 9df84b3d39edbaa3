// Hot path: looks at the head of every request before anybody else does.
import type { IncomingMessage } from 'node:http'
import { serverCodes } from '../../errors/server-codes.js'
import { isAuthority } from '../../request/message/authority.js'

const { ALC_ERR_REQUEST_HEAD } = serverCodes

const slash = 47
const star = 42

/** Names and values that node's parser hands over at once. */
const batch = 64
/** Names and values that it takes where the server sets no `maxHeadersCount`. */
const ofNode = 2000

/** Checks heads of requests. One for each server: it remembers the last host, which most requests of a connection share. */
export class RequestHeads {
  #lastHost = ''

  /**
   * Gives the request the one target and host that router, hooks and logs are to see. `maxHeaders`: names that node takes
   * of a head, 0 for no limit; it drops the others without a word.
   *
   * @throws ALC_ERR_REQUEST_HEAD
   */
  check(req: IncomingMessage, maxHeaders: number | null | undefined): void {
    const { rawHeaders, headers } = req
    if (rawHeaders === undefined) return // a request that a server of the application's own has made
    checkHosts(rawHeaders, maxHeaders)
    const { host } = headers
    if (host !== undefined && host !== this.#lastHost) this.#checkHost(host)
    const first = (req.url ?? '/').charCodeAt(0)
    if (first !== slash && first !== star) takeAbsolute(req)
    if (req.httpVersionMajor === 2) checkAuthority(headers)
  }

  #checkHost(host: string): void {
    if (!isAuthority(host)) throw new ALC_ERR_REQUEST_HEAD('the header Host is not a host')
    this.#lastHost = host
  }
}

/** Node keeps the first of two hosts; the proxy before it may have routed by the other. */
function checkHosts(rawHeaders: readonly string[], maxHeaders: number | null | undefined): void {
  const count = rawHeaders.length
  const limit = typeof maxHeaders === 'number' ? maxHeaders * 2 : ofNode
  // Node stops where a batch ends: a head that fills the last one to the brim may have had more.
  if (limit > 0 && (count > limit || (count === limit && limit % batch === 0)))
    throw new ALC_ERR_REQUEST_HEAD(`it has more than ${limit / 2} headers`)
  let hosts = 0
  for (let index = 0; index < count; index += 2) {
    const name = rawHeaders[index] as string // names and values take turns
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) throw new ALC_ERR_REQUEST_HEAD('it has more than one header Host')
}

/** A target with scheme and host, as clients send it to proxies: its host counts, not the header (RFC 9112, 3.2.2). */
function takeAbsolute(req: IncomingMessage): void {
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(req.url ?? '') ?? []
  if (host === undefined) return // not absolute: the router refuses it, or an application rewrites it
  if (host === '' || !isAuthority(host)) throw new ALC_ERR_REQUEST_HEAD('the host of its target is not a host')
  req.url = path.startsWith('/') ? path : `/${path}`
  req.headers.host = host
}

/** HTTP/2 has the host in `:authority`; a header beside it must not name another one (RFC 9113, 8.3.1). */
function checkAuthority({ host, ':authority': authority }: IncomingMessage['headers']): void {
  if (authority === undefined) return
  if (!isAuthority(String(authority))) throw new ALC_ERR_REQUEST_HEAD(':authority is not a host')
  if (host !== undefined && host.toLowerCase() !== String(authority).toLowerCase())
    throw new ALC_ERR_REQUEST_HEAD(':authority and the header Host name two hosts')
}
