// Reads paths as the router reads them: `/users/:id(^[0-9]+$)/*`, in which `::` is a colon.

/** A piece of a path: a text, or a parameter as it is written. */
export interface PathPiece {
  readonly text: string
  /** The name of the parameter; `*` for the rest of a path; null for a text. */
  readonly parameter: string | null
  /** The expression of a parameter; null if it has none. */
  readonly expression: string | null
}

/** The paths that the router has for a declared path. An optional parameter is its last segment, and makes two paths. */
export function routerPaths(declared: string): string[] {
  const [, before = '', last, slash = ''] = /^(.*?)(\/:[^/()?]*)\?(\/?)$/s.exec(declared) ?? []
  return last === undefined ? [declared] : [before + slash || '/', before + last + slash]
}

/** The pieces of a path of the router, in order. */
export function pathPieces(path: string): PathPiece[] {
  const pieces: PathPiece[] = []
  // Only these characters end a name: `/:a:b` has the parameter "a:b". Behind a parameter a star is a text.
  const begin = /::|:([^/\-.(]+)|\*/g
  const behind = /(?:::|[^:/])*/y
  let text = ''
  let end = 0
  const endText = () => {
    if (text !== '') pieces.push({ text, parameter: null, expression: null })
  }
  for (let found = begin.exec(path); found !== null; found = begin.exec(path)) {
    const { index, 0: whole, 1: name } = found
    text += path.slice(end, index)
    end = begin.lastIndex
    if (whole === '::') {
      text += ':'
      continue
    }
    endText()
    const close = name !== undefined && path[end] === '(' ? closingParenthesis(path, end) : -1
    const expression = close === -1 ? null : path.slice(end + 1, close)
    if (close !== -1) end = close + 1
    pieces.push({ text: path.slice(index, end), parameter: name ?? '*', expression })
    behind.lastIndex = end
    text = behind.exec(path)?.[0].replaceAll('::', ':') ?? ''
    end = behind.lastIndex
    begin.lastIndex = end
  }
  text += path.slice(end)
  endText()
  return pieces
}

/** The index of the parenthesis that closes another, as the router finds it; -1: there is none. */
export function closingParenthesis(path: string, open: number): number {
  let depth = 0
  for (let index = open; index < path.length; index++) {
    const char = path[index]
    if (char === '\\') index++
    else if (char === '(') depth++
    else if (char === ')') {
      depth--
      if (depth === 0) return index
    }
  }
  return -1
}
