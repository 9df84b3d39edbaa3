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
