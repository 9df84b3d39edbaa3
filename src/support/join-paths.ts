/** Joins two parts of a path with exactly one slash between them: `'/a/' + '/b'` and `'/a' + 'b'` are `/a/b`. */
export function joinPaths(before: string, after: string | undefined): string {
  if (after === undefined || after === '') return before
  if (before.endsWith('/') && after.startsWith('/')) return before + after.slice(1)
  if (!before.endsWith('/') && !after.startsWith('/')) return `${before}/${after}`
  return before + after
}

interface SlashOptions {
  /** Any other value than `slash` and `no-slash` counts as `both`: the check of the route refuses it. */
  readonly prefixTrailingSlash?: string | undefined
  /** Whether the router ignores a slash at the end. */
  readonly ignoreTrailingSlash?: boolean | undefined
}

/**
 * The paths of a route `/` below a prefix. They are the prefix without a slash and with one, unless
 * `prefixTrailingSlash` selects one. If the router ignores that slash, or the prefix ends in one, both are the same
 * path.
 */
export function slashSpellings(
  prefix: string,
  { prefixTrailingSlash, ignoreTrailingSlash = false }: SlashOptions,
): readonly string[] {
  if (prefixTrailingSlash === 'slash') return ['/']
  const isOne = prefixTrailingSlash === 'no-slash' || ignoreTrailingSlash || prefix.endsWith('/')
  return isOne ? [''] : ['', '/']
}
