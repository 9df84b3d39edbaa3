/** The parts of a request that schemas are for, in the order of lists for people. */
export const requestParts = ['params', 'querystring', 'headers', 'body'] as const

/** The parts of a route's schema. */
export const schemaParts = [...requestParts, 'response'] as const

/** The same as people write them, by both names of the query. */
export const writtenParts = ['body', 'querystring', 'query', 'params', 'headers', 'response'] as const

export type RequestPart = (typeof requestParts)[number]

/** The query has two names: `query` in requests and errors, `querystring` in schemas. */
export function partNamed<P extends string>(name: P): Exclude<P, 'query'> | 'querystring' {
  return name === 'query' ? 'querystring' : (name as Exclude<P, 'query'>) // seen to be another one
}
