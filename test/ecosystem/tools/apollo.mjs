// Apollo Server by its Fastify integration: as a plugin, and as the handler of a route.
import { ApolloServer } from '@apollo/server'
import fastifyApollo, { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import fastify from 'fastify'
import { ask } from './ask.mjs'

const typeDefs = `
  type Book { title: String! author: String }
  type Query { books(first: Int): [Book!]! reader: String }
  type Mutation { add(title: String!): Book! }
`
const books = [{ title: 'first', author: 'Ada' }, { title: 'second' }]
const resolvers = {
  Query: { books: (_root, { first = 2 }) => books.slice(0, first), reader: (_root, _arguments, { reader }) => reader },
  Mutation: { add: (_root, { title }) => ({ title }) },
}

const app = fastify()
const plugins = [fastifyApolloDrainPlugin(app)]
const apollo = new ApolloServer({ typeDefs, resolvers, plugins, includeStacktraceInErrorResponses: false })
await apollo.start()
const context = async (request) => ({ reader: request.headers['x-reader'] ?? 'nobody' })
await app.register(fastifyApollo(apollo), { context })
app.route({ url: '/own', method: ['GET', 'POST'], handler: fastifyApolloHandler(apollo, { context }) })

const json = { 'content-type': 'application/json' }
for (const url of ['/graphql', '/own']) {
  const post = (query, headers = {}, variables = {}) =>
    ask(app, { method: 'POST', url, headers: { ...json, ...headers }, payload: JSON.stringify({ query, variables }) })
  await post('{ books { title author } }')
  await post('query ($first: Int) { books(first: $first) { title } reader }', { 'x-reader': 'Grace' }, { first: 1 })
  await post('mutation { add(title: "third") { title } }')
  await post('{ nothing }')
  await ask(app, { url: `${url}?query=${encodeURIComponent('{reader}')}`, headers: { ...json, 'x-reader': 'Ada' } })
  await ask(app, { url: `${url}?query={reader}` }) // a simple request, which Apollo refuses
  await ask(app, { method: 'POST', url, headers: json, payload: '{broken' })
  await ask(app, { method: 'PUT', url, headers: json, payload: '{}' })
}
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const answer = await fetch(`${address}/graphql`, { method: 'POST', headers: json, body: '{"query":"{reader}"}' })
console.log(answer.status, await answer.text())
await app.close()
