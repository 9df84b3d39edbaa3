import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouterOptions } from '../contracts/server-options.js'
import { createRouter, type Router } from './create-router.js'
import { callTarget, normalizePath, type RouterFallbacks, type RouteTarget } from './route-table.js'

/** Not-found handlers by prefix: the one with the longest prefix of the path answers. */
export class NotFoundTable<T extends RouteTarget> {
  private readonly router: Router

  constructor(
    private readonly options: Omit<RouterOptions, 'constraints' | 'buildPrettyMeta'>,
    { badUrl, notFound }: Pick<RouterFallbacks, 'badUrl' | 'notFound'>,
  ) {
    this.router = createRouter({ ...options, onBadUrl: badUrl, defaultRoute: notFound })
  }

  /**
   * `prefix` is `''` for the root. Returns the handler that already has the prefix; that handler keeps it. Returns null
   * if the prefix was free.
   */
  add(prefix: string, target: T): T | null {
    const below = prefix.endsWith('/') ? `${prefix}*` : `${prefix}/*`
    const taken = this.find(below) ?? (prefix === '' ? null : this.find(prefix))
    if (taken !== null) return taken
    this.router.on('GET', below, callTarget, target)
    // The path / belongs to the root, not to a prefix that begins with a parameter.
    if (prefix !== '/') this.router.on('GET', prefix === '' ? '/' : prefix, callTarget, target)
    return null
  }

  /** Looks up every method as GET: only the path counts. */
  lookup(req: IncomingMessage, res: ServerResponse): void {
    const found = this.router.find('GET', req.url ?? '/')
    if (found !== null) found.handler(req, res, found.params, found.store, found.searchParams)
  }

  private find(path: string): T | null {
    const found = this.router.findRoute('GET', normalizePath(path, this.options))
    return found === null ? null : (found.store as T) // only `add` fills the store
  }
}
