import { expect } from 'chai'
import type { HttpPart } from '#dist/contracts/schema.js'
import { type formatSchemaErrors, ValidationError } from '#dist/request/validation/validation-error.js'
import { compilersOf } from './compile.js'
import { compile, failure, request } from './request.js'

describe('the message of a failed validation', () => {
  const query = { type: 'object', properties: { ids: { type: 'array' }, 'a/b': { type: 'array' } } }

  it('starts with the part and the path', async () => {
    const error = await failure(compile({ querystring: query }), request({ query: { ids: '1' } }))
    expect(error.message).to.equal('querystring/ids should be array')
  })

  it('joins all failures', async () => {
    const { compileValidator } = compilersOf({ engine: { customOptions: { allErrors: true } } })
    const error = await failure(
      compile({ querystring: query }, { compileValidator }),
      request({ query: { ids: '1', 'a/b': '1' } }),
    )
    expect(error.message).to.equal('querystring/ids should be array, querystring/a~1b should be array')
  })

  it('stays short with many failures', async () => {
    const { compileValidator } = compilersOf({ engine: { customOptions: { allErrors: true } } })
    const validation = compile({ body: { type: 'array', items: { type: 'integer' } } }, { compileValidator })
    const error = await failure(validation, request({ body: Array.from({ length: 5000 }, () => 'a') }))
    expect(error.message)
      .to.have.length.below(600)
      .and.match(/ … and 4990 more$/)
    expect(error.validation).to.have.length(5000)
  })

  it('stays short with a long path', async () => {
    const schema = { type: 'object', additionalProperties: { type: 'array' } }
    const error = await failure(compile({ body: schema }), request({ body: { ['a'.repeat(100_000)]: 1 } }))
    expect(error.message).to.have.length.below(300)
  })

  it('comes from the formatter of the context, which gets querystring where the error has query', async () => {
    const told: unknown[] = []
    const formatErrors = (errors: unknown[], dataVar: HttpPart) => {
      told.push(errors.length, dataVar)
      return new TypeError('mine')
    }
    const error = await failure(compile({ querystring: query }, { formatErrors }), request({ query: { ids: '1' } }))
    expect([error.message, error.constructor, error.validationContext, told]).to.deep.equal([
      'mine',
      TypeError,
      'query',
      [1, 'querystring'],
    ])
    expect(error).to.be.an.instanceOf(ValidationError)
  })

  it('may come with a status and a code of the formatter’s choice', async () => {
    const formatErrors = () => Object.assign(new Error('mine'), { statusCode: 422, code: 'MINE' })
    const error = await failure(compile({ querystring: query }, { formatErrors }), request({ query: { ids: '1' } }))
    expect([Reflect.get(error, 'statusCode'), error.code]).to.deep.equal([422, 'MINE'])
  })

  it('is a 500 when the formatter returns no Error', async () => {
    const formatErrors = (() => Promise.resolve(new Error('late'))) as unknown as typeof formatSchemaErrors
    const error = await failure(compile({ querystring: query }, { formatErrors }), request({ query: { ids: '1' } }))
    expect(error.code).to.equal('ALC_ERR_SCHEMA_FORMATTER_RESULT')
    expect(error).not.to.be.an.instanceOf(ValidationError)
  })

  it('is what the formatter throws when it throws', async () => {
    const thrown = new Error('broken')
    const formatErrors = () => {
      throw thrown
    }
    expect(await failure(compile({ querystring: query }, { formatErrors }), request({ query: { ids: '1' } }))).to.equal(
      thrown,
    )
  })
})

describe('ValidationError', () => {
  it('is no other error', () => {
    expect(new Error('a')).not.to.be.an.instanceOf(ValidationError)
    expect({ validation: [], validationContext: 'body' }).not.to.be.an.instanceOf(ValidationError)
  })

  it('may be extended, and then asks for its own instances', () => {
    class Own extends ValidationError {}
    const error = Object.assign(new Error('a'), { validation: [], validationContext: 'body' })
    expect([error instanceof ValidationError, error instanceof Own, new Own('a') instanceof Own]).to.deep.equal([
      true,
      false,
      true,
    ])
  })
})
