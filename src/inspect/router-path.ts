// Reads paths as the router reads them: `/users/:id(^[0-9]+$)?/*`, in which `::` is a colon.

import { parameterName } from '../support/paths.js'

/** A path of the router as OpenAPI writes it. */
export interface PathVariant {
  /** `/users/{id}`. */
  readonly path: string
  readonly names: readonly string[]
}

const parameter = new RegExp(`::|:(${parameterName})(\\((?:[^()]|\\([^()]*\\))*\\))?(\\?)?|\\*`, 'g')

/** The OpenAPI paths of a router path. An optional parameter makes two paths. */
export function pathVariants(url: string): PathVariant[] {
  const [optional] = [...url.matchAll(parameter)].filter(([, name, , mark]) => name !== undefined && mark === '?')
  if (optional !== undefined) {
    const before = url.slice(0, optional.index)
    const after = url.slice(optional.index + optional[0].length)
    const without = before.replace(/\/$/, '') + after
    return [...pathVariants(without === '' ? '/' : without), ...pathVariants(before + optional[0].slice(0, -1) + after)]
  }
  const names: string[] = []
  const path = url.replace(parameter, (piece: string, name: string | undefined) => {
    if (piece === '::') return ':'
    names.push(name ?? 'wildcard')
    return `{${name ?? 'wildcard'}}`
  })
  return [{ path: path === '' ? '/' : path, names }]
}

/** A piece of a path: a text as it is written, or a parameter. */
export interface PathPiece {
  readonly text: string
  /** The name of the parameter; `*` for the rest of a path; null for a text. */
  readonly parameter: string | null
  /** The expression of a parameter; null if it has none. */
  readonly expression: string | null
  readonly isOptional: boolean
}

/** The pieces of a path of the router, in order. */
export function pathPieces(url: string): PathPiece[] {
  const pieces: PathPiece[] = []
  const addText = (text: string) => {
    if (text !== '') pieces.push({ text, parameter: null, expression: null, isOptional: false })
  }
  let end = 0
  for (const found of url.matchAll(parameter)) {
    const [text, name = '*', expression, mark] = found
    addText(url.slice(end, found.index) + (text === '::' ? ':' : ''))
    if (text !== '::')
      pieces.push({ text, parameter: name, expression: expression?.slice(1, -1) ?? null, isOptional: mark === '?' })
    end = found.index + text.length
  }
  addText(url.slice(end))
  return pieces
}
