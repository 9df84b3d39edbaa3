// Hot path: each parameter of each handler is read by one of these, chosen at boot.
import type { Instance } from '../../contracts/instance.js'
import type { RequestSource, SettledBinding } from '../plan/context-plan.js'
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
    case 'query value': {
      const { name } = source
      return (request) => (request.query as Bag)[name] // the parser gives a record
    }
    case 'header': {
      const { name } = source
      return (request) => request.headers[name]
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
  if (kind === 'request') return (request) => bagOf(request)[name]
  if (kind === 'reply') return (_, reply) => bagOf(reply)[name]
  const bag = bagOf(instance)
  return () => bag[name]
}

function bagOf(subject: object): Bag {
  return subject as Bag // decorations are properties that its type does not name
}
