import { expect } from 'chai'
import { createServer } from '#dist/core.js'
import { bootWarnings } from '#dist/server/warnings/boot-warnings.js'
import { type Loose, postJson, validators } from '../behaviour/core/subject.js'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const a = object({ a: {} })
const b = object({ b: {} })
const needsB = object({ b: {} }, { required: ['b'] })
const both = { a: 1, b: 2 }

type Case = readonly [body: object, sent: unknown, at: string | null]

/** Where a valid document loses its key `b`; `null`: it keeps all. */
const cases: Readonly<Record<string, Case>> = {
  'in const': [{ ...a, const: both }, both, ''],
  'in enum': [{ ...a, enum: [both] }, both, ''],
  'in const, one level up': [object({ in: a }, { const: { in: both } }), { in: both }, '/properties/in'],
  'in const, within a list': [{ type: 'array', items: a, const: [both] }, [both], '/items'],
  'in const below allOf': [{ ...a, allOf: [{ const: both }] }, both, ''],
  'in propertyNames': [{ ...a, propertyNames: { enum: ['a', 'b'] } }, both, ''],
  'in contains beside listed items': [{ type: 'array', items: [a], contains: needsB }, [both], '/items/0'],
  'in contains beside items': [{ type: 'array', items: a, contains: needsB }, [both], null],
  'in items of allOf beside listed items': [{ type: 'array', items: [a], allOf: [{ items: b }] }, [both], '/items/0'],
  'in additionalItems of allOf beside listed items': [
    { type: 'array', items: [{}, a], allOf: [{ items: [{}], additionalItems: b }] },
    [1, both],
    '/items/1',
  ],
  'in a pattern beside the property': [
    object({ in: a }, { patternProperties: { '^i': b } }),
    { in: both },
    '/properties/in',
  ],
  'in a second pattern': [
    object({}, { patternProperties: { '^in': a, in$: b } }),
    { in: both },
    '/patternProperties/^in',
  ],
  'in additionalProperties of allOf beside the property': [
    object({ in: a }, { allOf: [{ additionalProperties: b }] }),
    { in: both },
    '/properties/in',
  ],
  'in allOf beside the property of a closed schema': [
    object({ in: a }, { additionalProperties: false, allOf: [object({ in: b })] }),
    { in: both },
    '/properties/in',
  ],
  'in a shared schema': [{ $ref: 'http://e.x/s.json#/definitions/of' }, both, 'http://e.x/s.json#/definitions/of'],
  'in required': [{ ...a, required: ['b'] }, both, null],
  'in dependencies': [{ ...a, dependencies: { a: ['b'] } }, both, null],
  'in a schema of dependencies': [{ ...a, dependencies: { a: needsB } }, both, null],
  'in patternProperties': [{ ...a, patternProperties: { '^b': {} } }, both, null],
  'in properties of allOf': [{ ...a, allOf: [b] }, both, null],
  'in properties of anyOf': [{ ...a, anyOf: [needsB, { required: ['c'] }] }, both, null],
  'in properties of oneOf': [{ oneOf: [needsB, object({ c: {} }, { required: ['c'] })] }, { b: 2 }, null],
  'in if': [{ ...a, if: { required: ['b'] }, then: { required: ['a'] } }, both, null],
  'in const of an open object': [{ ...a, const: both, additionalProperties: true }, both, null],
  'in both schemas of a property': [object({ in: a }, { allOf: [object({ in: b })] }), { in: both }, null],
}

/** Documents cannot have a key `b`: it is not theirs to lose. */
const closed: Readonly<Record<string, object>> = {
  'additionalProperties: false': { ...a, additionalProperties: false, propertyNames: { enum: ['a', 'b'] } },
  'additionalProperties: false in allOf': {
    ...a,
    allOf: [{ ...a, additionalProperties: false }],
    propertyNames: { enum: ['a', 'b'] },
  },
}

for (const { version } of validators) {
  for (const engine of ['native', 'ajv']) {
    describe(`keys that valid documents lose, version ${version}, engine ${engine},`, () => {
      async function booted(body: object, customOptions: object = {}) {
        const server = createServer({ validatorengine: { version, engine, customOptions } } as Loose) as Loose // as JavaScript
        const of = { ...a, const: both }
        server.addSchema({ $id: 'http://e.x/s.json', definitions: { of } })
        server.post('/', { schema: { body } }, (request: Loose) => ({ got: request.body }))
        await server.ready()
        return server
      }

      for (const [where, [body, sent, at]] of Object.entries(cases)) {
        it(`are ${at === null ? 'not ' : ''}reported where only a keyword names them: ${where}`, async () => {
          const kept = await postJson(await booted(body, { removeAdditional: false }), '/', sent as Loose)
          expect(kept.json(), 'without removal').to.deep.equal({ got: sent })
          const server = await booted(body)
          const answer = await postJson(server, '/', sent as Loose)
          const isKept = JSON.stringify(answer.json()) === JSON.stringify({ got: sent })
          expect(isKept, answer.body).to.equal(at === null)
          const found = bootWarnings(server)
            .filter((each) => 'route' in each && each.key !== null) // others are about keywords
            .map((each) => 'route' in each && [each.route, each.part, each.at, each.key])
          const expected = ['POST /', 'body', at, 'b']
          expect(found).to.deep.equal(at === null ? [] : [expected])
        })
      }

      for (const [how, body] of Object.entries(closed)) {
        it(`are not reported where documents cannot have them: ${how}`, async () => {
          expect(bootWarnings(await booted(body))).to.deep.equal([])
        })
      }

      it('are not reported where nothing is removed', async () => {
        const server = await booted({ ...a, const: both }, { removeAdditional: false })
        expect(bootWarnings(server)).to.deep.equal([])
      })
    })
  }
}
