import type { IncomingHttpHeaders } from 'node:http'
import { inspectorCodes } from '../errors/inspector-codes.js'

const { ALC_ERR_INSPECTOR_HOST, ALC_ERR_INSPECTOR_ORIGIN } = inspectorCodes

/** Whether a browser asks for a page to show, or a page for data. */
export type Wanted = 'page' | 'data'

/**
 * Lets in who came by the name of this machine, from its own page: a site that gives its name our address (DNS
 * rebinding) names itself in `Host`, and one that asks across origins does in `Origin` or `Sec-Fetch-Site`.
 *
 * @throws ALC_ERR_INSPECTOR_HOST, ALC_ERR_INSPECTOR_ORIGIN
 */
export function checkVisitor(headers: IncomingHttpHeaders, hosts: readonly string[], wanted: Wanted): void {
  const host = String(headers[':authority'] ?? headers.host ?? '')
  const name = hostNameOf(`http://${host}`)
  if (!isLocal(name) && !hosts.some((own) => isNamed(own.toLowerCase(), name))) throw new ALC_ERR_INSPECTOR_HOST(name)
  const { origin } = headers
  if (origin !== undefined && readUrl(origin)?.host !== readUrl(`http://${host}`)?.host)
    throw new ALC_ERR_INSPECTOR_ORIGIN()
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  const isVisit = wanted === 'page' && headers['sec-fetch-mode'] === 'navigate' // a link somewhere: the page holds no data
  if (!isOwn && !isVisit) throw new ALC_ERR_INSPECTOR_ORIGIN()
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
