import { Ajv } from 'ajv'
import { expect } from 'chai'
import type { ValidateFunction, ValidatorCompiler } from '#dist/contracts/schema.js'
import { ValidationError } from '#dist/request/validation/validation-error.js'
import { compile, request } from './request.js'

describe('the result of a custom validator', () => {
  const validate = (run: (data: unknown) => unknown, given = request({ body: { a: 1 } })) => {
    const compileValidator: ValidatorCompiler = () => run as ValidateFunction
    return { outcome: compile({ body: { any: true } }, { compileValidator }).validate(given), given }
  }

  for (const value of ['', 0, null, false, undefined]) {
    it(`{ value: ${String(JSON.stringify(value))} } replaces the body`, () => {
      const { outcome, given } = validate(() => ({ value }))
      expect([outcome, given.body]).to.deep.equal([null, value])
    })
  }

  it('false is a failure even where the body itself is false', () => {
    const { outcome } = validate(() => false, request({ body: false }))
    expect(outcome).to.be.an.instanceOf(ValidationError)
  })

  it('{ error: undefined, value } is a success', () => {
    const { outcome, given } = validate(() => ({ error: undefined, value: 5 }))
    expect([outcome, given.body]).to.deep.equal([null, 5])
  })

  it('{ error: Error } is that very Error, marked', async () => {
    const own = new RangeError('mine')
    const { outcome } = validate(() => ({ error: own }))
    expect(outcome).to.equal(own)
    const { statusCode, code, validation, validationContext } = own as unknown as Record<string, unknown>
    expect([statusCode, code, validation, validationContext]).to.deep.equal([400, 'FST_ERR_VALIDATION', own, 'body'])
    expect(own).to.be.an.instanceOf(ValidationError)
    expect(Object.keys(own)).not.to.include('validation')
  })

  it('{ error: Error } keeps the status of the Error', () => {
    const { outcome } = validate(() => ({ error: Object.assign(new Error('mine'), { statusCode: 422 }) }))
    expect(Reflect.get(Object(outcome), 'statusCode')).to.equal(422)
  })

  it('{ error: Error } may be frozen', () => {
    const own = Object.freeze(new Error('mine'))
    const { outcome } = validate(() => ({ error: own }))
    expect(outcome).to.be.an.instanceOf(ValidationError)
    expect([Reflect.get(Object(outcome), 'message'), Reflect.get(Object(outcome), 'cause')]).to.deep.equal([
      'mine',
      own,
    ])
  })

  for (const [error, message] of [
    ['is bad', 'body is bad'],
    [{ message: 'is bad' }, 'body is bad'],
    [[{ message: 'is bad' }, { message: 'is worse' }], 'body is bad, body is worse'],
    [{ issues: [] }, 'body is not valid'],
    ['', 'body is not valid'],
    [true, 'body is not valid'],
  ] as const) {
    it(`{ error: ${JSON.stringify(error)} } makes a message, and is in validation`, () => {
      const { outcome } = validate(() => ({ error }))
      expect([Reflect.get(Object(outcome), 'message'), Reflect.get(Object(outcome), 'validation')]).to.deep.equal([
        message,
        error,
      ])
    })
  }

  it('false is a failure even without errors', () => {
    const { outcome } = validate(() => false)
    expect(outcome).to.be.an.instanceOf(ValidationError)
  })

  for (const result of [true, undefined, null]) {
    it(`${result} is a success`, () => {
      expect(validate(() => result).outcome).to.equal(null)
    })
  }

  it('that is the data itself is a success, with any properties from the client', () => {
    const given = request({ body: { error: 'forged', value: { admin: true } } })
    const { outcome } = validate((data) => data, given)
    expect([outcome, given.body]).to.deep.equal([null, { error: 'forged', value: { admin: true } }])
  })

  it('may be a promise of { value }', async () => {
    const { outcome, given } = validate(async () => ({ value: 5 }))
    expect(outcome).to.be.a('promise')
    expect([await outcome, given.body]).to.deep.equal([null, 5])
  })

  it('may be a promise of { error }', async () => {
    const { outcome } = validate(async () => ({ error: 'is bad' }))
    expect(await outcome).to.be.an.instanceOf(ValidationError)
  })

  it('may be a promise of the data itself, with any properties from the client', async () => {
    const given = request({ body: { error: 'forged', value: 1 } })
    const { outcome } = validate(async (data) => data, given)
    expect([await outcome, given.body]).to.deep.equal([null, { error: 'forged', value: 1 }])
  })

  it('may be a promise of false: a failure', async () => {
    const { outcome } = validate(async () => false)
    expect(await outcome).to.be.an.instanceOf(ValidationError)
  })

  it('may be a promise that is rejected: a failure', async () => {
    const { outcome } = validate(() => Promise.reject(new Error('is bad')))
    const error = await outcome
    expect([Reflect.get(Object(error), 'statusCode'), Reflect.get(Object(error), 'validationContext')]).to.deep.equal([
      400,
      'body',
    ])
  })

  it('may be the promise of an asynchronous schema of the default library', async () => {
    const failures = [{ keyword: 'a', schemaPath: '', params: {}, message: 'is bad', instancePath: '/b' }]
    const rejection = Object.assign(new Error('validation failed'), { errors: failures, validation: true })
    const { outcome } = validate(() => Promise.reject(rejection))
    const error = await outcome
    expect([Reflect.get(Object(error), 'message'), Reflect.get(Object(error), 'validation')]).to.deep.equal([
      'body/b is bad',
      failures,
    ])
  })

  it('is awaited before the next part is validated', async () => {
    const order: string[] = []
    const compileValidator: ValidatorCompiler = ({ httpPart }) => {
      return (async () => {
        await Promise.resolve()
        order.push(String(httpPart))
        return { value: httpPart }
      }) as unknown as ValidateFunction
    }
    const any = { any: true }
    const given = request({ body: {} })
    await compile({ headers: any, querystring: any, body: any, params: any }, { compileValidator }).validate(given)
    expect(order).to.deep.equal(['params', 'body', 'querystring', 'headers'])
  })

  it('of a validator of the default library may coerce the part itself', () => {
    const ajv = new Ajv({ coerceTypes: true })
    const given = request({ body: '12' })
    const compileValidator = (({ schema }) => ajv.compile(Object(schema))) as ValidatorCompiler // ajv's own types
    const outcome = compile({ body: { type: 'integer' } }, { compileValidator }).validate(given)
    expect([outcome, given.body]).to.deep.equal([null, 12])
  })

  it('that is thrown is not a validation failure', () => {
    const own = new Error('broken')
    const { outcome } = validate(() => {
      throw own
    })
    expect(outcome).to.equal(own)
    expect(own).not.to.be.an.instanceOf(ValidationError)
  })

  it('that is thrown and no Error becomes one, with the thrown value as its cause', () => {
    const { outcome } = validate(() => {
      throw 'broken'
    })
    expect([Reflect.get(Object(outcome), 'code'), Reflect.get(Object(outcome), 'cause')]).to.deep.equal([
      'ALC_ERR_VALIDATOR_THREW',
      'broken',
    ])
  })
})
