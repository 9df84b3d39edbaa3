/** Joins two parts of a path with exactly one slash between them: `'/a/' + '/b'` and `'/a' + 'b'` are `/a/b`. */
export function joinPaths(before: string, after: string | undefined): string {
  if (after === undefined || after === '') return before
  if (before.endsWith('/') && after.startsWith('/')) return before + after.slice(1)
  if (!before.endsWith('/') && !after.startsWith('/')) return `${before}/${after}`
  return before + after
}
