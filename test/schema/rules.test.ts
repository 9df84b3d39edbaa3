import { expect } from 'chai'
import { readEngineOptions } from '#dist/schema/engines/engine-options.js'
import { readRuleOptions } from '#dist/schema/engines/native/rule-options.js'
import { RuleUnits } from '#dist/schema/engines/native/rule-units.js'
import { compileRules } from '#dist/schema/engines/native/rule-validate.js'
import { SchemaRegistry } from '#dist/schema/model/schema-registry.js'

type Schema = Record<string, unknown>
type Options = Parameters<typeof readEngineOptions>[0]

/** The rules of schemas that may refer to registered ones by their keys. */
function rulesFor(registered: Record<string, Schema> = {}, options: Options = {}) {
  const registry = new SchemaRegistry()
  for (const [key, schema] of Object.entries(registered)) {
    registry.add(key, { schema: { ...schema, $id: key }, dependencies: [] })
  }
  const ruleOptions = readRuleOptions(readEngineOptions(options))
  if (ruleOptions === null) return null
  const units = new RuleUnits(ruleOptions, registry)
  return (schema: Schema) => {
    const unit = units.find(schema, true)
    return unit && compileRules(unit)
  }
}

function isRuled(schema: Schema, options: Options = {}): boolean {
  return rulesFor({}, options)?.(schema) != null
}

const object = { type: 'object', properties: { a: { type: 'string', minLength: 2 } } }

describe('rules', () => {
  it('are made of what most schemas say', () => {
    for (const schema of [
      { type: 'string', minLength: 1, maxLength: 9, pattern: '^a', format: 'email' },
      { type: ['integer', 'null'], minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
      { enum: ['a', 1, null, { a: 1 }] },
      { const: { a: [1] } },
      { type: 'array', minItems: 1, maxItems: 9, uniqueItems: true, items: { type: 'string', nullable: false } },
      { ...object, required: ['a'], additionalProperties: false, minProperties: 1, maxProperties: 9 },
      { ...object, additionalProperties: { type: 'integer' }, title: 'a note', 'x-note': { type: 1 } },
      { type: 'object', properties: { self: { $ref: '#' } } },
      { properties: { a: { type: 'string', default: 'a' }, b: true, c: false, d: {} } },
    ]) {
      expect(isRuled(schema), JSON.stringify(schema)).to.equal(true)
    }
  })

  it('are not made of what chooses, matches names or combines, nor of what they would get wrong', () => {
    const inner = { type: 'string' }
    for (const schema of [
      ...['anyOf', 'oneOf', 'allOf'].map((keyword) => ({ [keyword]: [inner, inner] })),
      ...['not', 'if', 'contains', 'propertyNames', 'ofAPlugin'].map((keyword) => ({ [keyword]: inner })),
      ...['patternProperties', 'dependencies'].map((keyword) => ({ [keyword]: { a: inner } })),
      { items: [inner] },
      { type: 'object', required: ['constructor'] },
      { properties: { toString: inner } },
      { properties: { '\ud800': inner } },
      { properties: { a: { type: 'object', default: { b: 1 }, properties: {} } } },
      { additionalProperties: false, required: ['b'] },
      { format: 'unknown' },
      { enum: [] },
      { const: new Date() },
      { maxLength: '1) || process.exit(' },
      { $ref: '#/definitions/a', minLength: 1, definitions: { a: inner } },
      { $ref: '#/definitions/none' },
    ]) {
      const within = { type: 'object', properties: { a: schema } }
      expect(isRuled(within), JSON.stringify(schema)).to.equal(false)
    }
  })

  it('are not made where plugins or options say otherwise', () => {
    for (const options of [
      { plugins: [(validator: unknown) => validator] },
      { onCreate: () => {} },
      { version: 8, dialect: '2020-12' },
      ...['allErrors', 'verbose', 'ownProperties', '$data'].map((name) => ({ customOptions: { [name]: true } })),
      { customOptions: { removeAdditional: 'all' } },
      { customOptions: { useDefaults: 'shared' } },
      { customOptions: { messages: false } },
    ] as Options[]) {
      expect(rulesFor({}, options), JSON.stringify(options)).to.equal(null)
    }
    expect(isRuled(object, { customOptions: { coerceTypes: 'array', useDefaults: 'empty' } })).to.equal(true)
  })

  it('judge registered schemas that refer to each other in a circle', () => {
    const node = { type: 'object', properties: { next: { $ref: 'other#' }, value: { type: 'integer' } } }
    const other = { type: 'object', properties: { back: { $ref: 'node#' } } }
    const judge = rulesFor({ node, other })?.({ $ref: 'node#' })
    const value = { next: { back: { next: { undeclared: 1 }, value: '2' } }, value: '1' }
    expect(judge?.run(value, null)).to.equal(true)
    expect(value).to.deep.equal({ next: { back: { next: {}, value: 2 } }, value: 1 })
    expect(judge?.run({ next: { back: { value: 'x' } } }, null)).to.equal(false)
    expect(judge?.errors()).to.deep.equal([
      {
        keyword: 'type',
        dataPath: '/next/back/value',
        schemaPath: '#/properties/value/type',
        params: { type: 'integer' },
        message: 'should be integer',
      },
    ])
  })

  it('are made of no schema in a circle of which one says something unusual, however often they are asked for', () => {
    const node = { properties: { next: { $ref: 'other#' } } }
    const other = { properties: { back: { $ref: 'node#' }, odd: { not: {} } } }
    const rules = rulesFor({ node, other })
    for (const key of ['node', 'other', 'node', 'other']) expect(rules?.({ $ref: `${key}#` }), key).to.equal(null)
    expect(rules?.({ properties: { one: { $ref: 'node#' } } })).to.equal(null)
  })

  it('change what they are given itself, and put a new object where something is removed within it', () => {
    const judge = rulesFor()?.({ properties: { inner: { properties: { 2: {}, b: {}, a: {} } }, a: {} } })
    const inner = { a: 1, undeclared: 2, b: 3, 2: 4 }
    const value = { undeclared: 1, inner, a: 1 }
    expect(judge?.run(value, null)).to.equal(true)
    expect(JSON.stringify(value)).to.equal('{"inner":{"2":4,"a":1,"b":3},"a":1}')
    expect(inner).to.have.property('undeclared')
  })

  it('remove nothing from objects of classes, and leave those without a prototype as they are', () => {
    class Of {
      undeclared = 1
    }
    const bare: object = Object.assign(Object.create(null), { a: 1, undeclared: 2 })
    const judge = rulesFor()?.({ properties: { of: { properties: { a: {} } }, bare: { properties: { a: {} } } } })
    const value = { of: new Of(), bare }
    expect(judge?.run(value, null)).to.equal(true)
    expect(value.of).to.have.property('undeclared')
    expect(value.bare).to.equal(bare)
    expect(Object.keys(bare)).to.deep.equal(['a'])
    const closed = rulesFor()?.({ properties: { of: { additionalProperties: false, properties: { a: {} } } } })
    expect(closed?.run({ of: new Of() }, null)).to.equal(false)
    expect(closed?.errors()?.[0]).to.deep.include({ params: { additionalProperty: 'undeclared' } })
  })

  it('keep the failure of one request from those after it', () => {
    const judge = rulesFor()?.(object)
    expect(judge?.run({ a: 'x' }, null)).to.equal(false)
    const [failure] = judge?.errors() ?? []
    expect(judge?.run({ a: '' }, null)).to.equal(false)
    expect(failure).to.include({ dataPath: '/a', keyword: 'minLength' })
    expect(judge?.errors()?.[0]).to.not.equal(failure)
    expect(judge?.errors()).to.equal(null)
  })

  it('count a pair of code units as one character', () => {
    const smile = '😀'
    for (const [text, least, most] of [
      [smile, 1, 1],
      [smile.repeat(3), 3, 3],
      ['\ude00\ud83d', 2, 2],
      ['a\ud83d', 2, 2],
    ] as const) {
      for (const [limit, isRight] of [
        [{ minLength: least }, true],
        [{ minLength: least + 1 }, false],
        [{ maxLength: most }, true],
        [{ maxLength: most - 1 }, false],
      ] as const) {
        const judge = rulesFor()?.({ properties: { text: limit } })
        expect(judge?.run({ text }, null), JSON.stringify([text, limit])).to.equal(isRight)
      }
    }
  })
})
