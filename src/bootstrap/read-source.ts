// Hot path: each parameter of each handler is read by one of these, chosen at boot.
import type { Instance } from '../contracts/instance.js'
import type { RequestSource, SettledBinding } from './context-plan.js'
import type { Reader } from './request-scope.js'

type Bag = Record<string, unknown>

/** A reader of a part of the request. */
export function readRequestSource(source: RequestSource): Reader {
  switch (source.from) {
    case 'body':
      return (request) => request.body
    case 'query':
      return (request) => request.query
    case 'params':
      return (request) => request.params
    case 'headers':
      return (request) => request.headers
    case 'param': {
      const { name } = source
      return (request) => (request.params as Bag)[name] // the router gives a record
    }
    case 'request':
      return (request) => request
    case 'reply':
      return (_, reply) => reply
    case 'own':
      return source.read
  }
}

/** A reader of a value that a context declares. Read at each request: hooks may set it anew. */
export function readValue({ kind, name }: Extract<SettledBinding, { from: 'value' }>, instance: Instance): Reader {
  // Decorations are properties that the types of request, reply and instance do not name.
  if (kind === 'request') return (request) => (request as unknown as Bag)[name]
  if (kind === 'reply') return (_, reply) => (reply as unknown as Bag)[name]
  const bag = instance as unknown as Bag
  return () => bag[name]
}
