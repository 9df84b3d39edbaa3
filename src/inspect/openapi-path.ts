import { pathPieces, routerPaths } from '../support/router-path.js'

/** A path of the router as OpenAPI writes it. */
export interface PathVariant {
  /** `/users/{id}`. */
  readonly path: string
  readonly names: readonly string[]
}

/** The OpenAPI paths of a declared path. An optional parameter makes two paths. */
export function pathVariants(url: string): PathVariant[] {
  return routerPaths(url).map((path) => {
    const pieces = pathPieces(path).map(({ text, parameter }) => {
      const name = parameter === '*' ? 'wildcard' : parameter
      return { text: name === null ? text : `{${name}}`, name }
    })
    return { path: pieces.map(({ text }) => text).join('') || '/', names: pieces.flatMap(({ name }) => name ?? []) }
  })
}
