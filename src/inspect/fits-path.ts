/** Whether the path of a request matches a declared path. */
export function fitsPath(pattern: string, path: string): boolean {
  const source = pattern
    .split(/(:{2}|:[A-Za-z0-9_]+(?:\((?:[^()]|\([^()]*\))*\))?\??|\*)/)
    .map((piece) => {
      if (piece === '*') return '.*'
      if (piece === '::') return ':'
      if (!piece.startsWith(':')) return piece.replace(/[.+^${}()|[\]\\?]/g, '\\$&')
      const own = /\((.*)\)\??$/.exec(piece)?.[1]?.replace(/^\^|\$$/g, '')
      return `(?:${own ?? '[^/]+?'})${piece.endsWith('?') ? '?' : ''}`
    })
    .join('')
  try {
    return new RegExp(`^${source}$`).test(path)
  } catch {
    return false // only the router can read this pattern
  }
}

/**
 * Whether a declared path matches a glob. `*` matches any characters, slashes among them. A glob without `*` may also
 * be the path of a request.
 */
export function isPathOf(glob: string, pattern: string): boolean {
  const parts = glob.split('*')
  if (parts.length === 1) return pattern === glob || fitsPath(pattern, glob)
  const source = parts.map((part) => part.replace(/[.+^${}()|[\]\\?]/g, '\\$&')).join('.*')
  return new RegExp(`^${source}$`).test(pattern)
}
