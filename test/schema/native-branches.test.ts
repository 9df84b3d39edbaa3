import { createServer, type Instance } from 'alcove/core'
import { expect } from 'chai'
import type { HttpPart } from '#dist/contracts/schema.js'
import { validator, versions } from './compile.js'

/** SPEC.md 2.2 shows this schema for `oneOf`. */
const restricted = {
  oneOf: [
    { type: 'string', maxLength: 5 },
    { type: 'number', minimum: 10 },
  ],
}

function one(schema: object): object {
  return { type: 'object', properties: { it: schema } }
}

for (const version of versions) {
  for (const allErrors of [false, true]) {
    describe(`a value that fits one branch by its own type, version ${version}, allErrors ${allErrors},`, () => {
      const validate = validator({ engine: { version, customOptions: { allErrors } } })
      const result = (schema: object, it: unknown, part: HttpPart = 'body') => {
        const { isValid, data } = validate(one(schema), { it }, part)
        return isValid ? data : 'invalid'
      }

      for (const it_ of ['abcde', 12, '12']) {
        it(`is kept: ${JSON.stringify(it_)} in oneOf of text and number`, () => {
          expect(result(restricted, it_)).to.deep.equal({ it: it_ })
        })
      }

      for (const it_ of ['abcdef', 9]) {
        it(`is refused where that branch refuses it: ${JSON.stringify(it_)}`, () => {
          expect(result(restricted, it_)).to.equal('invalid')
        })
      }

      it('is kept in anyOf, in any order of the branches', () => {
        const schema = { anyOf: [{ type: 'null' }, { type: 'boolean' }, { type: 'string' }, { type: 'number' }] }
        const values = [0, false, '', null, 5, 'a', true]
        expect(values.map((value) => result(schema, value))).to.deep.equal(values.map((value) => ({ it: value })))
      })

      it('is kept where a whole number fits integer and number', () => {
        const schema = { anyOf: [{ type: 'string' }, { type: 'integer' }] }
        expect([result(schema, 5), result(schema, 5.5)]).to.deep.equal([{ it: 5 }, { it: '5.5' }])
      })

      it('is kept where a branch is nullable', () => {
        const schema = { anyOf: [{ type: 'string' }, { type: 'integer', nullable: true }] }
        expect(result(schema, null)).to.deep.equal({ it: null })
      })

      it('is kept where a branch is a $ref', () => {
        const definitions = { text: { type: 'string', maxLength: 5 } }
        const oneOf = [{ $ref: '#/definitions/text' }, { type: 'number', minimum: 10 }]
        expect(validate({ ...one({ oneOf }), definitions }, { it: 12 })).to.deep.include({
          isValid: true,
          data: { it: 12 },
        })
      })

      it('is kept in shared schemas that refer to each other, which a query has used before', () => {
        const shared = [
          { $id: 'tree', type: 'object', properties: { it: restricted, next: { $ref: 'leaf#' } } },
          { $id: 'leaf', type: 'object', properties: { next: { $ref: 'tree#' } } },
        ]
        const validateBoth = validator({ shared, engine: { version, customOptions: { allErrors } } })
        const data = { next: { it: 12 } }
        validateBoth({ $ref: 'leaf#' }, data, 'querystring')
        expect(validateBoth({ $ref: 'leaf#' }, data)).to.deep.include({ isValid: true, data })
      })

      it('is kept for the body as a whole', () => {
        expect(validate(restricted, 12).data).to.equal(12)
      })

      it('is coerced where it fits no branch', () => {
        expect(result({ anyOf: [{ type: 'integer' }, { type: 'array' }] }, '5')).to.deep.equal({ it: 5 })
      })

      it('is text in a query, and coerced in order of the branches', () => {
        const schema = { anyOf: [{ type: 'integer' }, { type: 'string' }] }
        expect([result(schema, '5', 'querystring'), result(schema, 'a', 'params')]).to.deep.equal([
          { it: 5 },
          { it: 'a' },
        ])
      })

      it('loses undeclared properties where the other branches are not objects', () => {
        const schema = { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'string' } } }] }
        expect(result(schema, { a: '1', b: 1 })).to.deep.equal({ it: { a: '1' } })
      })
    })
  }

  it(`the message of a refused branch names its accepted values, version ${version}`, () => {
    const { messages } = validator({ engine: { version } })(one(restricted), { it: 'abcdef' })
    expect(messages).to.have.length(3)
    expect(messages[1]).to.match(/^(should|must) be number$/)
  })

  for (const engine of ['native', 'ajv'] as const) {
    it(`the message names null once where type and nullable allow it, version ${version}, engine '${engine}'`, () => {
      const text = { type: ['string', 'null'], nullable: true }
      const { messages } = validator({ engine: { version, engine } })(
        one({ oneOf: [text, { minimum: 9, type: 'number' }] }),
        {
          it: 5,
        },
      )
      expect(messages[0]).to.match(/^(should|must) be string,null$/)
    })
  }
}

/** The failures that a handler sees, by the path of the route with the schema. */
async function failuresBy(server: Instance, url: string, payload: object): Promise<Record<string, unknown>[]> {
  return (await server.inject({ method: 'POST', url, payload })).json()
}

function route(server: Instance, url: string, body: object): void {
  server.post(url, { schema: { body }, attachValidation: true }, ({ validationError }) => {
    return validationError?.validation ?? []
  })
}

const definitions = { short: { type: 'string', maxLength: 2 }, large: { minimum: 3 } }
const nested = {
  anyOf: [
    { type: 'string', maxLength: 3 },
    { type: 'number', oneOf: [{ type: 'integer', minimum: 10 }, { type: 'string' }] },
    { type: ['boolean', 'null'] },
    { $ref: '#/definitions/short' },
  ],
}

/** The first branch has the type itself, beside a `$ref`. */
const typed = {
  anyOf: [
    { $ref: '#/definitions/large', type: 'integer' },
    { type: 'array', minItems: 1 },
  ],
}

for (const version of versions) {
  for (const engine of ['native', 'ajv'] as const) {
    for (const allErrors of [false, true]) {
      const where = `version ${version}, engine '${engine}', allErrors ${allErrors}`

      it(`the errors of branches name places of the schema as it was written, ${where}`, async () => {
        const server = createServer({ validatorengine: { version, engine, customOptions: { allErrors } } })
        server.addSchema({ $id: 'odd', ...one(restricted), definitions })
        const bodies = [
          { ...one(nested), definitions },
          { ...one({ $ref: 'odd#' }), definitions },
          { ...one(typed), definitions },
        ]
        for (const [index, body] of bodies.entries()) route(server, `/${index}`, body)
        const failures = async (url: string, payload: object) => {
          const found = await failuresBy(server, url, payload)
          const keys =
            version === 6
              ? 'keyword,dataPath,schemaPath,params,message'
              : 'instancePath,schemaPath,keyword,params,message'
          for (const failure of found) expect(Object.keys(failure).join(), JSON.stringify(failure)).to.equal(keys)
          return found.map(({ schemaPath, params }) => [schemaPath, Object(params).type])
        }
        try {
          const type = version === 6 ? 'boolean,null' : ['boolean', 'null']
          const places = '#/properties/it/anyOf'
          expect(await failures('/0', { it: 5 })).to.deep.equal([
            [`${places}/0/type`, 'string'],
            [`${places}/1/oneOf/0/minimum`, undefined],
            [`${places}/1/oneOf/1/type`, 'string'],
            [`${places}/1/oneOf`, undefined],
            [`${places}/2/type`, type],
            ['#/definitions/short/type', 'string'],
            [places, undefined],
          ])
          expect(await failures('/1', { it: { it: 'too long' } })).to.deep.equal([
            ['odd#/properties/it/oneOf/0/maxLength', undefined],
            ['odd#/properties/it/oneOf/1/type', 'number'],
            ['odd#/properties/it/oneOf', undefined],
          ])
          expect(await failures('/2', { it: [] })).to.deep.equal([
            [`${places}/0/type`, 'integer'],
            [`${places}/1/minItems`, undefined],
            [places, undefined],
          ])
        } finally {
          await server.close()
        }
      })
    }
  }
}

for (const version of versions) {
  for (const engine of ['native', 'ajv'] as const) {
    it(`errors of a shared schema without references begin with its $id, version ${version}, engine '${engine}'`, async () => {
      const server = createServer({ validatorengine: { version, engine } })
      server.addSchema({ $id: 'http://example.com/user.json', required: ['name'], ...one({ type: 'integer' }) })
      route(server, '/alone', { $ref: 'http://example.com/user.json#' })
      route(server, '/inside', one({ $ref: 'http://example.com/user.json#' }))
      route(server, '/meta', { $ref: 'http://json-schema.org/draft-07/schema#' })
      try {
        for (const [url, payload] of [
          ['/alone', { name: 'a', it: 'x' }],
          ['/inside', { it: { name: 'a', it: 'x' } }],
        ] as const) {
          const [failure] = await failuresBy(server, url, payload)
          expect(failure?.schemaPath, url).to.equal('http://example.com/user.json#/properties/it/type')
        }
        const [ofMeta] = await failuresBy(server, '/meta', { type: 'x' })
        expect(ofMeta?.schemaPath).to.equal('#/definitions/simpleTypes/enum')
      } finally {
        await server.close()
      }
    })

    for (const allErrors of [false, true]) {
      const where = `version ${version}, engine '${engine}', allErrors ${allErrors}`
      const customOptions = { allErrors }
      const list = { type: 'array', items: { type: 'string', maxLength: 2 } }
      const it_ = { anyOf: [list, { type: 'string', maxLength: 2 }, { type: 'number' }] }

      it(`a $ref leads into a branch, and to a branch that then coerces as everywhere, ${where}`, async () => {
        const server = createServer({ validatorengine: { version, engine, customOptions } })
        const within = { $ref: '#/properties/it/anyOf/0/items' }
        const properties = { it: it_, within, branch: { $ref: '#/properties/it/anyOf/1' } }
        server.post('/', { schema: { body: { type: 'object', properties } } }, ({ body }) => Object(body))
        const answer = async (payload: object) => (await server.inject({ method: 'POST', url: '/', payload })).json()
        try {
          expect(await answer({ it: 5, within: 5, branch: 5 })).to.deep.equal({ it: 5, within: '5', branch: '5' })
          const messages = [await answer({ within: 'abc' }), await answer({ branch: 'abc' })].map(
            (each) => each.message,
          )
          expect(messages[0]).to.match(/^body\/within (should|must) NOT/)
          expect(messages[1]).to.match(/^body\/branch (should|must) NOT/)
        } finally {
          await server.close()
        }
      })

      it(`an object of a branch of several types loses its undeclared properties, ${where}`, () => {
        const validate = validator({ engine: { version, engine, customOptions } })
        const object = { type: ['object', 'null'], properties: { a: { type: 'string' } } }
        const { data } = validate(one({ anyOf: [object, { type: 'array' }] }), { it: { a: 'b', c: 1 } })
        expect(data).to.deep.equal({ it: { a: 'b' } })
      })
    }

    it(`verbose errors of branches hold the schema as it was written, version ${version}, engine '${engine}'`, async () => {
      const server = createServer({ validatorengine: { version, engine, customOptions: { verbose: true } } })
      route(server, '/', one(restricted))
      try {
        const [, failure] = await failuresBy(server, '/', { it: 'too long' })
        expect(failure).to.deep.include({ schema: 'number', parentSchema: restricted.oneOf[1], data: 'too long' })
      } finally {
        await server.close()
      }
    })
  }
}
