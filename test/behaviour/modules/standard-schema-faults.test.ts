import { shared } from 'alcove'
import { createServer } from 'alcove/core'
import { type } from 'arktype'
import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'
import type { Loose } from '../core/subject.js'

const Name = z.object({ name: z.string() })

/** A schema of a library that gives this result. */
const giving = (make: () => unknown) =>
  ({ '~standard': { version: 1, vendor: 'own', validate: make as never } }) as const

async function ask(schema: Loose) {
  const server = createServer()
  server.post('/', { schema }, async ({ body }) => ({ typeof: typeof body }))
  try {
    const answer = await server.inject({ method: 'POST', url: '/', payload: { name: 'ada' } })
    await new Promise((resolve) => setImmediate(resolve)) // mocha fails a test in which a rejection is unhandled
    return answer
  } finally {
    await server.close()
  }
}

const rejected = () => Promise.reject(new Error('nobody awaits it'))

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

  const results: Readonly<Record<string, () => unknown>> = {
    null: () => null,
    nothing: () => undefined,
    true: () => true,
    'a text': () => 'valid',
    'an object without value and issues': () => ({}),
    'issues that are not a list': () => ({ issues: { message: 'wrong' } }),
    'issues that are a promise': () => ({ issues: rejected() }),
    'a promise for null': async () => null,
  }
  for (const [what, make] of Object.entries(results)) {
    it(`answer 500 with a code for a result that the protocol does not have: ${what}`, async () => {
      for (const schema of [{ body: giving(make) }, { response: { 200: giving(make) } }]) {
        const { statusCode, body } = await ask(schema)
        expect([statusCode, JSON.parse(body).code]).to.deep.equal([500, 'ALC_ERR_SCHEMA_RESULT'])
      }
    })
  }

  const issues: Readonly<Record<string, readonly [make: () => unknown, message: string]>> = {
    'a step that is null': [() => ({ message: 'wrong', path: ['a', null] }), 'body/a/null wrong'],
    'a path that is null': [() => ({ message: 'wrong', path: null }), 'body wrong'],
    'a path that is a text': [() => ({ message: 'wrong', path: 'name' }), 'body wrong'],
    'a key that has no text': [() => ({ message: 'wrong', path: [{ key: Object.create(null) }] }), 'body/? wrong'],
    'a symbol in the path': [() => ({ message: 'wrong', path: [Symbol('a')] }), 'body/Symbol(a) wrong'],
    'no message': [() => ({ path: ['a'] }), 'body/a is not valid'],
    'null for an issue': [() => null, 'body is not valid'],
    'promises everywhere': [
      () => ({ message: rejected(), path: [rejected(), { key: rejected() }] }),
      'body/?/? is not valid',
    ],
    'a promise for an issue': [rejected, 'body is not valid'],
    'getters that throw': [
      () => ({
        get path() {
          throw new Error('path')
        },
        message: 'wrong',
      }),
      'body wrong',
    ],
  }
  for (const [what, [make, message]] of Object.entries(issues)) {
    it(`refuse the request all the same when an issue is odd: ${what}`, async () => {
      const { statusCode, body } = await ask({ body: giving(() => ({ issues: [make()] })) })
      expect([statusCode, JSON.parse(body).message]).to.deep.equal([400, message])
    })
  }

  it('take falsy issues as none, according to the protocol', async () => {
    const { body } = await ask({ body: giving(() => ({ issues: null, value: 7 })) })
    expect(JSON.parse(body)).to.deep.equal({ typeof: 'number' })
  })

  it('cannot end the process by a promise in the place of a value', async () => {
    const { statusCode } = await ask({ body: giving(() => ({ value: rejected() })) })
    expect(statusCode).to.equal(200)
  })
})

describe('a schema of another library as a shared schema', () => {
  for (const [vendor, schema] of Object.entries({
    zod: z.object({ name: z.string() }),
    valibot: v.object({ name: v.string() }),
    arktype: type({ name: 'string' }),
  })) {
    it(`is refused, because it refers to its parts itself: ${vendor}`, () => {
      expect(() => shared('name', schema))
        .to.throw(`A schema of ${vendor} needs no $id: write it where it is used, as in @Body(schema)`)
        .with.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
    })
  }
})
