import type { ErrorHandler } from '../../contracts/route.js'
import { errorCodes } from '../../errors/table.js'

/** Errors with which the framework itself answers a request. OpenAPI documents them. */
const answered = [
  'FST_ERR_VALIDATION',
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'ALC_ERR_FORBIDDEN',
  'FST_ERR_CTP_BODY_TOO_LARGE',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
] as const

export type AnsweredCode = (typeof answered)[number]

type Check = (error: unknown) => boolean

const check = Symbol('alcove.handled errors')

/**
 * Marks an error handler that passes some errors to the outer handlers. `handles` returns whether it handles an error.
 */
export function markPartial(handler: ErrorHandler, handles: Check): ErrorHandler {
  return Object.assign(handler, { [check]: handles })
}

/** The errors of the framework that a handler handles. `null`: it handles every error. */
export function handledCodes(handler: unknown): AnsweredCode[] | null {
  const handles = checkOf(handler)
  return handles === undefined ? null : answered.filter((code) => handles(sampleOf(code)))
}

const links = Symbol('alcove.links')

/**
 * Marks a handler that consists of two. An error that the inner one throws or sends goes to the outer one. On the drop-in
 * the outer one may be a handler of the same context that the inner one has replaced.
 */
export function markChain(handler: ErrorHandler, inner: ErrorHandler, outer: ErrorHandler): ErrorHandler {
  return Object.assign(handler, { [links]: [...linksOf(inner), ...linksOf(outer)] })
}

/**
 * The handlers of a chain, the inner first. Each handler passes its errors on to the next. A handler that
 * is not a chain is the only one of its list.
 */
export function linksOf(handler: ErrorHandler): readonly ErrorHandler[] {
  return (Reflect.get(handler, links) as readonly ErrorHandler[] | undefined) ?? [handler] // set by markChain
}

function checkOf(handler: unknown): Check | undefined {
  return typeof handler === 'function' ? (Reflect.get(handler, check) as Check | undefined) : undefined // set by markPartial
}

/** An error without message and stack. `instanceof ValidationError` reads the two fields. */
function sampleOf(code: AnsweredCode): object {
  const fields = code === 'FST_ERR_VALIDATION' ? { validation: [], validationContext: 'body' } : {}
  return Object.assign(Object.create(errorCodes[code].prototype), fields)
}
