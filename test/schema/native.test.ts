import { expect } from 'chai'
import type { ValidateFunction } from '#dist/contracts/schema.js'
import { Unsupported } from '#dist/schema/emit/unsupported.js'
import { readEngineOptions } from '#dist/schema/engines/engine-options.js'
import { NativeCode } from '#dist/schema/engines/native/native-code.js'
import { NativeEngine } from '#dist/schema/engines/native/native-engine.js'
import { RemovalUnits } from '#dist/schema/engines/native/removal-units.js'
import { SchemaRegistry } from '#dist/schema/model/schema-registry.js'

type Schema = Record<string, unknown>
type Options = Parameters<typeof readEngineOptions>[0]

/** Native code of schemas that may refer to registered ones by their keys; `null`: ajv validates them. */
function nativeFor(registered: Record<string, Schema> = {}, options: Options = {}) {
  const registry = new SchemaRegistry()
  for (const [key, schema] of Object.entries(registered)) {
    const root = { ...schema, $id: key }
    registry.add(key, { schema: root, dependencies: [] })
    registry.addRoot(root)
  }
  const nativeOptions = readEngineOptions(options)
  if (!nativeOptions.isNative) return null
  const code = new NativeCode(nativeOptions)
  const engine = new NativeEngine(nativeOptions, new RemovalUnits(registry), registry)
  return (schema: Schema): ValidateFunction | null => {
    registry.addRoot(schema)
    try {
      const { unit, replacesRoot } = engine.write({ schema, dependencies: [], carriers: [] }, true)
      code.add(unit)
      return code.validatorOf(unit, replacesRoot)
    } catch (error) {
      if (error instanceof Unsupported) return null
      throw error
    }
  }
}

function isNative(schema: Schema, options: Options = {}): boolean {
  return nativeFor({}, options)?.(schema) != null
}

const object = { type: 'object', properties: { a: { type: 'string', minLength: 2 } } }

describe('native code', () => {
  it('validates by what most schemas ask for', () => {
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
      { properties: { toString: { type: 'string' } }, required: ['constructor'] },
    ]) {
      expect(isNative(schema), JSON.stringify(schema)).to.equal(true)
    }
  })

  it('validates by schemas that combine and choose', () => {
    const inner = { type: 'string' }
    for (const schema of [
      ...['anyOf', 'oneOf', 'allOf'].map((keyword) => ({ [keyword]: [inner, inner] })),
      ...['not', 'if', 'contains', 'propertyNames'].map((keyword) => ({ [keyword]: inner, then: inner })),
      ...['patternProperties', 'dependencies'].map((keyword) => ({ [keyword]: { a: inner } })),
      { items: [inner], additionalItems: inner },
      { properties: { a: { type: 'object', default: { b: 1 }, properties: {} } } },
      { additionalProperties: false, required: ['b'] },
      { $ref: '#/definitions/a', minLength: 1 },
    ]) {
      const within = { type: 'object', properties: { a: schema }, definitions: { a: inner } }
      expect(isNative(within), JSON.stringify(schema)).to.equal(true)
    }
  })

  it('leaves to ajv what it does not know, and what it would get wrong', () => {
    const inner = { type: 'string' }
    for (const schema of [
      { ofAPlugin: inner },
      { required: [''] },
      { format: 'unknown' },
      { enum: [] },
      { const: new Date() },
      { maxLength: '1) || process.exit(' },
      { $ref: '#/definitions/none' },
    ]) {
      const within = { type: 'object', properties: { a: schema } }
      expect(isNative(within), JSON.stringify(schema)).to.equal(false)
    }
  })

  it('leaves all schemas to ajv where plugins or options ask for it', () => {
    for (const options of [
      { plugins: [(validator: unknown) => validator] },
      { onCreate: () => {} },
      ...['allErrors', 'verbose', 'ownProperties', '$data'].map((name) => ({ customOptions: { [name]: true } })),
      { customOptions: { removeAdditional: 'all' } },
      { customOptions: { useDefaults: 'shared' } },
      { customOptions: { messages: false } },
    ] as Options[]) {
      expect(nativeFor({}, options), JSON.stringify(options)).to.equal(null)
    }
    expect(isNative(object, { customOptions: { coerceTypes: 'array', useDefaults: 'empty' } })).to.equal(true)
  })

  it('validates by registered schemas that refer to each other in a circle', () => {
    const node = { type: 'object', properties: { next: { $ref: 'other#' }, value: { type: 'integer' } } }
    const other = { type: 'object', properties: { back: { $ref: 'node#' } } }
    const validator = nativeFor({ node, other })?.({ $ref: 'node#' })
    const value = { next: { back: { next: { undeclared: 1 }, value: '2' } }, value: '1' }
    expect(validator?.(value)).to.equal(true)
    expect(value).to.deep.equal({ next: { back: { next: {}, value: 2 } }, value: 1 })
    expect(validator?.({ next: { back: { value: 'x' } } })).to.equal(false)
    expect(validator?.errors).to.deep.equal([
      {
        keyword: 'type',
        dataPath: '/next/back/value',
        schemaPath: '#/properties/value/type',
        params: { type: 'integer' },
        message: 'should be integer',
      },
    ])
  })

  it('leaves a circle of schemas with an unusual one to ajv, each time that it is compiled', () => {
    const node = { properties: { next: { $ref: 'other#' } } }
    const other = { properties: { back: { $ref: 'node#' }, odd: { ofAPlugin: {} } } }
    const rules = nativeFor({ node, other })
    for (const key of ['node', 'other', 'node', 'other']) expect(rules?.({ $ref: `${key}#` }), key).to.equal(null)
    expect(rules?.({ properties: { one: { $ref: 'node#' } } })).to.equal(null)
  })

  it('changes the value that it is given, and puts a new object where something is removed within it', () => {
    const validator = nativeFor()?.({ properties: { inner: { properties: { 2: {}, b: {}, a: {} } }, a: {} } })
    const inner = { a: 1, undeclared: 2, b: 3, 2: 4 }
    const value = { undeclared: 1, inner, a: 1 }
    expect(validator?.(value)).to.equal(true)
    expect(JSON.stringify(value)).to.equal('{"inner":{"2":4,"a":1,"b":3},"a":1}')
    expect(inner).to.have.property('undeclared')
  })

  it('removes nothing from objects of classes, and leaves those without a prototype as they are', () => {
    class Of {
      undeclared = 1
    }
    const bare: object = Object.assign(Object.create(null), { a: 1, undeclared: 2 })
    const validator = nativeFor()?.({ properties: { of: { properties: { a: {} } }, bare: { properties: { a: {} } } } })
    const value = { of: new Of(), bare }
    expect(validator?.(value)).to.equal(true)
    expect(value.of).to.have.property('undeclared')
    expect(value.bare).to.equal(bare)
    expect(Object.keys(bare)).to.deep.equal(['a'])
    const closed = nativeFor()?.({ properties: { of: { additionalProperties: false, properties: { a: {} } } } })
    expect(closed?.({ of: new Of() })).to.equal(false)
    expect(closed?.errors?.[0]).to.deep.include({ params: { additionalProperty: 'undeclared' } })
  })

  it('keeps the failure of one request from those after it', () => {
    const validator = nativeFor()?.(object)
    expect(validator?.({ a: 'x' })).to.equal(false)
    const [failure] = validator?.errors ?? []
    expect(validator?.({ a: '' })).to.equal(false)
    expect(failure).to.include({ dataPath: '/a', keyword: 'minLength' })
    expect(validator?.errors?.[0]).to.not.equal(failure)
    expect(validator?.({ a: 'xx' })).to.equal(true)
    expect(validator?.errors).to.equal(null)
  })

  it('counts a pair of code units as one character', () => {
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
        const validator = nativeFor()?.({ properties: { text: limit } })
        expect(validator?.({ text }), JSON.stringify([text, limit])).to.equal(isRight)
      }
    }
  })
})
