/** The names of the parameters in a path: `/:id/files/*` has `id` and `*`. A doubled colon is a colon. */
export function pathParameters(path: string): string[] {
  const plain = withoutPatterns(path).replaceAll('::', '')
  const names = [...plain.matchAll(/:([^/\-.:?*(]+)/g)].map(([, name]) => name ?? '')
  return plain.includes('*') ? [...names, '*'] : names
}

/** The path without what stands in parentheses: patterns hold colons and stars of their own. */
function withoutPatterns(path: string): string {
  if (!/[()]/.test(path)) return path // most: nothing to put together again
  let depth = 0
  let plain = ''
  for (let index = 0; index < path.length; index++) {
    const char = path[index]
    if (char === '\\' && depth > 0) index++
    else if (char === '(') {
      if (depth === 0) plain += char // a name ends here
      depth++
    } else if (char === ')') depth--
    else if (depth === 0) plain += char
  }
  return plain
}

/** The regular expressions of a path: `/:id(^\\d+$)` has one. */
export function pathPatterns(path: string): string[] {
  const patterns: string[] = []
  let depth = 0
  let begin = 0
  for (let index = 0; index < path.length; index++) {
    const char = path[index]
    if (char === '\\' && depth > 0) index++
    else if (char === '(') {
      if (depth === 0) begin = index + 1
      depth++
    } else if (char === ')') {
      depth--
      if (depth === 0) patterns.push(path.slice(begin, index))
    }
  }
  return patterns
}
