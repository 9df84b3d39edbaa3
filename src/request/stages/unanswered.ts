// Hot path in development: a handler that returned nothing may have forgotten to answer.

import { canAnswer } from '../message/connection.js'
import { isPending } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import * as slots from '../message/slots.js'
import type { RouteParts } from './route-parts.js'

/** Reports, once for each route, that its handler returned nothing and has not answered after 5 seconds. */
export class UnansweredWatch {
  readonly #parts: RouteParts
  #isReported = false

  constructor(parts: RouteParts) {
    this.#parts = parts
  }

  watch(reply: ServerReply): void {
    if (this.#isReported || !isPending(reply)) return
    this.#parts.settings.functions.overdue.add({
      isOpen: () => isPending(reply) && canAnswer(reply.raw),
      report: () => this.#report(reply),
    })
  }

  #report(reply: ServerReply): void {
    if (this.#isReported) return
    this.#isReported = true
    const { handler, method, url } = this.#parts
    const name = handler.name === '' ? '' : ` "${handler.name}"`
    const route = url === null ? 'the not-found handler' : `${method} ${url}`
    const message = `The handler${name} of ${route} has not answered after 5 seconds. It returned nothing, so the request waits for reply.send(). Call reply.send(), also after reply.code(), or return a value or a promise`
    reply[slots.route].logs.write(reply.log, 'warn', { req: reply.request }, message)
  }
}
