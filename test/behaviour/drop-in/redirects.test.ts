import { rule } from './both.js'

describe('alcove/fastify as Fastify: redirects', () => {
  rule(
    'redirects to the text of any value',
    async (make) => {
      const app = make()
      const values: readonly unknown[] = [{ url: '/b' }, '', undefined]
      app.get('/:index', (request, reply) => reply.redirect(values[Number(request.url.slice(1))] as string))
      const answers = await Promise.all(values.map((_value, index) => app.inject(`/${index}`)))
      return answers.map(({ statusCode, headers }) => [statusCode, headers.location])
    },
    [
      [302, '[object Object]'],
      [302, ''],
      [302, ''],
    ],
  )
})
