/** The parts of a request that schemas are for, in the order of lists for people. */
export const requestParts = ['params', 'querystring', 'headers', 'body'] as const

export type RequestPart = (typeof requestParts)[number]

/** The query has two names: `query` in requests and errors, `querystring` in schemas. */
export function partNamed<P extends string>(name: P): Exclude<P, 'query'> | 'querystring' {
  return name === 'query' ? 'querystring' : (name as Exclude<P, 'query'>) // seen to be another one
}
