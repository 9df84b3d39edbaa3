/** Joins two parts of a path with exactly one slash between them: `'/a/' + '/b'` and `'/a' + 'b'` are `/a/b`. */
export function joinPaths(before: string, after: string | undefined): string {
  if (after === undefined || after === '') return before
  if (before.endsWith('/') && after.startsWith('/')) return before + after.slice(1)
  if (!before.endsWith('/') && !after.startsWith('/')) return `${before}/${after}`
  return before + after
}

/**
 * The paths of a route `/` below a prefix: the prefix itself without a slash and with one, unless `prefixTrailingSlash`
 * selects one of them. Any other value counts as `both` here: the check of the route refuses it.
 */
export function slashSpellings(prefixTrailingSlash: string | undefined): readonly string[] {
  if (prefixTrailingSlash === 'slash') return ['/']
  return prefixTrailingSlash === 'no-slash' ? [''] : ['', '/']
}
