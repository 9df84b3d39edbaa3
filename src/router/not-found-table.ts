import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HTTPVersion, Instance } from 'find-my-way'

import createRouter = require('find-my-way')

import { callTarget, type RouterFallbacks, type RouteTarget } from './route-table.js'

/** Not-found handlers by prefix: the one with the longest prefix that holds the path answers. */
export class NotFoundTable {
  private readonly router: Instance<HTTPVersion.V1>

  constructor({ badUrl, notFound }: Pick<RouterFallbacks, 'badUrl' | 'notFound'>) {
    this.router = createRouter({ onBadUrl: badUrl, defaultRoute: notFound })
  }

  /** `prefix` is `''` for the root. */
  add(prefix: string, target: RouteTarget): void {
    this.router.on('GET', prefix.endsWith('/') ? `${prefix}*` : `${prefix}/*`, callTarget, target)
    if (prefix !== '' && prefix !== '/') this.router.on('GET', prefix, callTarget, target)
  }

  /** Any method is looked up alike: only the path counts. */
  lookup(req: IncomingMessage, res: ServerResponse): void {
    const found = this.router.find('GET', req.url ?? '/')
    if (found !== null) found.handler(req, res, found.params, found.store, found.searchParams)
  }
}
