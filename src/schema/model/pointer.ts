import { readProperty } from '../../support/values.js'

/** A JSON pointer, one step longer (RFC 6901). */
export function pointerTo(base: string, ...segments: readonly (string | null)[]): string {
  let pointer = base
  for (const segment of segments) {
    if (segment !== null) pointer += `/${special.test(segment) ? escaped(segment) : segment}`
  }
  return pointer
}

const special = /[~/]/

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The names in a JSON pointer. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at a pointer; `undefined`: there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce((at, name) => readProperty(at, name), value)
}
