import { inspect, isDeepStrictEqual } from 'node:util'
import { createServer } from 'alcove/core'
import { expect } from 'chai'
import fc from 'fast-check'
import { bounds, patience, seeded } from './bounds.js'
import { declaredParts, fits, hasTypes } from './schema-oracle.js'
import { anything, likely, type Schema, schemas } from './schema-values.js'

interface Sent {
  status: number
  text: string
}

async function send(version: 6 | 8, schema: Schema, value: unknown): Promise<Sent | null> {
  const server = createServer({ validatorengine: { version } })
  server.get('/', { schema: { response: { 200: schema } } }, () => value)
  try {
    // Parts that contradict each other are refused at boot.
    const refusal: { code: string } | null = await server.ready().then(
      () => null,
      (error) => error,
    )
    if (refusal !== null) {
      expect(refusal.code).to.equal('FST_ERR_SCH_SERIALIZATION_BUILD')
      expect(JSON.stringify(schema)).to.contain('allOf')
      return null
    }
    const { statusCode, payload } = await server.inject('/')
    return { status: statusCode, text: payload }
  } finally {
    await server.close()
  }
}

/** Whether every value is one that JSON has: what has none is the application's mistake. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  if (typeof value !== 'object' || value === null) return value === null || ['string', 'boolean'].includes(typeof value)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson)
}

for (const version of [6, 8] as const) {
  describe(seeded(`the serializer, for any schema and value, version ${version},`), function () {
    this.timeout(patience)

    it('sends exactly what the schema declares of a value that fits', async () => {
      const cases = schemas.chain((schema) => fc.tuple(fc.constant(schema), likely(schema, schema)))
      await fc.assert(
        fc.asyncProperty(cases, async ([schema, value]) => {
          fc.pre(fits(schema, value, schema))
          const expected = declaredParts(schema, value, schema)
          const answer = await send(version, schema, value)
          fc.pre(answer !== null)
          const { status, text } = answer
          expect(status, text).to.equal(200)
          const sent: unknown = JSON.parse(text)
          if (!expected.some((one) => isDeepStrictEqual(one, sent))) expect(sent).to.deep.equal(expected[0])
        }),
        bounds(40),
      )
    })

    it('answers a value that does not fit with an error or with one that does, never with a hole', async () => {
      await fc.assert(
        fc.asyncProperty(schemas, anything, async (schema, value) => {
          const answer = await send(version, schema, { value })
          fc.pre(answer !== null)
          const { status, text } = answer
          expect(status, text).to.be.oneOf([200, 500])
          const sent = JSON.parse(text)
          if (status === 500) {
            expect(sent).to.have.all.keys('statusCode', 'code', 'error', 'message')
            return
          }
          if (isJson(value) && fits(schema, { value }, schema)) return
          expect(hasTypes(schema, sent, schema), `${text} is sent and does not fit`).to.equal(true)
          const isHole = sent.value === null && value !== null
          expect(isHole, `null is sent for ${inspect(value)}`).to.equal(false)
        }),
        bounds(40),
      )
    })
  })
}
