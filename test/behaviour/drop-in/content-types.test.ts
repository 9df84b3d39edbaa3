import { rule } from './both.js'

describe('alcove/fastify as Fastify: content types', () => {
  rule(
    'answers 415 to an empty content type, whichever parsers there are',
    async (make) => {
      const app = make()
      app.addContentTypeParser('*', async () => 'parsed')
      app.post('/', async () => 'ran')
      const headers = { 'content-type': '' }
      const post = (url: string) => app.inject({ method: 'POST', url, payload: 'a', headers })
      return [(await post('/')).statusCode, (await post('/nothing')).statusCode]
    },
    [415, 415],
  )

  rule(
    'runs the handler for a request without a body and a content type, if the schemas are for media types',
    async (make) => {
      const app = make()
      const schema = { body: { content: { 'text/plain': { schema: { type: 'object' } } } } }
      app.post('/', { schema }, async (request) => ({ body: request.body ?? 'none' }))
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/' })
      return [statusCode, body]
    },
    [200, '{"body":"none"}'],
  )

  rule(
    'replaces a content type of a reply that has no subtype',
    async (make) => {
      const app = make()
      app.get('/object', async (_request, reply) => reply.type('json').send({ a: 1 }))
      app.get('/text', async (_request, reply) => reply.type('text').send('a'))
      app.get('/bytes', async (_request, reply) => reply.type('png').send(Buffer.from('a')))
      app.get('/unknown', (_request, reply) => void reply.type('json').callNotFound())
      const answers = []
      for (const url of ['/object', '/text', '/bytes', '/unknown']) {
        const { body, headers } = await app.inject(url)
        answers.push([body.slice(0, 10), headers['content-type']])
      }
      return answers
    },
    [
      ['{"a":1}', 'application/json; charset=utf-8'],
      ['a', 'text/plain; charset=utf-8'],
      ['a', 'application/octet-stream'],
      ['{"message"', 'application/json; charset=utf-8'],
    ],
  )

  rule(
    'limits a body for an unknown path by the limit of the server, not by that of a parser',
    async (make) => {
      const app = make({ bodyLimit: 20 })
      app.addContentTypeParser('a/b', { parseAs: 'string', bodyLimit: 5 }, async () => 'parsed')
      app.post('/', async () => 'ran')
      const headers = { 'content-type': 'a/b' }
      const statuses = []
      for (const url of ['/', '/nowhere'])
        for (const length of [3, 10, 30]) {
          const { statusCode } = await app.inject({ method: 'POST', url, payload: 'a'.repeat(length), headers })
          statuses.push(statusCode)
        }
      return statuses
    },
    [200, 413, 413, 404, 404, 413],
  )
  rule(
    'has no parser for a text that is not a content type, and removes none',
    async (make) => {
      const app = make()
      app.removeContentTypeParser('json')
      return ['json', '', 'application/json'].map((type) => app.hasContentTypeParser(type))
    },
    [false, false, true],
  )
})
