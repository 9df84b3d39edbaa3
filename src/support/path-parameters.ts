/** The names of the parameters in a path: `/:id/files/*` has `id` and `*`. A doubled colon is a literal colon. */
export function pathParameters(path: string): string[] {
  if (!/[:*]/.test(path)) return []
  const plain = splitPatterns(path).plain.replaceAll('::', '')
  const names = [...plain.matchAll(/:([^/\-.:?*(]+)/g)].map(([, name]) => name ?? '')
  return plain.includes('*') ? [...names, '*'] : names
}

/** The regular expressions of a path: `/:id(^\\d+$)` has one. */
export function pathPatterns(path: string): string[] {
  return splitPatterns(path).patterns
}

/**
 * A path without its regular expressions, and a list of these expressions. They may contain colons and stars, which are
 * not parameters.
 */
function splitPatterns(path: string): { plain: string; patterns: string[] } {
  const patterns: string[] = []
  if (!/[()]/.test(path)) return { plain: path, patterns } // most paths have none
  let depth = 0
  let begin = 0
  let plain = ''
  for (let index = 0; index < path.length; index++) {
    const char = path[index]
    if (char === '\\' && depth > 0) index++
    else if (char === '(') {
      if (depth === 0) {
        plain += char // the name of the parameter ends here
        begin = index + 1
      }
      depth++
    } else if (char === ')') {
      depth--
      if (depth === 0) patterns.push(path.slice(begin, index))
    } else if (depth === 0) plain += char
  }
  return { plain, patterns }
}
