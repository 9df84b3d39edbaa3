import { expect } from 'chai'
import { unitsBelow } from '#dist/schema/emit/code-unit.js'
import { readEngineOptions } from '#dist/schema/engines/engine-options.js'
import { openSchema, SchemaDocuments } from '#dist/schema/model/schema-documents.js'
import { JsonSerializers, JsonUnits } from '#dist/schema/serialize/json-units.js'
import { serializer } from './compile.js'

/** Schemas that contain each other as in large APIs: by expandable fields, lists, and fields that may be null. */
function graphOf(size: number): Record<string, { $id: string }> {
  const schemas = Array.from({ length: size }, (_, number) => {
    const to = (step: number) => ({ $ref: `s${(number * 7 + step * 11) % size}#` })
    const properties: Record<string, object> = { id: { type: 'string' } }
    for (let field = 0; field < 6; field++) {
      properties[`expandable${field}`] = { anyOf: [{ type: 'string', maxLength: 50 }, to(field)], nullable: true }
      properties[`list${field}`] = { type: 'array', items: { oneOf: [to(field + 1), to(field + 2)] } }
      properties[`part${field}`] = { nullable: true, allOf: [to(field + 3)] }
      properties[`described${field}`] = { ...to(field + 4), description: 'a part' }
    }
    return { $id: `s${number}`, type: 'object', required: ['id'], properties }
  })
  return Object.fromEntries(schemas.map((schema) => [schema.$id, schema]))
}

function unitsOf(size: number): JsonUnits {
  return new JsonUnits(new SchemaDocuments(graphOf(size)), new JsonSerializers(readEngineOptions({})))
}

describe('serializers of schemas that contain each other', () => {
  function written(size: number) {
    const units = unitsOf(size)
    const all = unitsBelow(units.write(openSchema({ $ref: 's0#' })))
    return { count: all.length, code: all.reduce((sum, { code }) => sum + code.length, 0) }
  }

  it('are as much code as there are schemas: each is written once', () => {
    const few = written(10)
    const many = written(40)
    expect(many.count / few.count).to.be.within(3.5, 4.5)
    expect(many.code / few.code).to.be.within(3.5, 4.7)
    expect(many.count).to.be.below(40 * 10)
  })

  it('are written once for all routes of a context', () => {
    const units = unitsOf(30)
    const first = units.write(openSchema({ type: 'array', items: { $ref: 's1#' } }))
    const second = units.write(openSchema({ type: 'object', properties: { data: { $ref: 's2#' } } }))
    const fresh = unitsBelow(second).filter((unit) => !unitsBelow(first).includes(unit))
    expect(fresh).to.deep.equal([second])
  })

  it('may refer to each other in a chain of any length', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, number) => {
        const properties = { next: { $ref: `s${number + 1}#` } }
        return [`s${number}`, { $id: `s${number}`, type: 'object', ...(number < 4_999 && { properties }) }]
      }),
    )
    const units = new JsonUnits(new SchemaDocuments(schemas), new JsonSerializers(readEngineOptions({})))
    expect(unitsBelow(units.write(openSchema({ $ref: 's0#' }))).length).to.be.greaterThan(4_998)
  })
})

type Nest = (inner: object, level: number) => object

function nested(nest: Nest, depth: number): object {
  let schema: object = { type: 'object', properties: { end: { type: 'string' } } }
  for (let level = depth; level > 0; level--) schema = nest(schema, level)
  return schema
}

const named = (level: number) => ({ type: 'object', properties: { [`p${level}`]: { type: 'integer' } } })
const has = (level: number) => ({ required: [`p${level}`] })

/** Schemas around a schema, all for one value. */
const inPlace: Record<string, Nest> = {
  'allOf within allOf': (inner, level) => ({ allOf: [named(level), inner] }),
  'anyOf within anyOf': (inner, level) => ({ anyOf: [{ ...named(level), ...has(level) }, inner] }),
  'oneOf within oneOf': (inner, level) => ({
    oneOf: [
      { ...named(level), ...has(level) },
      { not: has(level), ...inner },
    ],
  }),
  'else within else': (inner, level) => ({ ...named(level), if: has(level), then: named(level), else: inner }),
  'anyOf beside properties': (inner, level) => ({ ...named(level), anyOf: [has(level), inner] }),
}

/** Schemas of what is one level deeper in the value. */
const inProperties: Record<string, Nest> = {
  'a property in a branch': (inner) => ({ anyOf: [{ type: 'null' }, { type: 'object', properties: { next: inner } }] }),
  'a property in two branches': (inner, level) => ({
    definitions: { inner },
    oneOf: [
      { ...named(level), ...has(level), properties: { next: { $ref: `#${'/definitions/inner'.repeat(level)}` } } },
      { not: has(level), properties: { next: { $ref: `#${'/definitions/inner'.repeat(level)}` } } },
    ],
  }),
  'a property of allOf': (inner, level) => ({ allOf: [named(level), { properties: { next: inner } }] }),
}

describe('serializers of schemas that are nested', () => {
  function codeOf(schema: object): number {
    const units = new JsonUnits(new SchemaDocuments({}), new JsonSerializers(readEngineOptions({})))
    return unitsBelow(units.write(openSchema(schema))).reduce((sum, { code }) => sum + code.length, 0)
  }

  for (const [what, nest] of Object.entries({ ...inPlace, ...inProperties })) {
    it(`are code that grows with the schema and not by powers: ${what}`, () => {
      const [few, many] = [codeOf(nested(nest, 10)), codeOf(nested(nest, 20))]
      expect(many / few).to.be.below(5)
    })
  }

  /** How often something of a document is read while it is written. */
  function readsOf(schema: object, document: object): number {
    let reads = 0
    const known = new Map<object, object>()
    const watched = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value
      const proxy = known.get(value) ?? watch(value)
      known.set(value, proxy)
      return proxy
    }
    const watch = (value: object): object => {
      const get = (target: object, key: string | symbol) => {
        reads++
        return watched(Reflect.get(target, key))
      }
      return new Proxy(value, { get })
    }
    const json = serializer({ serializerOptions: { engine: 'native' } })(schema, watched(document))
    expect(json).to.equal(JSON.stringify(document))
    return reads
  }

  function documentOf(depth: number): object {
    return depth === 0 ? { end: 'x' } : { next: documentOf(depth - 1) }
  }

  for (const [what, nest] of Object.entries(inProperties)) {
    it(`read a document as often as it is deep, at most at each level: ${what}`, () => {
      const [few, many] = [10, 20].map((depth) => readsOf(nested(nest, depth), documentOf(depth)))
      expect(many! / few!).to.be.below(4.5)
    })
  }

  it('read a document of a recursive schema a number of times that its size decides', () => {
    const branch = (name: string) => ({
      type: 'object',
      ...has(1),
      properties: { [name]: { $ref: '#/definitions/node' } },
    })
    const open = { type: 'object', properties: { next: { $ref: '#/definitions/node' }, end: { type: 'string' } } }
    const node = { oneOf: [branch('next'), { anyOf: [branch('end'), open] }] }
    const schema = { definitions: { node }, $ref: '#/definitions/node' }
    const [few, many] = [20, 200].map((depth) => readsOf(schema, documentOf(depth)))
    expect(many! / few!).to.be.within(9, 11)
  })
})
