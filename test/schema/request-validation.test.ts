import { expect } from 'chai'
import type { ValidatedRequest, ValidatorCompiler } from '#dist/contracts/schema.js'
import { ValidationError } from '#dist/request/validation/validation-error.js'
import { compilersOf, thrownBy } from './compile.js'
import { compile, failure, request, route } from './request.js'

/** A library of its own: a schema is `{ list: [names] }`, data is valid when it has all of them. */
const customCompiler: ValidatorCompiler = ({ schema }) => {
  const { required, properties } = schema as { required: string[]; properties: Record<string, { type: string }> }
  return (data) => {
    const given = Object(data) as Record<string, unknown>
    const missing = required.find((name) => given[name] === undefined)
    if (data === null) return { error: [{ message: 'should be object' }] }
    if (missing !== undefined) return { error: [{ message: `should have required property '${missing}'` }] }
    const value: Record<string, unknown> = {}
    for (const name of Object.keys(properties)) {
      if (given[name] !== undefined)
        value[name] = properties[name]?.type === 'integer' ? Number(given[name]) : given[name]
    }
    return { value }
  }
}

const compilers: Record<string, [compiler: ValidatorCompiler, word: string]> = {
  'version 6': [compilersOf({ engine: { version: 6 } }).compileValidator, 'should'],
  'version 8': [compilersOf({ engine: { version: 8 } }).compileValidator, 'must'],
  'a validator of the application’s own': [customCompiler, 'should'],
}

for (const [name, [compileValidator, word]] of Object.entries(compilers)) {
  describe(`the validation of a request, ${name},`, () => {
    const part = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
    const schema = { params: part, body: part, querystring: part, headers: part }
    const json = { 'content-type': 'application/json' }
    const valid = () =>
      request({ params: { n: '1' }, body: { n: '2' }, query: { n: '3' }, headers: { n: '4', ...json } })

    it('finds no fault with a valid request', () => {
      expect(compile(schema, { compileValidator }).validate(valid())).to.equal(null)
    })

    it('gives the handler coerced values', () => {
      const given = valid()
      compile(schema, { compileValidator }).validate(given)
      expect([given.params, given.body, given.query, given.headers.n]).to.deep.equal([{ n: 1 }, { n: 2 }, { n: 3 }, 4])
    })

    for (const [key, httpPart, context] of [
      ['params', 'params', 'params'],
      ['body', 'body', 'body'],
      ['query', 'querystring', 'query'],
      ['headers', 'headers', 'headers'],
    ] as const) {
      it(`fails for ${httpPart} with status, code, message, validation and validationContext`, async () => {
        const given = { ...valid(), [key]: key === 'headers' ? json : {} }
        const error = await failure(compile(schema, { compileValidator }), given)
        expect([Reflect.get(error, 'statusCode'), error.code]).to.deep.equal([400, 'FST_ERR_VALIDATION'])
        expect(error.message).to.equal(`${httpPart} ${word} have required property 'n'`)
        expect([error.validationContext, error.validation.length]).to.deep.equal([context, 1])
        expect(error).to.be.an.instanceOf(ValidationError)
      })
    }

    it('validates params, then body, then querystring, then headers', async () => {
      const validation = compile(schema, { compileValidator })
      const contexts: string[] = []
      const fixes: [keyof ValidatedRequest, unknown][] = [
        ['params', { n: 1 }],
        ['body', { n: 1 }],
        ['query', { n: 1 }],
      ]
      const given = request({ body: {} })
      contexts.push((await failure(validation, given)).validationContext)
      for (const [key, value] of fixes) {
        Reflect.set(given, key, value)
        contexts.push((await failure(validation, given)).validationContext)
      }
      expect(contexts).to.deep.equal(['params', 'body', 'query', 'headers'])
    })

    it('takes a missing body for null', async () => {
      const error = await failure(compile({ body: part }, { compileValidator }), request())
      expect(error.message).to.equal(`body ${word} be object`)
    })
  })
}

describe('a recursive schema', () => {
  for (const version of [6, 8] as const) {
    it(`answers 400 to a body that is nested deeper than the stack, version ${version}`, async () => {
      let body: object = {}
      for (let depth = 0; depth < 200_000; depth++) body = { child: body }
      const tree = { type: 'object', properties: { child: { $ref: '#' } } }
      const { compileValidator } = compilersOf({ engine: { version } })
      const error = await compile({ body: tree }, { compileValidator }).validate(request({ body }))
      const { statusCode, code } = Object(error)
      expect([statusCode, code]).to.deep.equal([400, 'ALC_ERR_NESTED_TOO_DEEP'])
    })
  }
})

describe('a validator compiler', () => {
  it('gets schema, method, url and part', () => {
    const told: unknown[] = []
    const compileValidator: ValidatorCompiler = (input) => {
      told.push(input)
      return () => true
    }
    const schema = { type: 'object' }
    compile({ body: schema, headers: schema }, { compileValidator })
    expect(told).to.have.deep.members([
      { schema, ...route, httpPart: 'body' },
      { schema, ...route, httpPart: 'headers' },
    ])
  })

  it('that throws fails the boot with route and part', () => {
    const compileValidator = () => {
      throw new Error('Missing compiler for body')
    }
    const error = thrownBy(() => compile({ body: { type: 'object' } }, { compileValidator }))
    expect(error.code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
    expect(error.message).to.contain('POST /users').and.contain('body').and.contain('Missing compiler for body')
  })

  it('that gives no function is warned of, and lets no request in, with route and part', async () => {
    const warnings: Error[] = []
    const compileValidator = (() => ({})) as unknown as ValidatorCompiler
    const warn = (error: Error) => warnings.push(error)
    const validation = compile({ params: { type: 'object' } }, { compileValidator, warn })
    for (const error of [warnings[0], await failure(validation, request())]) {
      expect(Reflect.get(Object(error), 'code')).to.equal('ALC_ERR_VALIDATOR_COMPILER_RESULT')
      expect(error?.message).to.contain('POST /users').and.contain('params')
    }
  })

  it('gets schemas of its library untouched', () => {
    class Library {
      name = { type: 'string' }
    }
    const schema = new Library()
    let seen: unknown
    const compileValidator: ValidatorCompiler = (input) => {
      seen = input.schema
      return () => true
    }
    compile({ headers: schema }, { compileValidator })
    expect(seen).to.equal(schema)
  })
})
