import { expect } from 'chai'
import Joi from 'joi'
import * as yup from 'yup'
import { z } from 'zod'
import { type Loose, postJson, useServers } from './subject.js'

describe('SPEC 4.2 validators of other libraries', () => {
  const create = useServers()

  const compilers: Record<string, { schema: unknown; compiler: (part: Loose) => (data: unknown) => unknown }> = {
    Joi: {
      schema: Joi.object({ name: Joi.string().required(), n: Joi.number().default(7) }),
      compiler:
        ({ schema }) =>
        (data) =>
          schema.validate(data),
    },
    Yup: {
      schema: yup.object({ name: yup.string().required(), n: yup.number().default(7) }),
      compiler:
        ({ schema }) =>
        (data) => {
          try {
            return { value: schema.validateSync(data) }
          } catch (error) {
            return { error }
          }
        },
    },
    Zod: {
      schema: z.object({ name: z.string(), n: z.number().default(7) }),
      compiler:
        ({ schema }) =>
        (data) => {
          const { success, data: value, error } = schema.safeParse(data)
          return success ? { value } : { error }
        },
    },
  }
  it('may name the part of a failure themselves', async () => {
    const server = create()
    server.setErrorHandler((error, _request, reply) => reply.code(422).send({ part: error.validationContext }))
    const validate = () => ({ error: Object.assign(new Error('not that'), { validationContext: 'cookies' }) })
    server.post('/', { schema: { body: {} }, validatorCompiler: () => validate }, async () => 'never')
    expect((await postJson(server, '/', {})).json()).to.deep.equal({ part: 'cookies' })
  })

  for (const [library, { schema, compiler }] of Object.entries(compilers)) {
    it(`${library} validates, fills in and refuses`, async () => {
      const server = create()
      server.setErrorHandler((error, _request, reply) =>
        reply.code(422).send({ part: error.validationContext, given: error.validation instanceof Error }),
      )
      server.post('/', { schema: { body: schema }, validatorCompiler: compiler }, async (request) => request.body)
      expect((await postJson(server, '/', { name: 'a' })).json()).to.deep.equal({ name: 'a', n: 7 })
      const refused = await postJson(server, '/', {})
      expect(refused.statusCode).to.equal(422)
      expect(refused.json().part).to.equal('body')
      expect(refused.json().given).to.equal(true)
    })

    it(`${library} makes a 400 answer without a custom error handler`, async () => {
      const server = create()
      server.post('/', { schema: { body: schema }, validatorCompiler: compiler }, async (request) => request.body)
      const refused = await postJson(server, '/', {})
      expect(refused.statusCode).to.equal(400)
      expect(Object.keys(refused.json())).to.deep.equal(['statusCode', 'error', 'message'])
      expect(refused.json().message).to.match(/name|Required|required|expected/)
    })
  }
})
