import type { CodedError } from '../errors/coded-error.js'
import { isInside, type Place, readPlace, spotOf } from '../support/place.js'
import { foundTogether } from '../support/report.js'

/**
 * Adds the place of the declaration in the application's files to an error of the boot. The stack begins with that
 * place and omits the frames of alcove. The first place is the nearest one, so later calls do not replace it.
 */
export function locate(problem: unknown, place: Place | null, title: string): void {
  for (const error of foundTogether(problem)) locateOne(error, place, title)
}

function locateOne(error: unknown, place: Place | null, title: string): void {
  if (place === null || !isCoded(error) || error.declaredAt !== undefined) return
  const position = readPlace(place)
  if (position === null) return
  const { file, line, column, code } = position
  const help: string | undefined = error.help // errors of plugins have similar codes, but no page
  const at = `${file}:${line}:${column}`
  Object.defineProperty(error, 'declaredAt', { value: at, configurable: true })
  Object.defineProperty(error, 'declaredBy', { value: title, configurable: true })
  const before: unknown = error.stack // an application may format stacks itself
  if (typeof before !== 'string') return
  const rest = before.split('\n').filter((each) => /^\s+at /.test(each) && !isInside(each))
  const shown = code === null ? [] : [`      > ${line} | ${code}`]
  const more = help === undefined ? [] : [`    more: ${help}`]
  const stack = [`${error}`, `    at ${title} (${at})`, ...shown, ...rest, ...more].join('\n')
  Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true })
}

/** ` at file:line:column`, for messages that name a second place; empty if the place is not known. */
export function atPlace(place: Place | null): string {
  const spot = spotOf(place)
  return spot === null ? '' : ` at ${spot}`
}

export function isCoded(error: unknown): error is CodedError {
  return error instanceof Error && 'code' in error && /^(?:ALC|FST)_ERR_/.test(String(error.code))
}
