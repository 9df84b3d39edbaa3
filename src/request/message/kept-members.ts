// Keeps requests and responses whole under express, which replaces their prototypes.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { IncomingMessage as NodeRequest, ServerResponse as NodeResponse } from '../../packages/node.cjs'

/** Prototypes whose members express's own prototypes inherit. */
const ofNode: ReadonlySet<object | null> = new Set([NodeRequest.prototype, NodeResponse.prototype, null])

/**
 * Express sets `req.res` directly before it replaces both prototypes. At that time this setter copies the members of
 * the classes to the objects. Otherwise data and the end that the request still holds would be lost.
 */
export function keepMembersForExpress({ prototype }: { prototype: IncomingMessage }): void {
  Object.defineProperty(prototype, 'res', {
    configurable: true,
    get: () => undefined,
    set(this: IncomingMessage, res: unknown) {
      Object.defineProperty(this, 'res', { value: res, configurable: true, enumerable: true, writable: true })
      copyMembers(this)
      if (res instanceof NodeResponse) copyMembers(res)
    },
  })
}

function copyMembers(message: IncomingMessage | ServerResponse): void {
  let level: object | null = Object.getPrototypeOf(message)
  while (level !== null && !ofNode.has(level)) {
    for (const name of Reflect.ownKeys(level)) {
      const member = Object.getOwnPropertyDescriptor(level, name)
      if (member && name !== 'constructor' && !Object.hasOwn(message, name))
        Object.defineProperty(message, name, member)
    }
    level = Object.getPrototypeOf(level)
  }
}
