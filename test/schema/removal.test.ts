import { expect } from 'chai'
import { compilersOf, validator, versions } from './compile.js'

const text = { type: 'string' }

function object(properties: object, more: object = {}): Record<string, unknown> {
  return { type: 'object', properties, ...more }
}

interface Case {
  rule: string
  schema: Record<string, unknown>
  data: unknown
  becomes: unknown
}

const kinds = [
  object({ kind: { const: 'a' }, x: text, in: object({ x: text }) }, { required: ['kind'] }),
  object({ kind: { const: 'b' }, y: text, in: object({ y: text }) }, { required: ['kind'] }),
]
const strictKinds = kinds.map((kind) => ({ ...kind, additionalProperties: false }))

const cases: readonly Case[] = [
  { rule: 'at the root', schema: object({ a: text }), data: { a: '1', b: 1 }, becomes: { a: '1' } },
  {
    rule: 'at every depth',
    schema: object({ a: object({ b: object({ c: text }) }) }),
    data: { a: { b: { c: '1', x: 1 }, x: 1 } },
    becomes: { a: { b: { c: '1' } } },
  },
  {
    rule: 'in the items of an array',
    schema: object({ a: { type: 'array', items: object({ b: text }) } }),
    data: { a: [{ b: '1', x: 1 }, { x: 1 }] },
    becomes: { a: [{ b: '1' }, {}] },
  },
  {
    rule: 'in items whose properties are in the order of the schema, in another order, and incomplete',
    schema: { type: 'array', items: object({ a: text, b: text, c: text }) },
    data: [
      { a: '1', b: '2', c: '3', x: 1, y: 2 },
      { x: 1, a: '1', b: '2', c: '3' },
      { c: '3', y: 2, b: '2', x: 1, a: '1' },
      { a: '1', b: '2', x: 1 },
      { a: '1', b: '2', c: '3' },
      { x: 1 },
    ],
    becomes: [
      { a: '1', b: '2', c: '3' },
      { a: '1', b: '2', c: '3' },
      { c: '3', b: '2', a: '1' },
      { a: '1', b: '2' },
      { a: '1', b: '2', c: '3' },
      {},
    ],
  },
  {
    rule: 'in items of items',
    schema: { type: 'array', items: { type: 'array', items: object({ a: { type: 'integer' } }) } },
    data: [[{ a: '1', x: 1 }, { a: 2 }], [{ x: 1, a: '3' }]],
    becomes: [[{ a: 1 }, { a: 2 }], [{ a: 3 }]],
  },
  {
    rule: 'in the items of a tuple',
    schema: object({
      a: { type: 'array', items: [object({ b: text }), object({ c: text })], additionalItems: object({ d: text }) },
    }),
    data: {
      a: [
        { b: '1', c: 1 },
        { b: 1, c: '1' },
        { c: 1, d: '1' },
      ],
    },
    becomes: { a: [{ b: '1' }, { c: '1' }, { d: '1' }] },
  },
  {
    rule: 'in a tuple of which one item only is an object',
    schema: object({ a: { type: 'array', items: [text, object({ b: text })] } }),
    data: { a: ['1', { b: '1', c: 1 }, { d: 1 }] },
    becomes: { a: ['1', { b: '1' }, { d: 1 }] },
  },
  {
    rule: 'where then and else declare all that there is',
    schema: { type: 'object', if: { required: ['a'] }, then: object({ a: text }), else: object({ b: text }) },
    data: { a: '1', c: 1 },
    becomes: { a: '1' },
  },
  {
    rule: 'where the schema says additionalProperties: false itself',
    schema: object({ a: text }, { additionalProperties: false }),
    data: { a: '1', b: 1 },
    becomes: { a: '1' },
  },
  {
    rule: 'where a closed schema has branches, all that it does not declare itself',
    schema: object({ a: text }, { additionalProperties: false, anyOf: [object({ b: text }), object({ c: text })] }),
    data: { a: '1', b: '1', c: '1' },
    becomes: { a: '1' },
  },
  {
    rule: 'not where additionalProperties is true',
    schema: object({ a: text }, { additionalProperties: true }),
    data: { a: '1', b: 1 },
    becomes: { a: '1', b: 1 },
  },
  {
    rule: 'not where additionalProperties has a schema, but inside what that schema describes',
    schema: object({ a: text }, { additionalProperties: object({ c: text }) }),
    data: { a: '1', b: { c: '1', d: 1 } },
    becomes: { a: '1', b: { c: '1' } },
  },
  {
    rule: 'not where no properties are declared',
    schema: object({ a: { type: 'object' } }),
    data: { a: { b: 1 } },
    becomes: { a: { b: 1 } },
  },
  {
    rule: 'but not what a pattern declares',
    schema: object({ a: text }, { patternProperties: { '^x-': text } }),
    data: { a: '1', 'x-b': '1', b: 1 },
    becomes: { a: '1', 'x-b': '1' },
  },
  {
    rule: 'but not what is required',
    schema: object({ a: text }, { required: ['a', 'b'] }),
    data: { a: '1', b: 1, c: 1 },
    becomes: { a: '1', b: 1 },
  },
  {
    rule: 'in allOf, what no branch declares',
    schema: { type: 'object', allOf: [object({ a: text }), object({ b: text })] },
    data: { a: '1', b: '1', c: 1 },
    becomes: { a: '1', b: '1' },
  },
  {
    rule: 'in oneOf, what no branch declares',
    schema: { oneOf: kinds },
    data: { kind: 'b', y: '1', z: 1 },
    becomes: { kind: 'b', y: '1' },
  },
  {
    rule: 'in oneOf with closed branches, what no branch declares',
    schema: { oneOf: strictKinds },
    data: { kind: 'b', y: '1', z: 1 },
    becomes: { kind: 'b', y: '1' },
  },
  {
    rule: 'in anyOf, what no branch declares, at every depth',
    schema: { anyOf: kinds },
    data: { kind: 'b', in: { y: '1', z: 1 } },
    becomes: { kind: 'b', in: { y: '1' } },
  },
  {
    rule: 'beside anyOf, what neither the schema nor a branch declares',
    schema: object({ a: text, b: text }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    data: { b: '1', c: 1 },
    becomes: { b: '1' },
  },
  {
    rule: 'not where a branch lets everything in',
    schema: { anyOf: [object({ a: text }, { required: ['a'] }), { type: 'object' }] },
    data: { b: 1 },
    becomes: { b: 1 },
  },
  {
    rule: 'where the other branches are no objects',
    schema: object({ it: { oneOf: [{ type: 'array' }, object({ a: text })] } }),
    data: { it: { a: '1', b: 1 } },
    becomes: { it: { a: '1' } },
  },
  {
    rule: 'beside if, then and else, what none of them declares',
    schema: object(
      { kind: text },
      {
        if: { properties: { kind: { const: 'a' } } },
        then: { properties: { a: text } },
        else: { properties: { b: text } },
      },
    ),
    data: { kind: 'a', a: '1', c: 1 },
    becomes: { kind: 'a', a: '1' },
  },
  {
    rule: 'but not what a dependency declares',
    schema: object({ a: text }, { dependencies: { a: { properties: { b: text } }, c: ['d'] } }),
    data: { a: '1', b: '1', c: 1, d: 1, e: 1 },
    becomes: { a: '1', b: '1', c: 1, d: 1 },
  },
  {
    rule: 'beside a $ref, what neither declares',
    schema: {
      allOf: [{ $ref: '#/definitions/base' }, object({ b: text })],
      definitions: { base: object({ a: text }) },
    },
    data: { a: '1', b: '1', c: 1 },
    becomes: { a: '1', b: '1' },
  },
  {
    rule: 'where the schema carries notes that are objects',
    schema: object({ a: text }, { 'x-note': { b: 1 }, xml: {}, externalDocs: {} }),
    data: { a: '1', b: 1 },
    becomes: { a: '1' },
  },
  {
    rule: 'though it is called as a property of every object',
    schema: object({ a: text }),
    data: { a: '1', toString: 1, constructor: 1 },
    becomes: { a: '1' },
  },
]

for (const version of versions) {
  describe(`undeclared properties are removed, version ${version},`, () => {
    for (const { rule, schema, data, becomes } of cases) {
      it(rule, () => {
        const result = validator({ engine: { version } })(schema, data)
        expect([result.isValid, result.data]).to.deep.equal([true, becomes])
        expect(JSON.stringify(result.data)).to.equal(JSON.stringify(becomes)) // the order remains
      })
    }

    it('in items with names that objects inherit, which ajv refuses', () => {
      const schema = { type: 'array', items: object({ a: text, constructor: text, ['__proto__']: text }) }
      const data = [JSON.parse('{"a":"1","constructor":"2","__proto__":"3","x":1}'), { a: '1', x: 1 }]
      const result = validator({ engine: { version, engine: 'native' } })(schema, data)
      expect([result.isValid, JSON.stringify(result.data)]).to.deep.equal([
        true,
        '[{"a":"1","constructor":"2","__proto__":"3"},{"a":"1"}]',
      ])
    })

    for (const part of ['querystring', 'params'] as const) {
      it(`from ${part}`, () => {
        expect(validator({ engine: { version } })(object({ a: text }), { a: '1', b: '2' }, part).data).to.deep.equal({
          a: '1',
        })
      })
    }

    it('not where a plugin’s keyword may declare them', () => {
      const keywords = version === 6 ? { also: {} } : ['also']
      const validate = validator({ engine: { version, customOptions: { keywords } } })
      const schema = object({ a: text }, { also: { properties: { b: text } } })
      expect(validate(schema, { a: '1', b: '1' }).data).to.deep.equal({ a: '1', b: '1' })
    })

    it('never from headers', () => {
      const headers = { a: '1', host: 'localhost', 'content-length': '3' }
      expect(validator({ engine: { version } })(object({ a: text }), headers, 'headers').data).to.deep.equal(headers)
    })

    it('never from an object with a class', () => {
      class Upload {
        a = '1'
        b = '2'
      }
      const { compileValidator } = compilersOf({ engine: { version } })
      const upload = new Upload()
      compileValidator({ schema: object({ a: text }), method: 'POST', url: '/', httpPart: 'body' })(upload)
      expect(upload).to.deep.equal({ a: '1', b: '2' })
    })

    it('before the other keywords are validated: they cannot make it invalid', () => {
      const schema = object({ a: text }, { additionalProperties: false, maxProperties: 1 })
      expect(validator({ engine: { version } })(schema, { a: '1', b: 1 }).isValid).to.equal(true)
    })
  })

  describe(`removeAdditional, version ${version},`, () => {
    function withOption(removeAdditional: unknown) {
      return validator({ engine: { version, customOptions: { removeAdditional } } })
    }

    it('true is the default', () => {
      expect(withOption(true)(object({ a: text }), { a: '1', b: 1 }).data).to.deep.equal({ a: '1' })
    })

    it('false keeps everything', () => {
      expect(withOption(false)(object({ a: text }), { a: '1', b: 1 }).data).to.deep.equal({ a: '1', b: 1 })
    })

    it('false refuses what additionalProperties: false refuses', () => {
      const schema = object({ a: text }, { additionalProperties: false })
      expect(withOption(false)(schema, { a: '1', b: 1 }).isValid).to.equal(false)
    })

    it('"all" is the validator’s own removal', () => {
      const schema = object({ a: text }, { additionalProperties: true })
      expect(withOption('all')(schema, { a: '1', b: 1 }).data).to.deep.equal({ a: '1' })
    })

    it('"failing" removes what fails the schema of additionalProperties', () => {
      const schema = object({ a: text }, { additionalProperties: { type: 'array' } })
      expect(withOption('failing')(schema, { a: '1', b: 1, c: [] }).data).to.deep.equal({ a: '1', c: [] })
    })
  })
}
