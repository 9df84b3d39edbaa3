import { expect } from 'chai'
import { type Loose, serializerEngine, useServers, validators } from './subject.js'

const again = { $ref: '#' }
const named = { type: 'string', format: 'counted' }
const ofArgs = (more: object = {}) => ({
  name: named,
  args: { type: 'array', items: again },
  ...more,
})
const operation = (op: string, args = again) => ({
  type: 'object',
  required: ['args', 'op'],
  properties: { name: named, args: { type: 'array', items: args }, op: { const: op } },
})

/** Schemas that contain themselves in two ways. */
const schemas: Readonly<Record<string, object>> = {
  oneOf: { oneOf: [operation('and'), operation('or')] },
  anyOf: { anyOf: [operation('and'), operation('or'), operation('not')] },
  allOf: { allOf: [{ properties: ofArgs() }, { properties: ofArgs() }] },
  not: { properties: ofArgs(), not: { properties: ofArgs({ op: { const: 'no' } }), required: ['op'] } },
  'if and then': {
    if: { properties: ofArgs({ op: { const: 'no' } }) },
    then: { properties: ofArgs() },
    else: { properties: ofArgs() },
  },
  contains: {
    properties: {
      name: named,
      args: { type: 'array', items: again, anyOf: [{ maxItems: 0 }, { contains: again }] },
    },
  },
  dependencies: { properties: ofArgs(), dependencies: { args: { properties: ofArgs() } } },
  'a pattern beside a name': { properties: ofArgs(), patternProperties: { '^args$': { items: again } } },
  'two definitions in turn': {
    $ref: '#/definitions/all',
    definitions: {
      all: { oneOf: [{ $ref: '#/definitions/and' }, { $ref: '#/definitions/or' }] },
      and: operation('and', { $ref: '#/definitions/all' }),
      or: operation('or', { $ref: '#/definitions/all' }),
    },
  },
  'a branch that leads to another schema with itself': {
    anyOf: [
      { properties: { args: { type: 'array', items: { $ref: '#/definitions/list' } } } },
      { properties: ofArgs({ op: { const: 'no' } }), required: ['op'] },
    ],
    definitions: { list: { properties: { name: named, args: { type: 'array', items: again } } } },
  },
}

/** A document of many levels. */
function nested(levels: number, last: unknown): unknown {
  let document = last
  for (let level = 0; level < levels; level++) document = { args: [document], op: level % 2 ? 'and' : 'or', name: 'x' }
  return document
}

const levels = 24
/** Far more than each level needs, and far less than what doubles with each level. */
const most = levels * 40

for (const { version, must } of validators) {
  describe(`branches that lead back to their schema, version ${version}`, () => {
    const create = useServers()

    const serve = (schema: object, { engine = 'native', counted = () => true, customOptions = {} }: Loose = {}) => {
      const formats = { counted: { type: 'string', validate: counted } }
      const server = create({ validatorengine: { version, engine, customOptions: { formats, ...customOptions } } })
      server.setSchemaErrorFormatter((errors) => Object.assign(new Error('refused'), { list: errors }))
      server.setErrorHandler((error, _, reply) => {
        reply.code(error.statusCode).send({ list: error.list, message: error.message })
      })
      server.post('/', { schema }, async (request) => request.body)
      return (payload: Loose) => server.inject({ method: 'POST', url: '/', payload })
    }

    for (const [what, body] of Object.entries(schemas)) {
      for (const [end, last] of Object.entries({ right: { args: [], op: 'or' }, wrong: { args: 5, op: 'x' } })) {
        it(`validate each part of a body a few times, not twice as often at each level: ${what}, ${end} end`, async () => {
          let count = 0
          const counted = () => {
            if (++count > most) throw new Error('too often')
            return true
          }
          const { statusCode } = await serve({ body }, { counted })(nested(levels, last))
          expect(statusCode).to.be.oneOf([200, 400])
          expect(count)
            .to.be.at.least(levels / 2)
            .and.at.most(most)
        })
      }

      it(`give the results, values and failures of ajv: ${what}`, async () => {
        const [native, ajv] = ['native', 'ajv'].map((engine) => serve({ body }, { engine }))
        const ends = [
          {},
          { args: [], op: 'or', name: 1 },
          { args: 5, op: 'x' },
          { args: [5, { op: 'and' }], op: 'or' },
          5,
        ]
        for (const last of ends) {
          const document = nested(3, last)
          const [response, expected] = [await native!(document), await ajv!(document)]
          expect(response.json()).to.deep.equal(expected.json())
          expect(response.statusCode).to.equal(expected.statusCode)
        }
      })
    }

    it('give the results of ajv where a first look at a value changes it for the second', async () => {
      const body = {
        properties: { v: { oneOf: [{ const: 1 }, { type: 'string' }] }, d: { default: 7 } },
        ...(version === 8 && { not: { required: ['d'], properties: { d: { const: 7 } } } }),
        anyOf: [
          { properties: { next: again, op: { const: 'a' } } },
          { properties: { next: again, op: { const: 'b' } } },
          { properties: { next: again } },
        ],
      }
      const [native, ajv] = ['native', 'ajv'].map((engine) => serve({ body }, { engine }))
      for (const op of ['a', 'b', 'c']) {
        const document = { next: { next: { v: 1, op }, v: '2', op: 'b' }, v: 'x', op }
        expect((await native!(document)).json()).to.deep.equal((await ajv!(document)).json())
      }
    })

    it('refuse a deep body of a few kilobytes at once, with a list that ends after 1000 failures', async () => {
      const { statusCode, ...response } = await serve({ body: schemas.oneOf })(nested(490, { args: 5, op: 'x' }))
      expect(statusCode).to.equal(400)
      const { list } = response.json()
      expect(list).to.have.lengthOf(1000)
      expect(list[0].message).to.equal(`${must} be array`)
    })

    it('list the same first 1000 failures as ajv', async () => {
      const [native, ajv] = await Promise.all(
        ['native', 'ajv'].map(async (engine) => {
          const response = await serve({ body: schemas.oneOf }, { engine })(nested(9, { args: 5, op: 'x' }))
          return response.json().list
        }),
      )
      expect(ajv).to.have.length.above(2000)
      expect(native).to.deep.equal(ajv.slice(0, 1000))
    })

    it('do not mix up two validations, of which one runs within the other', async () => {
      const server = create({
        validatorengine: { version, engine: 'native', customOptions: { formats: { counted: () => inner() } } },
      })
      let inner = () => true
      server.post('/', { schema: { body: schemas.oneOf } }, async () => 'valid')
      server.post('/prepare', async (request) => {
        const validate = request.compileValidationSchema(schemas.oneOf)
        const changing = { op: '', args: [] }
        let count = 0
        inner = () => {
          changing.op = count++ % 2 === 0 ? 'or' : 'wrong'
          return validate({ op: 'and', args: [changing] }) === (changing.op === 'or')
        }
        return 'prepared'
      })
      const post = async (url: string, payload: Loose) => (await server.inject({ method: 'POST', url, payload })).body
      await post('/prepare', {})
      expect(await post('/', nested(6, { args: [], op: 'or' }))).to.equal('valid')
      expect(await post('/', nested(3, { args: 5, op: 'or' }))).to.contain(`${must} be array`)
    })

    if (serializerEngine === 'native') {
      it('look at each part of a reply a few times', async () => {
        let count = 0
        const counting = (value: Loose): Loose => {
          if (typeof value !== 'object') return value
          const { args, op } = value
          const items = Array.isArray(args) ? args.map(counting) : args
          return {
            op,
            get args() {
              if (++count > most) throw new Error('too often')
              return items
            },
          }
        }
        const server = create({ validatorengine: { version } })
        const document = nested(levels, { args: [], op: 'or' })
        server.get('/', { schema: { response: { 200: schemas.oneOf } } }, async () => counting(document))
        const { statusCode } = await server.inject('/')
        expect(statusCode).to.equal(200)
        expect(count).to.be.at.least(levels)
      })
    }
  })
}
