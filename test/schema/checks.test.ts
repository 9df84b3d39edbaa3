import { expect } from 'chai'
import { compilersOf, type Setting, serializer, thrownBy, validator, versions } from './compile.js'

const shared = [
  { $id: 'user', type: 'object', properties: { name: { type: 'string' } }, definitions: { tag: { $id: '#tag' } } },
]

function property(schema: unknown): object {
  return { type: 'object', properties: { 'a/b': { items: schema } } }
}

/** Where `property` puts a schema. */
const there = '/properties/a~1b/items'

for (const version of versions) {
  describe(`a request schema, version ${version},`, () => {
    const setting: Setting = { shared, engine: { version } }
    const refusal = (schema: unknown, more: Setting = {}) => {
      return thrownBy(() => validator({ ...setting, ...more })(schema, {}))
    }

    const invalid: Record<string, [schema: unknown, pointer: string, says: string]> = {
      'an unknown type': [property({ type: 'strng' }), `${there}/type`, 'did you mean "string"?'],
      'a keyword with a wrong value': [property({ maxLength: 'a' }), `${there}/maxLength`, 'should be'],
      'a nullable that is no boolean': [property({ nullable: 'yes' }), `${there}/nullable`, 'should be boolean'],
      'a limit that JSON has no number for': [
        property({ minimum: Number.NaN }),
        `${there}/minimum`,
        'should be number',
      ],
      'a limit without end': [property({ maximum: Number.POSITIVE_INFINITY }), `${there}/maximum`, 'should be number'],
      'a broken pattern': [property({ pattern: '(' }), `${there}/pattern`, 'regex'],
      'an unknown format': [property({ format: 'emial' }), `${there}/format`, 'did you mean "email"?'],
      'a format like no other': [property({ format: 'shiny' }), `${there}/format`, 'customOptions.formats'],
      'null for a schema': [null, '""', 'null is not a JSON Schema'],
      'an array for a schema': [[], '""', 'an array is not a JSON Schema'],
      'a schema of another library': [new (class Library {})(), '""', 'validatorCompiler'],
    }
    for (const [what, [schema, pointer, says]] of Object.entries(invalid)) {
      it(`with ${what} is refused with route, part, pointer and reason`, () => {
        const error = refusal(schema)
        expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
        expect(error.message).to.contain('POST /users').and.contain('body').and.contain(pointer).and.contain(says)
      })

      it(`with ${what} is refused in the same words where options change only what is done with values`, () => {
        const customOptions = { coerceTypes: 'array', removeAdditional: false, allErrors: true, useDefaults: false }
        const { code, message } = refusal(schema, { engine: { version, customOptions } })
        expect({ code, message }).to.deep.equal({ code: refusal(schema).code, message: refusal(schema).message })
      })
    }

    it('with an unknown keyword is refused, and the nearest one named', () => {
      const error = refusal(property({ type: 'array', maxItem: 1 }))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_KEYWORD')
      expect(error.message).to.contain('POST /users').and.contain('body').and.contain(`"${there}/maxItem"`)
      expect(error.message).to.contain('did you mean "maxItems"')
    })

    it('with a keyword that is similar to none is refused, with two fixes', () => {
      const error = refusal(property({ shiny: true }))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_KEYWORD')
      expect(error.message).to.contain('customOptions.keywords').and.contain('x-shiny')
    })

    it('is checked inside dependencies', () => {
      const error = refusal({ type: 'object', dependencies: { a: ['b'], c: { propertes: {} } } })
      expect(error.message).to.contain('"/dependencies/c/propertes"')
    })

    it('may have keywords of customOptions', () => {
      const keywords = version === 6 ? { shiny: {} } : ['shiny']
      const validate = validator({ engine: { version, customOptions: { keywords } } })
      expect(validate(property({ shiny: true }), {}).isValid).to.equal(true)
    })

    it('may have keywords of customOptions as a list, by name or as objects', () => {
      const keywords = ['shiny', { keyword: 'bright', validate: (least: number, data: number) => data >= least }]
      const validate = validator({ engine: { version, customOptions: { keywords } } })
      const results = [7, 3].map((a) => validate({ properties: { a: { shiny: true, bright: 5 } } }, { a }).isValid)
      expect(results).to.deep.equal([true, false])
    })

    it('may have formats of customOptions, which win over the usual ones', () => {
      const formats = { shiny: /^s/, email: /^e/ }
      const validate = validator({ engine: { version, customOptions: { formats } } })
      const schema = { type: 'object', properties: { a: { format: 'shiny' }, b: { format: 'email' } } }
      expect(validate(schema, { a: 's', b: 'e' }).isValid).to.equal(true)
      expect(validate(schema, { a: 'x' }).isValid).to.equal(false)
    })

    it('with $async anywhere is refused, with the fix', () => {
      const error = refusal(property({ $async: true }))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_ASYNC')
      expect(error.message).to.contain(`"${there}/$async"`).and.contain('preHandler')
    })

    it('with a $ref to an unknown shared schema is refused, and the nearest one named', () => {
      const error = refusal(property({ $ref: 'usr#' }))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_REF')
      expect(error.message).to.contain('POST /users').and.contain('body').and.contain(`"${there}/$ref"`)
      expect(error.message).to.contain('"usr#"').and.contain('did you mean "user"')
    })

    it('with a $ref to a shared schema of another context is refused, and that context named', () => {
      const home = (isModule: boolean) => ({
        findElsewhere: (id: string) => (id === 'secret' ? [{ path: 'Grandchild', isModule }] : []),
      })
      expect(refusal({ $ref: 'secret#' }, home(true)).message)
        .to.contain('Grandchild declares "')
        .and.contain('Move the schema up to a module above both, or wrap Grandchild with @PluginWrapped()')
      expect(refusal({ $ref: 'secret#' }, home(false)).message).to.contain(
        'Move the schema up to a context above both, or wrap the plugin Grandchild with pluginWrapper()',
      )
    })

    it('with a $ref that is similar to none is refused, with a list of the visible schemas', () => {
      expect(refusal({ $ref: 'something#' }).message)
        .to.contain('there are "user"')
        .and.contain('addSchema')
    })

    it('with a $ref to an unknown definition is refused, and the nearest one named', () => {
      expect(refusal({ $ref: 'user#/definitions/tog' }).message).to.contain('did you mean "tag"')
    })

    it('with a $ref to an unknown sub-schema is refused, and the nearest one named', () => {
      expect(refusal({ $ref: 'user#tog' }).message).to.contain('did you mean "tag"')
    })

    it('with a $ref to a missing local definition is refused', () => {
      const error = refusal(property({ $ref: '#/definitions/x' }))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_REF')
      expect(error.message).to.contain('This schema has no schema at "/definitions/x"')
    })

    it('that reaches a broken shared schema is refused with the name of that schema', () => {
      const broken = [{ $id: 'broken', properties: { a: { $ref: 'nothing#' } } }]
      const error = refusal({ $ref: 'broken#' }, { shared: broken })
      expect(error.code).to.equal('ALC_ERR_SCHEMA_REF')
      expect(error.message).to.contain('"broken"').and.contain('"/properties/a/$ref"')
    })

    it('that contains itself as an object is refused', () => {
      const circle: Record<string, unknown> = { type: 'object', properties: {} }
      circle.properties = { again: circle }
      const error = refusal(circle)
      expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
      expect(error.message).to.contain('"/properties/again"').and.contain('"$ref"')
    })

    it('may name its parameters like keywords', () => {
      const properties = { type: { type: 'string' }, $async: { type: 'string' }, maxItem: { type: 'string' } }
      expect(validator(setting)({ type: 'object', properties }, {}).isValid).to.equal(true)
    })
  })

  describe(`a shared schema that no route reaches, version ${version},`, () => {
    const check = (schema: { $id: string; [keyword: string]: unknown }) => {
      return thrownBy(() =>
        compilersOf({ shared: [schema], engine: { version } }).checkShared([schema], 'the context Api'),
      )
    }

    it('is refused when it is invalid, with its context and its $id', () => {
      const error = check({ $id: 'a', properties: { b: { type: 5 } } })
      expect(error.code).to.equal('ALC_ERR_SHARED_SCHEMA')
      expect(error.message).to.contain('the context Api').and.contain('"a"').and.contain('"/properties/b/type"')
    })

    it('is refused for an unknown keyword', () => {
      expect(check({ $id: 'a', propertes: {} }).code).to.equal('ALC_ERR_SCHEMA_KEYWORD')
    })

    it('may hold others under names of its own', () => {
      const models = { $id: 'models', team: { $defs: { member: { type: 'string' } } }, item: { type: 'string' } }
      expect(() => compilersOf({ shared: [models], engine: { version } }).checkShared([models], 'root')).not.to.throw()
    })

    it('is refused for $async', () => {
      expect(check({ $id: 'a', $async: true }).code).to.equal('ALC_ERR_SCHEMA_ASYNC')
    })

    it('is refused for a $ref that points to nothing', () => {
      expect(check({ $id: 'a', $ref: 'b#' }).code).to.equal('ALC_ERR_SCHEMA_REF')
    })
  })
}

for (const version of versions) {
  describe(`a shared schema that only holds others, version ${version},`, () => {
    const holds = (member: object) => ({
      shared: [{ $id: 'models', team: { $defs: { member } } }],
      engine: { version },
    })

    it('gives them to a $ref with a JSON pointer, to validate and to serialize', () => {
      const setting = holds({ type: 'object', properties: { age: { type: 'integer' } } })
      const schema = { $ref: 'models#/team/$defs/member' }
      expect(validator(setting)(schema, { age: '7', other: 1 }).data).to.deep.equal({ age: 7 })
      expect(validator(setting)(schema, { age: 'x' }).isValid).to.equal(false)
      expect(serializer(setting)(schema, { age: '7', other: 1 })).to.equal('{"age":7}')
    })

    it('is checked where a $ref asks for one of them', () => {
      const schema = property({ $ref: 'models#/team/$defs/member' })
      const error = thrownBy(() => validator(holds({ type: 'object', propertes: {} }))(schema, {}))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_KEYWORD')
      expect(error.message).to.contain('"models"').and.contain('"/team/$defs/member/propertes"')
      const invalid = thrownBy(() => validator(holds({ type: 'object', required: 'age' }))(schema, {}))
      expect(invalid.message).to.contain('"/team/$defs/member/required"')
    })

    it('is refused where it is used as a schema itself', () => {
      const error = thrownBy(() => validator(holds({}))(property({ $ref: 'models#' }), {}))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_KEYWORD')
    })
  })
}

describe('a response schema', () => {
  const refusal = (schema: unknown, setting: Setting = { shared }) => thrownBy(() => serializer(setting)(schema, {}))

  it('that is invalid is refused with route, status, pointer and reason', () => {
    const error = refusal(property({ type: 'strng' }))
    expect(error.code).to.equal('FST_ERR_SCH_SERIALIZATION_BUILD')
    expect(error.message).to.contain('GET /users').and.contain('response 200').and.contain(`"${there}/type"`)
  })

  it('with a $ref that points to nothing is refused, and the nearest one named', () => {
    const error = refusal(property({ $ref: 'usr#' }))
    expect(error.code).to.equal('ALC_ERR_SCHEMA_REF')
    expect(error.message).to.contain('response 200').and.contain('did you mean "user"')
  })

  it('with a misspelt keyword is refused', () => {
    expect(refusal({ type: 'object', propertes: {} }).code).to.equal('ALC_ERR_SCHEMA_KEYWORD')
  })

  it('may have keywords of a validator that the application brings along', () => {
    expect(serializer()({ type: 'object', isShiny: true, properties: { a: { type: 'string' } } }, { a: 'b' })).to.equal(
      '{"a":"b"}',
    )
  })

  it('with $async is refused', () => {
    expect(refusal({ $async: true }).code).to.equal('ALC_ERR_SCHEMA_ASYNC')
  })

  for (const keyword of ['$merge', '$patch']) {
    it(`with ${keyword}, which would hide nothing, is refused`, () => {
      const error = refusal(property({ [keyword]: { source: {}, with: {} } }))
      expect(error.code).to.equal('FST_ERR_SCH_SERIALIZATION_BUILD')
      expect(error.message).to.contain(`"${there}/${keyword}"`)
    })
  }
})
