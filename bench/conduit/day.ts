/**
 * A day of Conduit (samples/conduit), replayed: the requests of a site that most visitors only read. Each server has the
 * same queries on the same embedded database, so the servers differ in their HTTP layer only.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { requestBytes } from '../workloads/request-bytes.js'
import { nowhere } from '../workloads/usual/network.js'
import { signToken } from '../workloads/usual/plugins.js'
import type { Answer, Workload } from '../workloads/workload.js'
import { emailOf, jwtSecret, password, slugOfArticle, tagOf, userId, userName } from './names.js'

const token = { authorization: `Token ${signToken({ sub: userId(0), exp: 4_102_444_800 }, jwtSecret)}` }
const article = { title: 'A new boat', description: 'What it costs', body: 'More than we thought', tagList: ['boats'] }

function read(path: string, headers = {}): Buffer {
  return requestBytes('GET', `/api${path}`, undefined, headers)
}

function write(path: string, body: unknown, headers = {}): Buffer {
  return requestBytes('POST', `/api${path}`, body, headers)
}

interface Visit {
  /** Requests of this kind among fifty. */
  readonly weight: number
  readonly request: Buffer
}

/** Fifty requests of a day, by kind. */
export const visits: readonly Visit[] = [
  { weight: 11, request: read('/articles?limit=10&offset=0') },
  { weight: 4, request: read('/articles?limit=10&offset=10') },
  { weight: 5, request: read(`/articles?limit=10&tag=${tagOf(3)}`) },
  { weight: 3, request: read(`/articles?limit=10&author=${userName(4)}`) },
  { weight: 1, request: read(`/articles?limit=10&favorited=${userName(5)}`) },
  { weight: 7, request: read(`/articles/${slugOfArticle(60)}`) },
  { weight: 3, request: read(`/articles/${slugOfArticle(61)}`, token) },
  { weight: 5, request: read(`/articles/${slugOfArticle(62)}/comments`) },
  { weight: 3, request: read('/tags') },
  { weight: 2, request: read('/articles/feed?limit=10', token) },
  { weight: 1, request: read('/user', token) },
  { weight: 1, request: write('/users/login', { user: { email: emailOf(1), password } }) },
  { weight: 1, request: write(`/articles/${slugOfArticle(63)}/favorite`, {}, token) },
  { weight: 1, request: write('/articles', { article }, token) },
  { weight: 1, request: read('/articles/nowhere') },
  { weight: 1, request: write('/articles', { article: { ...article, title: ' ' } }, token) },
]

/** Each kind is spread over the whole day. */
const requests = visits
  .flatMap(({ weight, request }) =>
    Array.from({ length: weight }, (_, index) => ({ request, at: (index + 0.5) / weight })),
  )
  .sort((one, other) => one.at - other.at)
  .map(({ request }) => request)

/** Tokens contain the time of the login, and the database sets the times of articles. */
function withoutTimes({ status, contentType, body }: Answer): object {
  const replaced = JSON.parse(body, (name, value) =>
    /^(?:token|createdAt|updatedAt)$/.test(name) ? typeof value : value,
  )
  return { status, contentType, body: replaced }
}

export const day: Workload = {
  name: 'day',
  title: 'a day of Conduit: fifty requests of sixteen kinds, most of them reading, on the embedded database',
  weight: 10,
  request: read('/tags'),
  mix: { requests, comparable: withoutTimes },
  expected: { status: 200, mentions: tagOf(0) },
  options: {
    logger: { stream: nowhere },
    ajv: { version: 8, customOptions: { allErrors: true } }, // Fastify has this version only
    genReqId: ({ headers }: { headers: Record<string, string> }) => headers['x-request-id'] ?? randomUUID(),
    requestTimeout: 30_000,
    pluginTimeout: 300_000, // a database is created
  },
  register: async (instance) => {
    const { conduit } = await import('./fastify.js')
    return conduit(instance as unknown as FastifyInstance) // of Fastify, or of a server with the same methods
  },
}
