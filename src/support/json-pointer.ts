import { readProperty } from './values.js'

const special = /[~/]/

/** A JSON pointer (RFC 6901) with further steps. Null steps are skipped. */
export function pointerTo(base: string, ...segments: readonly (string | null)[]): string {
  let pointer = base
  for (const segment of segments) {
    if (segment !== null) pointer += `/${special.test(segment) ? escapeStep(segment) : segment}`
  }
  return pointer
}

/** A name as one step of a pointer. */
export function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function stepsOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeStep)
}

export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The value at a pointer; `undefined` if it does not exist. */
export function valueAt(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce((at, name) => readProperty(at, name), value)
}
