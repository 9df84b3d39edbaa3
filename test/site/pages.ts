import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, posix } from 'node:path'
import { inRepository } from '../support/repository.js'

/** The output of `npm run docs`. */
export const site = inRepository('docs', 'site', 'dist')

export interface SitePage {
  /** From the root of the site: `/guide/errors.html`. */
  readonly url: string
  readonly html: string
}

export async function readSite(): Promise<readonly SitePage[]> {
  const names = await readdir(site, { recursive: true })
  const pages = names.filter((name) => name.endsWith('.html'))
  return Promise.all(
    pages.sort().map(async (name) => ({
      url: `/${name.replaceAll('\\', '/')}`,
      html: await readFile(join(site, name), 'utf8'),
    })),
  )
}

/** The targets of a page's links on this site: a page or a file, and a place in it. */
export function targetsOf({
  url,
  html,
}: SitePage): readonly { readonly path: string; readonly anchor: string | null }[] {
  const found = [...html.matchAll(/<(?:a|img|link|script)\b[^>]*\s(?:href|src)="([^"]*)"/g)].map(
    ([, link = '']) => link,
  )
  const own = found.filter((link) => link !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(link))
  return own.map((link) => {
    const [path = '', anchor] = decodeURI(link.replaceAll('&amp;', '&')).split('#')
    const target = path === '' ? url : posix.join(posix.dirname(url), path)
    const absolute = path.startsWith('/') ? path : target
    return { path: absolute.endsWith('/') ? `${absolute}index.html` : absolute, anchor: anchor || null }
  })
}

/** The part of a page by which all others are found. */
export function navigationOf({ url, html }: SitePage): SitePage {
  const [sidebar = ''] = /<aside\b[^>]*class="[^"]*VPSidebar[\s\S]*?<\/aside>/.exec(html) ?? []
  return { url, html: sidebar }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Serves the site on a free port, as any server of files would. */
export async function serveSite(): Promise<{ readonly address: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const path = decodeURI(new URL(request.url ?? '/', 'http://site').pathname)
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path)
    const isFile = (await stat(file).catch(() => null))?.isFile() === true
    response.writeHead(isFile ? 200 : 404, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(isFile ? await readFile(file) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${port}`, close }
}
