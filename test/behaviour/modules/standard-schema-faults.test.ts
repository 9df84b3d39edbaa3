import { createServer } from 'alcove/core'
import { expect } from 'chai'
import { z } from 'zod'

const Name = z.object({ name: z.string() })

describe('schemas of other libraries that fail themselves', () => {
  const down = new Error('the database is down')
  const failing = {
    throws: Name.refine(() => {
      throw down
    }),
    rejects: { '~standard': { version: 1, vendor: 'own', validate: () => Promise.reject(down) } },
  }
  for (const [how, body] of Object.entries(failing)) {
    it(`answer 500 when the schema itself ${how}: the request is not at fault`, async () => {
      const server = createServer({ exposeServerErrors: false })
      server.post('/', { schema: { body } }, () => 'x')
      const answer = await server.inject({ method: 'POST', url: '/', payload: { name: 'ada' } })
      expect(answer.statusCode).to.equal(500)
      expect(answer.body).to.not.include('database')
      await server.close()
    })
  }
})
