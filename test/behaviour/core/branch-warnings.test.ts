import { expect } from 'chai'
import { createServer } from '#dist/core.js'
import { bootWarnings } from '#dist/server/warnings/boot-warnings.js'
import type { Loose } from './subject.js'

const again = { $ref: '#' }

describe('alcove check, about branches that lead back to their schema,', () => {
  const warningsOf = async (body: object, validatorengine: object = {}, shared: readonly object[] = []) => {
    const server: Loose = createServer({ validatorengine })
    for (const schema of shared) server.addSchema(schema)
    server.post('/', { schema: { body } }, async () => 'x')
    await server.ready()
    return (bootWarnings(server) as Loose[]).filter(({ message }) => message.includes('exponential'))
  }
  const plain = (op: string) => {
    return {
      type: 'object',
      required: ['op'],
      properties: { args: { type: 'array', items: again }, op: { const: op } },
    }
  }
  const separated = (op: object, more: object = {}) => {
    return { required: ['op'], properties: { op, args: { type: 'array', items: again } }, ...more }
  }
  const bomb = { oneOf: [plain('and'), plain('or')] }

  it('names route, part and place where ajv validates them by the option, and the reason', async () => {
    const [warning, ...others] = await warningsOf({ properties: { filter: bomb } }, { engine: 'ajv' })
    expect(others).to.deep.equal([])
    expect(warning).to.include({ subject: 'POST /, body', at: '/properties/filter/oneOf' })
    expect(warning.message).to.contain('doubles the time of ajv').and.contain('the option validatorengine')
  })

  it('names the keyword that leaves a schema to ajv', async () => {
    const body = { anyOf: [plain('and'), plain('or')] }
    const [warning] = await warningsOf(body, { version: 8, dialect: '2019-09' })
    expect(warning.message).to.contain('only ajv validates the keyword "anyOf" in the dialect 2019-09')
  })

  it('advises to remove allErrors, under which a const ends no branch', async () => {
    const body = { oneOf: [separated({ const: 'and' }), separated({ const: 'or' })] }
    const [warning] = await warningsOf(body, { customOptions: { allErrors: true } })
    expect(warning.message).to.contain('Remove allErrors, or lower maxJsonDepth').and.not.contain('const')
  })

  it('names branches of responses that fast-json-stringify chooses at each level', async () => {
    const node = {
      $id: 'node',
      type: 'object',
      properties: {
        next: { anyOf: [{ $ref: 'node#' }, { type: 'null' }] },
        all: { type: 'array', items: { $ref: 'node#' } },
      },
    }
    const warningsIn = async (serializerOpts: Record<string, unknown>) => {
      const server: Loose = createServer({ serializerOpts })
      server.addSchema(node)
      server.get('/', { schema: { response: { 200: { $ref: 'node#' } } } }, () => ({}))
      await server.ready()
      return (bootWarnings(server) as Loose[]).map(({ subject, message }) => `${subject}: ${message}`)
    }
    const [warning, ...others] = await warningsIn({ engine: 'fast-json-stringify' })
    expect(others).to.deep.equal([])
    expect(warning).to.contain('GET /, response 200: "node#/properties/next/anyOf"').and.contain('quadratic time')
    expect(await warningsIn({})).to.deep.equal([])
  })

  it('names the place in a shared schema', async () => {
    const expr = {
      $id: 'expr',
      anyOf: ['and', 'or'].map((op) => ({
        properties: { args: { type: 'array', items: { $ref: 'expr#' } }, op: { const: op } },
      })),
    }
    const found = await warningsOf({ $ref: 'expr#' }, { engine: 'ajv' }, [expr])
    expect(found.map(({ at }) => at)).to.deep.equal(['expr#/anyOf'])
  })

  it('is silent where native code validates them', async () => {
    expect(await warningsOf(bomb)).to.deep.equal([])
    expect(await warningsOf(bomb, { version: 8 })).to.deep.equal([])
  })

  const silent: Readonly<Record<string, object>> = {
    'one branch that leads back': { anyOf: [{ type: 'integer' }, plain('and')] },
    'branches for parts that differ': {
      anyOf: [
        { type: 'array', items: again },
        { type: 'object', additionalProperties: again },
      ],
    },
    'branches that a required const separates first': {
      oneOf: [separated({ const: 'and' }), separated({ type: 'string', enum: ['or', 'not'] })],
    },
    'then and else': {
      if: { required: ['op'] },
      then: { properties: { a: again } },
      else: { properties: { a: again } },
    },
    'named and further properties': { properties: { a: again }, additionalProperties: again },
    'listed and further items': { type: 'array', items: [again, again], additionalItems: again },
    'branches without a way back': { anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: {} } }] },
  }
  for (const [what, body] of Object.entries(silent))
    it(`is silent about ${what}`, async () => {
      expect(await warningsOf(body, { engine: 'ajv' })).to.deep.equal([])
    })

  const reported: Readonly<Record<string, [body: object, at: string, validatorengine?: object]>> = {
    'a const that is not required': [
      { oneOf: ['and', 'or'].map((op) => separated({ const: op }, { required: [] })) },
      '/oneOf',
    ],
    'a const behind the part': [bomb, '/oneOf'],
    'a const that two branches share': [
      { anyOf: [separated({ const: 'and' }), separated({ enum: ['or', 'and'] })] },
      '/anyOf',
    ],
    'a const that does not end the branch, under allErrors': [
      { oneOf: [separated({ const: 'and' }), separated({ const: 'or' })] },
      '/oneOf',
      { customOptions: { allErrors: true } },
    ],
    'all items and one of them': [{ type: 'array', items: again, contains: again }, '/items'],
    'a name and a pattern for it': [{ properties: { args: again }, patternProperties: { '^a': again } }, '/properties'],
    'a way through another schema': [
      {
        properties: { args: { $ref: '#/definitions/other' } },
        allOf: [{ properties: { args: again } }],
        definitions: { other: { properties: { args: again } } },
      },
      '/properties',
    ],
  }
  for (const [what, [body, at, validatorengine = { engine: 'ajv' }]] of Object.entries(reported))
    it(`reports ${what}`, async () => {
      const found = await warningsOf(body, validatorengine)
      expect(found.map((each) => each.at)).to.deep.equal([at])
    })
})
