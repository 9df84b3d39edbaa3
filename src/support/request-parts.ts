/** The parts of a request that can have a schema, in the order of lists in messages. */
export const requestParts = ['params', 'querystring', 'headers', 'body'] as const

export const schemaParts = [...requestParts, 'response'] as const

/** The parts of a route's schema as users write them, with both names of the query. */
export const writtenParts = ['body', 'querystring', 'query', 'params', 'headers', 'response'] as const

/** The query has two names: `query` in requests and errors, `querystring` in schemas. */
export function partNamed<P extends string>(name: P): Exclude<P, 'query'> | 'querystring' {
  return name === 'query' ? 'querystring' : (name as Exclude<P, 'query'>) // it is another part
}
