import { createRequire } from 'node:module'
import { expect } from 'chai'
import { foundTogether } from '#dist/support/report.js'
import { thrownBy, validator, versions } from './compile.js'

const Ajv6: typeof import('ajv6') = createRequire(import.meta.url)('ajv6')
const formats = { uri: /^/, 'uri-reference': /^/ }
const options: object = { formats, logger: false, strictNumbers: true }
const isValid = new Ajv6(options).getSchema('http://json-schema.org/draft-07/schema')!

const keywords = [
  ...['$id', '$schema', '$comment', 'definitions', 'type', 'enum', 'const', 'default', 'format'],
  ...['title', 'description', 'examples', 'readOnly', 'writeOnly', 'contentMediaType', 'contentEncoding'],
  ...['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern'],
  ...['items', 'additionalItems', 'maxItems', 'minItems', 'uniqueItems', 'contains'],
  ...['maxProperties', 'minProperties', 'required', 'properties', 'patternProperties', 'additionalProperties'],
  ...['dependencies', 'propertyNames', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not', 'x-own'],
]

const wrong = { type: 'nonsense' }

const values: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60],
  ...['', 'string', '(', 'a\\Z', 'object', 'http://a.b/c', 'email'],
  ...[[], [1], [1, 1], ['a'], ['a', 'a'], ['string', 'null'], ['string', 'string'], ['string', 1], [null], [true]],
  ...[[{}], [{}, {}], [{ type: 'string' }], [wrong], [[]], [{ default: 1 }, { default: 1 }], [{ default: 1 }, {}]],
  ...[{}, { a: {} }, { a: true }, { a: 1 }, { a: null }, { a: wrong }, { a: ['b'] }, { a: ['b', 'b'] }, { a: [1] }],
  ...[{ '(': {} }, { type: 'string' }, wrong, { properties: { a: wrong } }, { items: [wrong] }],
]

const places: readonly ((schema: object) => Record<string, unknown>)[] = [
  (schema) => ({ title: 'a', ...schema }),
  (schema) => ({ properties: { a: schema } }),
  (schema) => ({ items: [true, schema] }),
  (schema) => ({ anyOf: [{}, schema] }),
  (schema) => ({ patternProperties: { '^a': schema } }),
  (schema) => ({ dependencies: { a: ['b'], b: schema } }),
  (schema) => ({ if: { not: schema } }),
]

const beyond = /the format|ALC_ERR_SCHEMA_(?:KEYWORD|REF)|which JSON cannot express/

describe('the values of the keywords of a schema', () => {
  const compile = validator()

  function problemOf(schema: object): string {
    try {
      compile(schema, {})
      return ''
    } catch (error) {
      const { code, message } = error as Error & { code: string }
      return `${code}: ${message}`
    }
  }

  for (const keyword of keywords) {
    it(`of ${keyword} are refused where the meta-schema of draft 7 refuses them`, () => {
      for (const value of values) {
        for (const place of places) {
          const schema = place({ [keyword]: value })
          const problem = problemOf(schema)
          if (beyond.test(problem)) continue
          expect(problem === '', `${JSON.stringify(schema)} ${problem}`).to.equal(isValid(schema))
        }
      }
    })
  }

  const circle: Record<string, unknown> = {}
  circle.again = circle
  const notJson: Record<string, [schema: object, pointer: string, says: string]> = {
    'a date for a property': [
      { properties: { a: new Date(0) } },
      '/properties/a',
      'an object of Date is not a JSON Schema',
    ],
    'a function for an item': [{ items: [{}, () => 1] }, '/items/1', 'a function is not a JSON Schema'],
    'undefined for a property': [{ properties: { a: undefined } }, '/properties/a', 'undefined is not a JSON Schema'],
    'a function as const': [{ const: () => 1 }, '/const', 'a function, which JSON cannot express'],
    'a date within const': [{ const: { a: [1, new Date(0)] } }, '/const/a/1', 'an object of Date, which'],
    'undefined in enum': [{ enum: ['a', undefined] }, '/enum/1', 'undefined, which JSON cannot express'],
    'NaN in enum': [{ enum: [Number.NaN] }, '/enum/0', 'number NaN, which JSON cannot express'],
    'an object within itself as const': [{ const: circle }, '/const/again', 'JSON cannot express'],
    'a function as default': [{ default: () => 1 }, '/default', 'a function, which JSON cannot express'],
    'NaN within default': [{ default: { a: [Number.NaN] } }, '/default/a/0', 'number NaN, which JSON cannot express'],
    'a Map as default': [{ default: new Map() }, '/default', 'an object of Map, which JSON cannot express'],
  }
  for (const [what, [schema, pointer, says]] of Object.entries(notJson)) {
    it(`are refused: ${what}`, () => {
      for (const version of [6, 8] as const) {
        const { code, message } = thrownBy(() => validator({ engine: { version } })(schema, {}))
        expect(code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
        expect(message).to.contain('body').and.contain('POST /users').and.contain(`"${pointer}`).and.contain(says)
      }
    })
  }

  it('may be an object with a toJSON as default, which is filled in as its text', () => {
    for (const version of [6, 8] as const) {
      const schema = { type: 'object', properties: { a: { default: new Date(0) } } }
      const { data } = validator({ engine: { version } })(schema, {})
      expect(data).to.deep.equal({ a: '1970-01-01T00:00:00.000Z' })
    }
  })

  it('are refused all together', () => {
    const schema = { properties: { a: new Date(0), b: { const: () => 1 }, c: { enum: [undefined], minLength: 'x' } } }
    const messages = foundTogether(thrownBy(() => compile(schema, {}))).map((problem) => (problem as Error).message)
    const pointers = messages.map((message) => /at "([^"]*)"/.exec(message)?.[1])
    expect(pointers).to.have.members([
      '/properties/a',
      '/properties/b/const',
      '/properties/c/enum/0',
      '/properties/c/minLength',
    ])
  })

  it('are refused in the dialects that only ajv knows', () => {
    for (const dialect of ['2019-09', '2020-12'] as const) {
      const compileIn = validator({ engine: { version: 8, dialect } })
      for (const schema of [{ const: () => 1 }, { enum: [undefined] }, { properties: { a: new Date(0) } }]) {
        expect(thrownBy(() => compileIn(schema, {})).code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
      }
    }
  })

  it('can be in the data with the option $data, and nowhere else', () => {
    const schema = { properties: { a: { maximum: { $data: '1/b' }, enum: { $data: '1/c' } }, b: {}, c: {} } }
    expect(validator({ engine: { customOptions: { $data: true } } })(schema, { a: 1, b: 2, c: [1] }).isValid).to.equal(
      true,
    )
    expect(problemOf(schema)).to.contain('/properties/a/maximum", the value should be number')
  })

  for (const version of versions) {
    it(`can be the name of a format in the data, version ${version}`, () => {
      const validate = validator({ engine: { version, customOptions: { $data: true } } })
      const schema = { properties: { a: { format: { $data: '1/b' } }, b: {} } }
      const results = ['a@b.cd', 'a'].map((a) => validate(schema, { a, b: 'email' }).isValid)
      expect(results).to.deep.equal([true, false])
    })
  }
})

describe('the error of a frequent mistake in a schema names the fix:', () => {
  const property = (schema: unknown) => ({ type: 'object', properties: { a: schema } })
  const mistakes: Record<string, [schema: unknown, fix: string]> = {
    'a type of another language': [property({ type: 'int' }), "Write type: 'integer'"],
    'a constructor as a type': [property({ type: String }), "Write type: 'string'"],
    'a type that is a format': [property({ type: 'date' }), "Write type: 'string', format: 'date'"],
    'any as a type': [property({ type: 'any' }), 'Leave the type out'],
    'a file': [property({ type: 'file' }), '@fastify/multipart'],
    'a regular expression as a pattern': [property({ pattern: /^a$/i }), 'Write its source: pattern: "^a$"'],
    'one value as an enum': [property({ enum: 'a' }), 'Write a list: enum: ["a"]'],
    'an enum of TypeScript': [property({ enum: { Red: 'red' } }), 'Object.values(TheEnum)'],
    'a type in the place of a schema': [property('string'), "Write { type: 'string' }"],
    'a type as items': [{ type: 'array', items: 'integer' }, "Write { type: 'integer' }"],
    'an exclusive limit of draft 4': [
      property({ minimum: 3, exclusiveMinimum: true }),
      'Write exclusiveMinimum: 3 instead of minimum: 3',
    ],
    'a class as a schema': [class Note {}, 'do not exist at run time'],
    'a promise of a schema': [Promise.resolve({}), 'Await it first'],
    'a property beside properties': [{ type: 'object', size: { type: 'integer' } }, 'write properties: { size: … }'],
    'a limit of another library': [property({ type: 'integer', min: 1 }), 'Write "minimum"'],
    'a property that is optional': [property({ optional: true }), 'Remove the keyword'],
  }
  for (const [what, [schema, fix]] of Object.entries(mistakes))
    it(what, () => {
      const { code, message } = thrownBy(() => validator({})(schema, {}))
      expect(code).to.match(/^(FST|ALC)_ERR_SCH/)
      expect(message).to.contain(fix)
    })
})
