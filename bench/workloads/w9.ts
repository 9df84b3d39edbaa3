import { requestBytes } from './request-bytes.js'
import type { Workload } from './workload.js'

const ticket = {
  title: 'The door does not close',
  priority: 3,
  labels: ['door', 'north'],
  reporter: { name: 'Ada', email: 'ada@example.org' },
  comments: Array.from({ length: 4 }, (_, index) => ({ text: `Seen again on day ${index}`, likes: index })),
}

export const w9: Workload = {
  name: 'W9',
  title: 'POST 400 bytes validated by zod: Fastify calls it in the handler',
  weight: 2,
  request: requestBytes('POST', '/tickets', ticket),
  expected: { status: 200, body: { id: 7, ...ticket } },
  register: async (instance) => {
    const { Ticket } = await import('./ticket.js')
    instance.post('/tickets', {}, (request, reply) => {
      const { success, data, error } = Ticket.safeParse(request.body)
      if (success) return { id: 7, ...data }
      const coded = reply as { code(status: number): unknown } // both replies have it
      coded.code(400)
      return { statusCode: 400, error: 'Bad Request', message: error.message }
    })
  },
}
