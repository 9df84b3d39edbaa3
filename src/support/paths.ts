import { closingParenthesis, pathPieces, routerPaths } from './router-path.js'

/** The names of the parameters in a path: `/:id/files/*` has `id` and `*`. A doubled colon is a literal colon. */
export function pathParameters(path: string): string[] {
  const [full = ''] = routerPaths(path).slice(-1)
  return pathPieces(full).flatMap(({ parameter }) => parameter ?? [])
}

interface PathProblem {
  readonly problem: string
  readonly advice: string
}

/**
 * The reason why no request can reach a path; null: none. The router matches `?` and `#` in the text of a path literally.
 * The value of a parameter may contain both, so those behind a parameter can be reached.
 */
export function unreachablePath(path: string): PathProblem | null {
  const found = /[?#]/.test(path) ? /(?:^|\/)[^:/]*?([?#])/.exec(splitPatterns(path).plain) : null // most have none
  return found === null ? null : noSuchCharacter(found[1])
}

function noSuchCharacter(character: string | undefined): PathProblem {
  const advice = 'Write the path only, and declare the query with @Query or the querystring schema'
  return { problem: `the path of a request has no "${character}"`, advice }
}

/**
 * The reason why a path does not work as it is written; null: none. The router accepts such paths. No request reaches
 * them, their parameters lose a value, or they match other requests.
 */
export function pathProblem(path: string): PathProblem | null {
  if (!/[?#%]|:\/\/|:.*:/.test(path)) return null // most paths
  const { plain } = splitPatterns(path)
  if (/:\/\//.test(plain)) return { problem: 'it is a whole URL', advice: 'Write the path only, such as "/users"' }
  const unreachable = unreachablePath(path)
  if (unreachable !== null) return unreachable
  if (plain.includes('#')) return noSuchCharacter('#')
  const [encoded] = /%[\da-f]{2}/i.exec(plain) ?? []
  if (encoded !== undefined) {
    const advice = 'Write the character itself. A parameter can have a "/" as its value'
    return { problem: `"${encoded}" is a text, because the router decodes the paths of requests`, advice }
  }
  if (/\(\?/.test(plain)) {
    const advice = 'Declare two routes, one with the parameter and one without it'
    return { problem: 'a parameter with a pattern cannot be optional', advice }
  }
  const names = pathParameters(path)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  return twin === undefined
    ? null
    : { problem: `it has two parameters ":${twin}", and the first one is lost`, advice: 'Rename one' }
}

/**
 * The reason why a path in the syntax of another framework does not work here, with its fix: `/users/{id}`,
 * `/files/*path`, `/files/{*path}` `/users{/:id}` and `GET /users`.
 */
export function foreignPath(path: string): PathProblem | null {
  if (!/[{*\s]/.test(path)) return null // most paths
  const [method] = /(?<=^|\/)[A-Z]+ (?=\/)/.exec(path) ?? []
  if (method !== undefined)
    return {
      problem: `"${method}" is a text of the path`,
      advice: 'Write the path only: the decorator names the method',
    }
  if (/(?:^|\/)\s|\s(?:\/|$)/.test(path))
    return { problem: 'a part of it begins or ends with a space', advice: 'Remove it' }
  const [part, name, wild, optional] =
    /(?:^|(?<=\/))\{(\w+)\}(?=\/|$)|\{?\/?\*(\w+)\}?|\{(\/[^{}]*)\}/.exec(splitPatterns(path).plain) ?? []
  if (name !== undefined) return { problem: `"${part}" is a text and not a parameter`, advice: `Write ":${name}"` }
  if (wild !== undefined)
    return { problem: `"*${wild}" is a wildcard with a name`, advice: `Write "*", and read it with @Param('*')` }
  if (optional === undefined) return null
  const advice = `Write "${optional}?" if its parameter ends the path, or declare two routes`
  return { problem: `"${part}" is a text and not an optional part`, advice }
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
  let plain = ''
  let end = 0
  for (let open = path.indexOf('('); open !== -1; open = path.indexOf('(', end)) {
    plain += path.slice(end, open + 1) // the name of the parameter ends here
    const close = closingParenthesis(path, open)
    if (close === -1) return { plain, patterns } // the router refuses it
    patterns.push(path.slice(open + 1, close))
    end = close + 1
  }
  return { plain: plain + path.slice(end), patterns }
}

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
