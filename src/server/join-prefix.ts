/** Prefixes of contexts, joined by exactly one slash. */
export function joinPrefix(outer: string, inner: string | undefined): string {
  if (inner === undefined || inner === '') return outer
  if (outer.endsWith('/') && inner.startsWith('/')) return outer + inner.slice(1)
  if (!outer.endsWith('/') && !inner.startsWith('/')) return `${outer}/${inner}`
  return outer + inner
}
