import { expect } from 'chai'
import { compilersOf } from './compile.js'
import { compile, failure, request } from './request.js'

describe('header schemas', () => {
  it('may write header names in any case', async () => {
    const schema = { headers: { type: 'object', required: ['X-Key'], properties: { 'X-Key': { type: 'integer' } } } }
    const given = request({ headers: { 'x-key': '5' } })
    expect([compile(schema).validate(given), given.headers]).to.deep.equal([null, { 'x-key': 5 }])
    expect((await failure(compile(schema), request())).message).to.equal(
      "headers should have required property 'x-key'",
    )
  })

  it('may write header names of shared schemas in any case, and these keep theirs elsewhere', () => {
    const shared = [{ $id: 'keyed', type: 'object', required: ['X-Key'], properties: { 'X-Key': { type: 'integer' } } }]
    const { compileValidator } = compilersOf({ shared })
    const validation = compile({ headers: { $ref: 'keyed#' }, body: { $ref: 'keyed#' } }, { compileValidator })
    const given = request({ body: { 'X-Key': '1' }, headers: { 'x-key': '2', 'content-type': 'application/json' } })
    expect([validation.validate(given), given.body, given.headers['x-key']]).to.deep.equal([null, { 'X-Key': 1 }, 2])
  })

  it('may refer to a header by its name in any case', async () => {
    const properties = { 'X-Key': { type: 'integer' }, 'X-Other': { $ref: '#/properties/X-Key' } }
    const shared = [{ $id: 'keyed', type: 'object', properties }]
    const { compileValidator } = compilersOf({ shared })
    for (const schema of [
      { type: 'object', properties },
      { $ref: 'keyed#' },
      { type: 'object', properties: { 'X-Other': { $ref: 'keyed#/properties/X-Key' } } },
    ]) {
      const validation = compile({ headers: schema }, { compileValidator })
      const given = request({ headers: { 'x-other': '2' } })
      expect([validation.validate(given), given.headers['x-other']]).to.deep.equal([null, 2])
      const { message } = await failure(validation, request({ headers: { 'x-other': 'a' } }))
      expect(message).to.equal('headers/x-other should be integer')
    }
  })

  it('may list header names in dependencies and propertyNames in any case', () => {
    const schema = { type: 'object', dependencies: { 'X-A': ['X-B'] }, propertyNames: { not: { enum: ['X-Bad'] } } }
    const validation = compile({ headers: schema })
    const results = [{ 'x-a': '1' }, { 'x-a': '1', 'x-b': '1' }, { 'x-bad': '1' }].map(
      (headers) => validation.validate(request({ headers })) === null,
    )
    expect(results).to.deep.equal([false, true, false])
  })

  it('refuse and remove no other headers, even with additionalProperties: false', () => {
    const headers = { type: 'object', properties: { 'X-A': { type: 'integer' } }, additionalProperties: false }
    const given = request({ headers: { 'x-a': '1', host: 'localhost' } })
    expect([compile({ headers }).validate(given), given.headers]).to.deep.equal([null, { 'x-a': 1, host: 'localhost' }])
  })

  it('may be booleans', async () => {
    expect(compile({ headers: true }).validate(request())).to.equal(null)
    expect((await failure(compile({ headers: false }), request())).validationContext).to.equal('headers')
  })

  it('keep the values in enum and const as they are', () => {
    const validation = compile({ headers: { type: 'object', properties: { 'X-Mode': { enum: ['Fast'] } } } })
    const results = ['Fast', 'fast'].map(
      (mode) => validation.validate(request({ headers: { 'x-mode': mode } })) === null,
    )
    expect(results).to.deep.equal([true, false])
  })
})
