import { expect } from 'chai'
import { unitsBelow } from '#dist/schema/emit/code-unit.js'
import { SchemaDocuments } from '#dist/schema/model/schema-documents.js'
import { JsonUnits, replyOptions } from '#dist/schema/serialize/json-units.js'

/** Schemas that contain each other as those of large APIs do: by expandable fields, lists, and fields that may be null. */
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
  return new JsonUnits(new SchemaDocuments(graphOf(size)), replyOptions({}))
}

describe('serializers of schemas that contain each other', () => {
  function written(size: number) {
    const units = unitsOf(size)
    units.of({ $ref: 's0#' })
    const all = units.takeWritten()
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
    const first = units.of({ type: 'array', items: { $ref: 's1#' } })
    expect(units.takeWritten()).to.have.length(unitsBelow(first).length)
    units.of({ type: 'object', properties: { data: { $ref: 's2#' } } })
    expect(units.takeWritten()).to.have.length(1)
  })

  it('may refer to each other in a chain of any length', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, number) => {
        const properties = { next: { $ref: `s${number + 1}#` } }
        return [`s${number}`, { $id: `s${number}`, type: 'object', ...(number < 4_999 && { properties }) }]
      }),
    )
    const units = new JsonUnits(new SchemaDocuments(schemas), replyOptions({}))
    units.of({ $ref: 's0#' })
    expect(units.takeWritten().length).to.be.greaterThan(4_998)
  })
})
