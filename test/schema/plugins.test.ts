import { createRequire } from 'node:module'
import { expect } from 'chai'
import type { ValidatorPlugin } from '#dist/contracts/validator-options.js'
import { SchemaCompiler } from '#dist/schema/compiler/schema-compiler.js'
import { checkValidatorEngine } from '#dist/schema/engines/engine-options.js'
import { compilersOf, type Setting, thrownBy, validator, versions } from './compile.js'

const require = createRequire(import.meta.url)

type Localize = (errors: unknown) => void

/** The three plugins of SPEC.md 4.4, each in the release that is made for the version. */
const releases: Record<6 | 8, { errors: ValidatorPlugin; patch: ValidatorPlugin; i18n: { ru: Localize } }> = {
  6: { errors: require('ajv-errors-6'), patch: require('ajv-merge-patch-6'), i18n: require('ajv-i18n-6') },
  8: { errors: require('ajv-errors'), patch: require('ajv-merge-patch'), i18n: require('ajv-i18n') },
}

for (const version of versions) {
  const { errors, patch, i18n } = releases[version]

  describe(`the merge and patch plugin, version ${version},`, () => {
    const setting: Setting = {
      engine: { version, plugins: [patch] },
      shared: [
        {
          $id: 'base',
          type: 'object',
          properties: { q: { type: 'string' }, in: { $ref: '#/definitions/n' } },
          definitions: { n: { type: 'integer' } },
        },
        { $id: 'more', required: ['q'] },
      ],
    }
    const source = { type: 'object', properties: { q: { type: 'string' } } }

    it('patches a schema', () => {
      const operation = { op: 'add', path: '/properties/q', value: { type: 'array' } }
      const schema = { $patch: { source, with: [operation] } }
      const results = [{ q: [] }, { q: 'a' }].map((data) => validator(setting)(schema, data).isValid)
      expect(results).to.deep.equal([true, false])
    })

    it('merges a schema', () => {
      const schema = { $merge: { source, with: { required: ['q'] } } }
      const results = [{ q: 'a' }, {}].map((data) => validator(setting)(schema, data).isValid)
      expect(results).to.deep.equal([true, false])
    })

    it('merges shared schemas', () => {
      const schema = { $merge: { source: { $ref: 'base#' }, with: { $ref: 'more#' } } }
      const results = [{ q: 'a' }, { in: 1 }, { q: 'a', in: 'b' }].map(
        (data) => validator(setting)(schema, data).isValid,
      )
      expect(results).to.deep.equal([true, false, false])
    })

    it('refuses a $ref that points to nothing', () => {
      const schema = { $merge: { source: { $ref: 'bse#' }, with: {} } }
      const error = thrownBy(() => validator(setting)(schema, {}))
      expect(error.code).to.equal('ALC_ERR_SCHEMA_REF')
      expect(error.message).to.contain('"/$merge/source/$ref"').and.contain('did you mean "base"')
    })

    it('leaves the schema of the route as it is', () => {
      const schema = { $merge: { source, with: { required: ['q'] } } }
      const before = structuredClone(schema)
      validator(setting)(schema, {})
      expect(schema).to.deep.equal(before)
    })

    it('leaves a shared schema as it is, and its other routes too', () => {
      const shared = { $id: 'it', type: 'object', properties: { a: { type: 'string', enum: ['a'] } } }
      const validate = validator({ engine: { version, plugins: [patch] }, shared: [shared] })
      const before = structuredClone(shared)
      const operation = { op: 'add', path: '/properties/a/enum/-', value: 'b' }
      const patched = { $patch: { source: { $ref: 'it#' }, with: [operation] } }
      const merged = { $merge: { source: { $ref: 'it#' }, with: { properties: { a: { enum: ['a', 'b'] } } } } }
      const results = [patched, merged, { $ref: 'it#' }].map((schema) => validate(schema, { a: 'b' }).isValid)
      expect([results, shared]).to.deep.equal([[true, true, false], before])
    })

    it('keeps a body value with the type of a merged branch, and names places of the merged schema', () => {
      const union = { anyOf: [{ type: 'string' }, { type: 'number', minimum: 3 }] }
      const schema = { $merge: { source, with: { properties: { it: union } } } }
      const { data } = validator(setting)(schema, { it: 5 })
      const { compileValidator } = compilersOf(setting)
      const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' })
      validate({ it: null })
      expect(data).to.deep.equal({ it: 5 })
      expect(JSON.stringify(validate.errors)).not.to.contain('natively')
    })

    it('lets undeclared properties be removed, and none that the merge declares', () => {
      const schema = { $merge: { source, with: { properties: { r: { type: 'string' } } } } }
      expect(validator(setting)(schema, { q: 'a', r: 'b', s: 'c' }).data).to.deep.equal({ q: 'a', r: 'b' })
    })

    it('lets undeclared properties be removed, and none that the patch adds', () => {
      const schema = { $patch: { source, with: [{ op: 'add', path: '/properties/r', value: { type: 'string' } }] } }
      expect(validator(setting)(schema, { q: 'a', r: 'b', s: 'c' }).data).to.deep.equal({ q: 'a', r: 'b' })
    })

    it('lets everything in where the patch opens the schema', () => {
      const schema = { $patch: { source, with: [{ op: 'add', path: '/additionalProperties', value: true }] } }
      expect(validator(setting)(schema, { q: 'a', s: 'c' }).data).to.deep.equal({ q: 'a', s: 'c' })
    })
  })

  describe(`the plugin for error messages, version ${version},`, () => {
    const customOptions = { allErrors: true, ...(version === 6 ? { jsonPointers: true } : {}) }
    const setting: Setting = { engine: { version, plugins: [errors], customOptions } }

    it('replaces the message of a property', () => {
      const schema = { type: 'object', properties: { a: { type: 'array', errorMessage: 'is to be a list' } } }
      expect(validator(setting)(schema, { a: {} }).messages).to.deep.equal(['is to be a list'])
    })

    it('replaces messages by keyword', () => {
      const a = { type: 'string', maxLength: 1, errorMessage: { maxLength: 'is too long', type: 'is no text' } }
      const schema = { type: 'object', properties: { a } }
      const messages = [{ a: 'bc' }, { a: {} }].map((data) => validator(setting)(schema, data).messages)
      expect(messages).to.deep.equal([['is too long'], ['is no text']])
    })

    it('replaces the message of a missing property', () => {
      const schema = {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: {}, b: {} },
        errorMessage: { required: { a: 'wants an a', b: 'wants a b' } },
      }
      expect(validator(setting)(schema, { b: 1 }).messages).to.deep.equal(['wants an a'])
    })

    it('replaces the message of a missing header, in any case', () => {
      const schema = {
        type: 'object',
        required: ['X-Key'],
        properties: { 'X-Key': {} },
        errorMessage: { required: { 'X-Key': 'wants a key' } },
      }
      expect(validator(setting)(schema, {}, 'headers').messages).to.deep.equal(['wants a key'])
    })

    it('names the options that it needs', () => {
      const error = thrownBy(() => validator({ engine: { version, plugins: [errors] } })({ type: 'object' }, {}))
      expect(error.code).to.equal('ALC_ERR_VALIDATOR_PLUGIN')
      expect(error.message).to.contain('allErrors').and.contain(`version ${version}`)
    })

    it('reports that it may be made for the other version', () => {
      const other = version === 6 ? 8 : 6
      const plugin = () => {
        throw new Error('planned')
      }
      const error = thrownBy(() => validator({ engine: { version, plugins: [plugin] } })({ type: 'object' }, {}))
      expect(error.message).to.contain(`validatorengine.version: ${other}`)
    })

    it('checks its keyword at boot', () => {
      const error = thrownBy(() => validator(setting)({ type: 'object', errorMessage: 5 }, {}))
      expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
      expect(error.message).to.contain('POST /users').and.contain('errorMessage')
    })
  })

  describe(`the localization plugin, version ${version},`, () => {
    it('translates failures', () => {
      const { compileValidator } = compilersOf({ engine: { version } })
      const schema = { type: 'object', required: ['a'], properties: { a: {} } }
      const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' })
      validate({})
      i18n.ru(validate.errors)
      expect(validate.errors?.[0]?.message).to.match(/[а-я]/)
    })
  })

  describe(`the option validatorengine, version ${version},`, () => {
    it('gives a plugin its options', () => {
      const given: unknown[] = []
      const plugin: ValidatorPlugin = (_, options) => given.push(options)
      validator({ engine: { version, plugins: [[plugin, { a: 1 }], plugin] } })(
        { $ref: '#/definitions/a', definitions: { a: {} } },
        {},
      )
      expect(given).to.deep.equal([{ a: 1 }, undefined])
    })

    it('shows the validator before its first use', () => {
      const seen: unknown[] = []
      const onCreate = (created: unknown) => seen.push(created)
      const validate = validator({ engine: { version, onCreate } })
      validate({ type: 'object' }, {})
      validate({ type: 'array' }, {})
      expect(seen).to.have.length(1)
      expect(Reflect.get(Object(seen[0]), 'addKeyword')).to.be.a('function')
    })

    it('makes one validator for all contexts of a server', () => {
      let made = 0
      const compiler = new SchemaCompiler({ version, onCreate: () => made++ })
      for (const $id of ['a', 'b']) validator({ compiler, shared: [{ $id, type: 'object' }] })({ $ref: `${$id}#` }, {})
      expect(made).to.equal(1)
    })

    it('distinguishes schemas whose keywords contain more than data', () => {
      const validate = (pattern: RegExp, data: string) => pattern.test(data)
      const keywords = version === 6 ? { fits: { validate } } : [{ keyword: 'fits', validate }]
      const judge = validator({ engine: { version, customOptions: { keywords } } })
      const results = [/a/, /b/].map(
        (fits) => judge({ type: 'object', properties: { n: { fits } } }, { n: 'b' }).isValid,
      )
      expect(results).to.deep.equal([false, true])
    })

    it('leaves a $ref to a schema of customOptions to the validator', () => {
      const schemas = [{ $id: 'mine', type: 'object', properties: { n: { type: 'integer' } } }]
      const validate = validator({ engine: { version, customOptions: { schemas } } })
      const results = [{ n: '1' }, { n: 'a' }].map((data) => validate({ $ref: 'mine#' }, data).isValid)
      expect(results).to.deep.equal([true, false])
    })

    it('understands $data where it is turned on', () => {
      const validate = validator({ engine: { version, customOptions: { $data: true } } })
      const schema = {
        type: 'object',
        properties: { a: { type: 'number', maximum: { $data: '1/b' } }, b: { type: 'number' } },
      }
      const results = [
        { a: 1, b: 2 },
        { a: 3, b: 2 },
      ].map((data) => validate(schema, data).isValid)
      expect(results).to.deep.equal([true, false])
    })
  })
}

describe('the check of the option validatorengine', () => {
  const wrong: Record<string, [options: object, code: string]> = {
    'customOptions that are no object': [{ customOptions: 'a' }, 'FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ'],
    'customOptions that are an array': [{ customOptions: [] }, 'FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ'],
    'plugins that are no array': [{ plugins: () => {} }, 'FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR'],
    'a plugin that is no function': [{ plugins: [{}] }, 'ALC_ERR_VALIDATOR_PLUGIN'],
    'a pair without a plugin': [{ plugins: [[]] }, 'ALC_ERR_VALIDATOR_PLUGIN'],
    'discriminator, which version 6 would ignore': [
      { customOptions: { discriminator: true } },
      'ALC_ERR_VALIDATOR_OPTION',
    ],
    'a version that there is not': [{ version: 7 }, 'ALC_ERR_VALIDATOR_VERSION'],
  }
  for (const [what, [options, code]] of Object.entries(wrong)) {
    it(`refuses ${what}`, () => {
      expect(thrownBy(() => checkValidatorEngine(options, () => {})).code).to.equal(code)
    })
  }

  it('warns once of allErrors and names the risk', () => {
    const warnings: string[] = []
    checkValidatorEngine({ customOptions: { allErrors: true } }, (message) => warnings.push(message))
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.contain('denial of service')
  })

  it('does not warn otherwise', () => {
    const warnings: string[] = []
    checkValidatorEngine({ customOptions: { allErrors: false } }, (message) => warnings.push(message))
    expect(warnings).to.deep.equal([])
  })
})

describe('the option schemaController', () => {
  it('builds the validator compiler, once for a context, with the visible schemas and the options', () => {
    const built: unknown[] = []
    const shared = [{ $id: 'a', type: 'string' }]
    const { compileValidator } = compilersOf({
      shared,
      compiler: new SchemaCompiler({}),
      controller: {
        compilersFactory: {
          buildValidator: (schemas, options) => {
            built.push([schemas, options])
            return () => () => true
          },
        },
      },
    })
    const input = { schema: {}, method: 'GET', url: '/', httpPart: 'body' } as const
    expect([compileValidator(input)({}), compileValidator(input)({})]).to.deep.equal([true, true])
    expect(built).to.deep.equal([[{ a: shared[0] }, { customOptions: {}, plugins: [] }]])
  })

  it('runs the validator compiler of Fastify', () => {
    const buildValidator = require('@fastify/ajv-compiler')()
    const shared = [{ $id: 'a', type: 'object', properties: { n: { type: 'integer' } } }]
    const { compileValidator } = compilersOf({ shared, controller: { compilersFactory: { buildValidator } } })
    const validate = compileValidator({ schema: { $ref: 'a#' }, method: 'GET', url: '/', httpPart: 'body' })
    expect([validate({ n: '1' }), validate({ n: 'a' })]).to.deep.equal([true, false])
  })
})
