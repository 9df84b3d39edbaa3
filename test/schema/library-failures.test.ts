import { createRequire } from 'node:module'
import { expect } from 'chai'
import { compilersOf, validator, versions } from './compile.js'

const require = createRequire(import.meta.url)

interface PlainValidate {
  (data: unknown, path?: unknown, holder?: object, key?: string): boolean
  errors: unknown
}

interface PlainValidator {
  compile(schema: object): PlainValidate
}

const libraries: Record<6 | 8, new (options: object) => PlainValidator> = {
  6: require('ajv6'),
  8: require('ajv'),
}

const optionsOf = {
  6: { nullable: true, jsonPointers: true, extendRefs: true },
  8: { strictSchema: 'log', strictTypes: false, strictTuples: false, logger: false },
}

function one(schema: object): object {
  return { type: 'object', properties: { a: schema } }
}

const annotated = { $comment: 'a comment' }

const cases: readonly (readonly [rule: string, schema: object, ...values: unknown[]])[] = [
  [
    'additionalItems without items do not come before the other keywords',
    one({ anyOf: [{ type: 'array', additionalItems: {}, oneOf: [{ type: 'boolean' }] }] }),
    266,
    [],
  ],
  ['nor before the type', one({ type: 'array', maxLength: 0, additionalItems: {} }), 'b', []],
  [
    'a required property that is never valid is missing before other keywords look at names',
    { type: 'object', properties: { b: false }, required: ['b'], propertyNames: { enum: ['b'] } },
    1,
  ],
  ['a clause that refuses every value fails with its condition', one({ if: {}, then: { not: {} } }), 'x', 1],
  [
    'a condition in a branch is evaluated behind a failure of allOf',
    one({ anyOf: [{ if: {}, then: false, allOf: [{ type: 'integer' }, { minimum: 2 }] }] }),
    null,
    1,
    'x',
    3,
  ],
  [
    'a clause with a comment only lets its condition coerce',
    one({ if: { type: 'number' }, then: annotated }),
    true,
    'x',
  ],
  [
    'a property with a comment only is missing when its turn comes',
    { type: 'object', properties: { b: annotated }, required: ['b'], propertyNames: { enum: ['b'] } },
    1,
  ],
  ['a constant is reported as the library does, with the sign of a zero', one({ const: -0 }), 1],
  ['a limit is reported without it', one({ maxLength: -0, maxItems: -0, maximum: -0 }), 'a', ['a'], 1],
  ['an infinite number fails once', one({ anyOf: [{ type: 'integer', minimum: 1 }] }), Number.POSITIVE_INFINITY],
]

/** Version 8 refuses `nullable` without a type. */
const casesOf6: typeof cases = [
  [
    'a required property with nullable only is missing after those that nothing declares',
    { type: 'object', properties: { c: { nullable: true } }, required: ['c', 'b'] },
    1,
  ],
  [
    'nullable without a type does not keep null from being equal',
    one({ uniqueItems: true, items: { nullable: true } }),
    [null, null],
  ],
]

for (const version of versions) {
  describe(`failures of version ${version} are those of the library, in their order:`, () => {
    for (const engine of ['native', 'ajv'] as const) {
      for (const [rule, schema, ...values] of version === 6 ? [...cases, ...casesOf6] : cases) {
        it(`${rule} (${engine})`, () => {
          const customOptions = { removeAdditional: false }
          const { compileValidator } = compilersOf({ engine: { version, engine, customOptions } })
          const validate = compileValidator({ schema, method: 'GET', url: '/', httpPart: 'querystring' })
          const library = new libraries[version]({ coerceTypes: true, useDefaults: true, ...optionsOf[version] })
          const plain = library.compile(schema)
          for (const a of values) {
            const [own, other] = [{ a }, { a }]
            expect([validate(own), validate.errors, own]).to.deep.equal([plain(other), plain.errors, other])
          }
        })
      }
    }
  })
}

describe("the item of a list that is coerced under coerceTypes: 'array'", () => {
  for (const version of versions) {
    for (const engine of ['native', 'ajv'] as const) {
      it(`has the type that the library takes, where a list of one type is declared (version ${version}, ${engine})`, () => {
        const customOptions = { coerceTypes: 'array', removeAdditional: false }
        const { compileValidator } = compilersOf({ engine: { version, engine, customOptions } })
        const Library = libraries[version]
        for (const type of ['integer', 'null', 'boolean', 'string', 'number']) {
          const schema = one({ type: [type] })
          const validate = compileValidator({ schema, method: 'GET', url: '/', httpPart: 'querystring' })
          const plain = new Library({ coerceTypes: 'array', ...optionsOf[version] }).compile(schema)
          for (const a of [[2], ['2'], [null], [true], 2, '2', ['x'], []]) {
            const [own, other] = [{ a }, { a }]
            expect([validate(own), validate.errors, own]).to.deep.equal([plain(other), plain.errors, other])
          }
        }
      })
    }
  }
})

describe('a text that is converted to infinity, version 8,', () => {
  for (const engine of ['native', 'ajv'] as const) {
    it(`stays a text for the next branch (${engine})`, () => {
      const validate = validator({ engine: { version: 8, engine } })
      const schema = one({ anyOf: [{ type: 'integer' }, { type: 'number', maximum: 3 }, { type: 'string' }] })
      expect(validate(schema, { a: '1e999' }, 'querystring')).to.deep.include({ isValid: true, data: { a: '1e999' } })
    })

    it(`stays a text in the errors of a plugin with its own code.process (${engine})`, () => {
      const seen: string[] = []
      const process = (code: string) => {
        seen.push(code)
        return code
      }
      const engineOptions = { version: 8, engine, customOptions: { code: { process } } } as const
      const validate = validator({ engine: engineOptions })
      expect(validate(one({ type: 'number' }), { a: '-1e999' }).messages).to.deep.equal(['must be number'])
      expect(seen.some((code) => code.includes('isFinite(data0)'))).to.equal(true)
    })
  }
})

describe('a frozen object that lacks a default, or holds a text for a number,', () => {
  const schema = one({ type: 'object', properties: { n: { type: 'integer' }, d: { default: 1 } } })
  const compile = (version: 6 | 8, engine: 'native' | 'ajv') => {
    const { compileValidator } = compilersOf({ engine: { version, engine } })
    return compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' })
  }

  for (const version of versions) {
    it(`throws, version ${version}`, () => {
      const validate = compile(version, 'native')
      for (const value of [{ n: '1', d: 1 }, { n: 1 }])
        expect(() => validate({ a: Object.freeze(value) })).to.throw(TypeError)
      expect(validate({ a: Object.freeze({ n: 1, d: 1 }) })).to.equal(true)
    })
  }

  // Strict code would throw, but ajv sets properties of `true` for unevaluatedProperties.
  it('stays unchanged where version 8 of ajv validates', () => {
    expect(compile(8, 'ajv')({ a: Object.freeze({ n: '1' }) })).to.equal(true)
    const server = { engine: { version: 8, dialect: '2019-09' } } as const
    const branches = { patternProperties: { '^b': {} }, oneOf: [{ unevaluatedProperties: true }] }
    expect(validator(server)(one(branches), { a: { b: null } }).isValid).to.equal(true)
  })
})
