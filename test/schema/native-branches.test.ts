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
}
