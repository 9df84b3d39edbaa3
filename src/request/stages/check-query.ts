// Hot path: looks at the names of every query.

import { bodyCodes } from '../../errors/message-codes.js'
import type { PoisonSettings } from '../../parsers/default-parsers.js'
import { failStage } from './pending.js'
import type { StageBuilder } from './route-parts.js'

/** Names that lead to a prototype in programs that expand `a[b]` or `a.b`. */
const proto = /^__proto__(?:$|[.[])/
const construct = /^constructor(?:\.prototype|\[prototype\])(?:$|[.[])/

const underscore = 95
const letterC = 99

/** Refuses a query that names a prototype, or removes the name, as the server does with bodies (docs/security.md). */
export const checkQuery: StageBuilder = ({ settings: { poisonedQuery } }, next) => {
  const { onProto, onConstructor } = poisonedQuery
  if (onProto === 'ignore' && onConstructor === 'ignore') return next
  return (request, reply) => {
    if (isAllowed(request.query, poisonedQuery)) next(request, reply)
    else failStage(request, reply, new bodyCodes.ALC_ERR_QUERY_POISONED())
  }
}

function isAllowed(query: unknown, settings: PoisonSettings): boolean {
  const values = query as Record<string, unknown> // a query that is not an object has no names to enumerate
  for (const name in values) {
    const action = actionFor(name, values[name], settings)
    if (action === 'error') return false
    if (action === 'remove') delete values[name]
    // Only a query parser of the application creates objects. The application limits their depth.
    else if (typeof values[name] === 'object' && !isAllowed(values[name], settings)) return false
  }
  return true
}

function actionFor(name: string, value: unknown, { onProto, onConstructor }: PoisonSettings) {
  const first = name.charCodeAt(0)
  if (first === underscore && proto.test(name)) return onProto
  if (first !== letterC || !name.startsWith('constructor')) return 'ignore'
  const holdsPrototype = typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
  return holdsPrototype || construct.test(name) ? onConstructor : 'ignore'
}
