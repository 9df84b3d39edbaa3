// Reads paths as the router reads them: `/users/:id(^[0-9]+$)?/*`, in which `::` is a colon.

import { closingParenthesis, parameterName } from '../support/paths.js'

/** A path of the router as OpenAPI writes it. */
export interface PathVariant {
  /** `/users/{id}`. */
  readonly path: string
  readonly names: readonly string[]
}

/** The OpenAPI paths of a router path. An optional parameter makes two paths. */
export function pathVariants(url: string): PathVariant[] {
  return variantsOf(pathPieces(url))
}

function variantsOf(pieces: readonly PathPiece[]): PathVariant[] {
  const at = pieces.findIndex(({ isOptional }) => isOptional)
  const optional = pieces[at]
  if (optional === undefined) return [variantOf(pieces)]
  const [before, after] = [pieces.slice(0, at), pieces.slice(at + 1)]
  const without = before.map((piece, index) => {
    return index === at - 1 ? { ...piece, text: piece.text.replace(/\/$/, '') } : piece
  })
  return [
    ...variantsOf([...without, ...after]),
    ...variantsOf([...before, { ...optional, isOptional: false }, ...after]),
  ]
}

function variantOf(pieces: readonly PathPiece[]): PathVariant {
  const names = pieces.flatMap(({ parameter }) => (parameter === '*' ? 'wildcard' : (parameter ?? [])))
  const path = pieces.map(({ text, parameter }) => {
    if (parameter === null) return text
    return parameter === '*' ? '{wildcard}' : `{${parameter}}`
  })
  return { path: path.join('') || '/', names }
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
  const begin = new RegExp(`::|:(${parameterName})|\\*`, 'g')
  for (let found = begin.exec(url); found !== null; found = begin.exec(url)) {
    const { index, 1: name } = found
    addText(url.slice(end, index) + (found[0] === '::' ? ':' : ''))
    end = begin.lastIndex
    if (found[0] === '::') continue
    const close = name !== undefined && url[end] === '(' ? closingParenthesis(url, end) : -1
    const expression = close === -1 ? null : url.slice(end + 1, close)
    if (close !== -1) end = close + 1
    const isOptional = name !== undefined && url[end] === '?'
    if (isOptional) end += 1
    pieces.push({ text: url.slice(index, end), parameter: name ?? '*', expression, isOptional })
    begin.lastIndex = end
  }
  addText(url.slice(end))
  return pieces
}
