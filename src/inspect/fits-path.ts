/** Whether a path of a request fits a declared one. */
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
    return false // a pattern that only the router reads
  }
}

/**
 * Whether a declared path is one of a glob: `*` matches any characters, slashes among them. A glob without `*` may
 * also be the path of a request.
 */
export function isPathOf(glob: string, pattern: string): boolean {
  const parts = glob.split('*')
  if (parts.length === 1) return pattern === glob || fitsPath(pattern, glob)
  const source = parts.map((part) => part.replace(/[.+^${}()|[\]\\?]/g, '\\$&')).join('.*')
  return new RegExp(`^${source}$`).test(pattern)
}
