import { expect } from 'chai'
import fc from 'fast-check'
import { type Loose, useServers } from './subject.js'

/**
 * SPEC 1, rule 4, for any response schema. Each case has a schema, a value that fits it, and the visible part of the
 * value. Every object of the value has secrets added.
 */
interface Case {
  schema: Loose
  value: Loose
  visible: Loose
  /** Shared schemas that the schema refers to. */
  shared: Loose[]
}

const text = fc.constantFrom('x', '"', '\\', 'é', '</script>')
const secrets = { secret: 'secret', __secret: { secret: ['secret'] } }
let names = 0

const leaf: fc.Arbitrary<Case> = fc
  .oneof(
    text.map((value) => [{ type: 'string' }, value]),
    fc.integer().map((value) => [{ type: 'integer' }, value]),
    fc.boolean().map((value) => [{ type: 'boolean' }, value]),
    fc.constantFrom([{ type: 'string', nullable: true }, null], [{ type: ['integer', 'null'] }, null]),
  )
  .map(([schema, value]) => ({ schema, value, visible: value, shared: [] }))

function objectOf(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  const parts = fc.dictionary(fc.constantFrom('a', 'b', 'constructor', 'toString'), inner, {
    maxKeys: 3,
    noNullPrototype: true,
  })
  return parts.map((properties) => {
    const of = (key: keyof Case) =>
      Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, part[key]]))
    return {
      schema: { type: 'object', properties: of('schema') },
      value: { ...of('value'), ...secrets },
      visible: of('visible'),
      shared: Object.values(properties).flatMap((part) => part.shared),
    }
  })
}

function listOf(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.tuple(inner, fc.nat(3)).map(([item, length]) => ({
    schema: { type: 'array', items: item.schema },
    value: Array.from({ length }, () => item.value),
    visible: Array.from({ length }, () => item.visible),
    shared: item.shared,
  }))
}

/** The same behind a reference to a shared schema. */
function referring(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.tuple(inner, fc.boolean()).map(([to, asDefinition]) => {
    const $id = `shared-${names++}`
    const schema = asDefinition ? { $id, definitions: { part: to.schema } } : { ...to.schema, $id }
    const $ref = asDefinition ? `${$id}#/definitions/part` : `${$id}#`
    return { ...to, schema: { $ref }, shared: [...to.shared, schema] }
  })
}

/** The same as one branch of several, which a constant distinguishes. */
function branching(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.tuple(inner, fc.constantFrom('oneOf', 'anyOf')).map(([one, keyword]) => {
    const branch = (kind: string, properties: object) => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string', const: kind }, ...properties },
    })
    return {
      schema: { [keyword]: [branch('other', { secret: { type: 'string' } }), branch('this', { one: one.schema })] },
      value: { kind: 'this', one: one.value, ...secrets },
      visible: { kind: 'this', one: one.visible },
      shared: one.shared,
    }
  })
}

function drawn(depth: number): fc.Arbitrary<Case> {
  if (depth === 0) return leaf
  const inner = drawn(depth - 1)
  return fc.oneof(leaf, objectOf(inner), listOf(inner), referring(objectOf(inner)), branching(inner))
}

describe('SPEC 1 an output schema hides what it does not declare, for any schema', function () {
  this.timeout(120_000)
  const create = useServers()

  it('exactly the declared part of a value is sent', async () => {
    await fc.assert(
      fc.asyncProperty(objectOf(drawn(3)), fc.boolean(), async ({ schema, value, visible, shared }, isClosed) => {
        const server = create()
        for (const one of shared) server.addSchema(one)
        const response = { 200: { ...schema, ...(isClosed && { additionalProperties: false }) } }
        server.get('/', { schema: { response } }, async () => value)
        const answer = await server.inject('/')
        expect(answer.body).to.not.contain('secret')
        expect(answer.statusCode, answer.body).to.equal(200)
        expect(answer.json()).to.deep.equal(visible)
        await server.close()
      }),
      { numRuns: 200 },
    )
  })
})
