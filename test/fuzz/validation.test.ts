import { createRequire } from 'node:module'
import { createServer, type Instance } from 'alcove/core'
import { expect } from 'chai'
import fc from 'fast-check'
import { bounds, patience, seeded } from './bounds.js'
import {
  branchedSchemas,
  type ObjectSchema,
  plainSchemas,
  textSchemas,
  withBodies,
  withTexts,
} from './validated-schemas.js'

const require = createRequire(import.meta.url)

interface PlainValidator {
  compile(schema: object): (data: unknown) => boolean
}

type Part = 'body' | 'querystring' | 'headers'

type Judge = (data: object) => object | null

/** The result of the library by itself for a value: `null` when it refuses it. */
function judgeOf(version: 6 | 8, coerceTypes: boolean, schema: ObjectSchema): Judge {
  // The libraries are CommonJS, each with a class of its own.
  const library: new (options: object) => PlainValidator = require(version === 6 ? 'ajv6' : 'ajv')
  const common = { coerceTypes, useDefaults: true, logger: false }
  const validator = new library(
    version === 6 ? { ...common, nullable: true, extendRefs: true } : { ...common, strict: false },
  )
  if (version === 8) require('ajv-formats').default(validator)
  const validate = validator.compile(structuredClone(schema))
  return (data) => {
    const copy: object = structuredClone(data)
    return validate(copy) ? copy : null
  }
}

interface Asked {
  engine: { version: 6 | 8; customOptions?: Record<string, unknown> }
  part: Part
  schema: ObjectSchema
}

/** The values that a handler sees for the values in a part of a request. `null` if one is refused with 400. */
async function seen({ engine, part, schema }: Asked, values: readonly object[]): Promise<unknown[]> {
  const server = createServer({ validatorengine: engine })
  const read = { body: 'body', querystring: 'query', headers: 'headers' } as const
  server.route({
    method: 'POST',
    url: '/',
    schema: { [part]: schema },
    handler: (request) => ({ seen: request[read[part]] }),
  })
  try {
    return await Promise.all(values.map((value) => seenOf(server, part, value)))
  } finally {
    await server.close()
  }
}

async function seenOf(server: Instance, part: Part, value: object): Promise<unknown> {
  const pairs = Object.entries(value).flatMap(([name, texts]) =>
    [texts].flat().map((one): [string, string] => [name, one]),
  )
  const query = part === 'querystring' ? `?${new URLSearchParams(pairs)}` : ''
  const answer = await server.inject({
    method: 'POST',
    url: `/${query}`,
    ...(part === 'headers' && { headers: Object.fromEntries(pairs) }),
    ...(part === 'body' && { payload: value }),
  })
  expect(answer.statusCode, answer.payload).to.be.oneOf([200, 400])
  if (answer.statusCode === 200) return JSON.parse(answer.payload).seen
  expect(JSON.parse(answer.payload)).to.have.all.keys('statusCode', 'error', 'message')
  return null
}

/** The part of a value that a schema without branches declares; the rules of the guide, written down once more. */
function declared(schema: unknown, value: unknown, root: ObjectSchema): unknown {
  const own: ObjectSchema = Object(Object(schema).$ref === undefined ? schema : Object(root.definitions).one)
  if (Array.isArray(value)) return value.map((item, index) => declared(itemOf(own, index), item, root))
  if (typeof value !== 'object' || value === null) return value
  const properties: ObjectSchema = Object(own.properties)
  const patterns = Object.entries(Object(own.patternProperties))
  const isClosed = own.additionalProperties === false || (own.additionalProperties === undefined && isListing(own))
  const named = new Set([...Object.keys(properties), ...[own.required ?? []].flat(), ...dependent(own)].map(String))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const speaking = patterns.filter(([pattern]) => new RegExp(pattern).test(name)).map(([, one]) => one)
      if (Object.hasOwn(properties, name)) speaking.unshift(properties[name])
      if (speaking.length > 0) return [[name, speaking.reduce((part, one) => declared(one, part, root), inner)]]
      if (named.has(name)) return [[name, inner]]
      return isClosed ? [] : [[name, declared(own.additionalProperties, inner, root)]]
    }),
  )
}

function isListing(schema: ObjectSchema): boolean {
  return schema.properties !== undefined || schema.patternProperties !== undefined
}

function dependent({ dependencies }: ObjectSchema): string[] {
  return Object.entries(Object(dependencies)).flatMap(([name, others]) => [name, ...[others].flat().map(String)])
}

function itemOf({ items }: ObjectSchema, index: number): unknown {
  return Array.isArray(items) ? items[index] : items
}

for (const version of [6, 8] as const) {
  describe(seeded(`validation, for any schema and payload, version ${version},`), function () {
    this.timeout(patience)
    const keeping = { removeAdditional: false }

    it('validates bodies as the library does by itself, and adds the same defaults', async () => {
      const engine = { version, customOptions: { ...keeping, coerceTypes: false } }
      await fc.assert(
        fc.asyncProperty(withBodies(branchedSchemas), async ([schema, bodies]) => {
          const expected = bodies.map(judgeOf(version, false, schema))
          expect(await seen({ engine, part: 'body', schema }, bodies)).to.deep.equal(expected)
        }),
        bounds(25),
      )
    })

    it('coerces bodies as the library does by itself', async () => {
      const engine = { version, customOptions: keeping }
      await fc.assert(
        fc.asyncProperty(withBodies(plainSchemas), async ([schema, bodies]) => {
          const expected = bodies.map(judgeOf(version, true, schema))
          expect(await seen({ engine, part: 'body', schema }, bodies)).to.deep.equal(expected)
        }),
        bounds(25),
      )
    })

    it('never refuses in branches what the library takes with and without coercion', async () => {
      const engine = { version, customOptions: keeping }
      await fc.assert(
        fc.asyncProperty(withBodies(branchedSchemas), async ([schema, bodies]) => {
          const [strict, coercing] = [judgeOf(version, false, schema), judgeOf(version, true, schema)]
          const fitting = bodies.filter((body) => strict(body) !== null && coercing(body) !== null)
          expect(await seen({ engine, part: 'body', schema }, fitting)).to.not.include(null)
        }),
        bounds(25),
      )
    })

    it('removes only undeclared properties, and validates the others', async () => {
      await fc.assert(
        fc.asyncProperty(withBodies(plainSchemas), async ([schema, bodies]) => {
          const judge = judgeOf(version, true, schema)
          const expected = bodies.map((body) => judge(Object(declared(schema, body, schema))))
          expect(await seen({ engine: { version }, part: 'body', schema }, bodies)).to.deep.equal(expected)
        }),
        bounds(25),
      )
    })

    it('validates and coerces queries as the library does by itself', async () => {
      const engine = { version, customOptions: keeping }
      await fc.assert(
        fc.asyncProperty(withTexts(textSchemas), async ([schema, queries]) => {
          const expected = queries.map(judgeOf(version, true, schema))
          expect(await seen({ engine, part: 'querystring', schema }, queries)).to.deep.equal(expected)
        }),
        bounds(20),
      )
    })

    it('validates and coerces headers as the library does by itself', async () => {
      await fc.assert(
        fc.asyncProperty(withTexts(textSchemas), async ([schema, texts]) => {
          const headers = texts.filter((each) =>
            Object.values(each).every((text) => typeof text === 'string' && text !== 'é'),
          )
          const expected = headers.map(judgeOf(version, true, schema))
          const results = await seen({ engine: { version }, part: 'headers', schema }, headers)
          for (const [index, result] of results.entries()) {
            if (expected[index] === null) expect(result).to.equal(null)
            else expect(result).to.deep.include(expected[index])
          }
        }),
        bounds(20),
      )
    })
  })
}
