// Hot path: runs the compiled validation, and looks at the names of every query.

import { bodyCodes } from '../../errors/message-codes.js'
import type { PoisonSettings } from '../../parsers/default-parsers.js'
import { asFastify } from '../../support/as-fastify.js'
import { isThenable } from '../../support/values.js'
import { isPending } from '../message/phases.js'
import type { ServerReply } from '../message/reply.js'
import type { ServerRequest } from '../message/request.js'
import { enterStage } from './boundary.js'
import { explaining } from './explain-refusals.js'
import { failStage, thrownError } from './pending.js'
import type { StageBuilder } from './route-parts.js'

/**
 * The property of an error that `attachValidation` passes to the handler. A validator that throws is a fault of the server.
 * In Fastify, and on the drop-in, the handler gets its error, too.
 */
const attached = asFastify ? 'validationContext' : 'validation'

/** Answers a request that its schemas refuse, or passes the failure to the handler (`attachValidation`). */
export const validate: StageBuilder = ({ validation, attachValidation, settings }, next) => {
  if (validation === null) return next
  const run = settings.explainValidation ? explaining(validation) : validation.validate

  const conclude = (request: ServerRequest, reply: ServerReply, error: Error | null) => {
    if (error === null) {
      next(request, reply)
      return
    }
    if (!attachValidation || !(attached in error)) {
      failStage(request, reply, error)
      return
    }
    request.validationError = error as NonNullable<ServerRequest['validationError']> // the error has `validation`
    next(request, reply)
  }

  // A separate function: variables that a closure shares are allocated at the begin of its function, for every request.
  const concludeLater = (request: ServerRequest, reply: ServerReply, failure: PromiseLike<Error | null>) => {
    failure.then(
      (error) => {
        if (isPending(reply)) enterStage(() => conclude(request, reply, error), request, reply)
      },
      (error) => failStage(request, reply, thrownError(error)),
    )
  }

  return (request, reply) => {
    let failure: ReturnType<typeof run>
    try {
      failure = run(request)
    } catch (error) {
      failStage(request, reply, error)
      return
    }
    if (isThenable(failure)) concludeLater(request, reply, failure)
    else conclude(request, reply, failure)
  }
}

/** Names that lead to a prototype in programs that expand `a[b]` or `a.b`, at any level. */
const proto = /(?:^|[.[])__proto__(?:$|[.[\]])/
const construct = /(?:^|[.[])constructor\]?[.[]prototype(?:$|[.[\]])/
const constructorItself = /(?:^|[.[])constructor\]?$/

const prototypeNames = { onProto: '__proto__', onConstructor: 'constructor.prototype' }

/** The length of `__proto__`. Most names are shorter. */
const shortest = 9

/** Refuses a query that names a prototype, or removes the name, as the server does with bodies (docs/security.md). */
export const checkQuery: StageBuilder = ({ settings: { poisonedQuery } }, next) => {
  const { onProto, onConstructor } = poisonedQuery
  if (onProto === 'ignore' && onConstructor === 'ignore') return next
  return (request, reply) => {
    const forbidden = refusedIn(request.query, poisonedQuery)
    if (forbidden === null) next(request, reply)
    else failStage(request, reply, new bodyCodes.ALC_ERR_QUERY_POISONED(prototypeNames[forbidden]))
  }
}

/** The setting that refuses a name of the query, or `null`. */
function refusedIn(query: unknown, settings: PoisonSettings): keyof PoisonSettings | null {
  const values = query as Record<string, unknown> // a query that is not an object has no names to enumerate
  for (const name in values) {
    const value = values[name]
    const setting = settingFor(name, value)
    const action = setting === null ? 'ignore' : settings[setting]
    if (action === 'error') return setting
    if (action === 'remove') delete values[name]
    // Only a query parser of the application creates objects. The application limits their depth.
    else if (typeof value === 'object') {
      const below = refusedIn(value, settings)
      if (below !== null) return below
    }
  }
  return null
}

function settingFor(name: string, value: unknown): keyof PoisonSettings | null {
  if (name.length < shortest) return null
  if (name.includes('__proto__') && proto.test(name)) return 'onProto'
  if (!name.includes('constructor')) return null
  const holdsPrototype = typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
  return construct.test(name) || (holdsPrototype && constructorItself.test(name)) ? 'onConstructor' : null
}
