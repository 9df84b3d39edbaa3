import { expect } from 'chai'
import { compileRequestValidation } from '#dist/request/validation/request-validation.js'
import { formatSchemaErrors, ValidationError } from '#dist/request/validation/validation-error.js'
import { compilersOf } from './compile.js'
import { compile, failure, request, route } from './request.js'

describe('a body', () => {
  const schema = { body: { type: 'object', properties: { n: { type: 'integer' } } } }
  const sent = (contentType: string | undefined, body: unknown = { n: '1' }) => {
    return request({ body, headers: contentType === undefined ? {} : { 'content-type': contentType } })
  }

  for (const type of [
    'application/json',
    'Application/JSON ; x=y',
    'application/json; charset=utf-8',
    'application/json\t;',
  ]) {
    it(`of type ${JSON.stringify(type)} is validated`, () => {
      const given = sent(type)
      expect([compile(schema).validate(given), given.body]).to.deep.equal([null, { n: 1 }])
    })
  }

  const others = [
    'text/plain',
    'application/jsonp',
    'application/json-x',
    'application/vnd.api+json',
    'text/plain, application/json',
  ]
  for (const type of [...others, 'application/json, text/plain', 'application/json/x', '', undefined]) {
    it(`of type ${JSON.stringify(type)} never passes unvalidated: 415 with the fixes`, async () => {
      const error = await failure(compile(schema), sent(type))
      expect([Reflect.get(error, 'statusCode'), error.code]).to.deep.equal([415, 'ALC_ERR_BODY_NOT_VALIDATED'])
      expect(error.message).to.contain('body.content').and.contain('bodyValidation').and.contain('POST /users')
      expect(error).not.to.be.an.instanceOf(ValidationError)
    })
  }

  it('of any type is validated with bodyValidation "parsed"', async () => {
    const validation = compile(schema, { bodyValidation: 'parsed' })
    expect(validation.validate(sent('text/yaml'))).to.equal(null)
    expect((await failure(validation, sent('text/yaml', { n: 'a' }))).message).to.equal('body/n should be integer')
  })

  it('is not validated for a method that carries none', () => {
    const validation = compileRequestValidation({
      schema,
      route,
      hasBody: false,
      compileValidator: compilersOf().compileValidator,
      formatErrors: formatSchemaErrors,
      bodyValidation: 'json',
      warn: () => {},
    })
    expect(validation).to.equal(null)
  })

  it('that is one value is coerced', () => {
    const given = sent('application/json', '12')
    expect([compile({ body: { type: 'integer' } }).validate(given), given.body]).to.deep.equal([null, 12])
  })

  describe('with a schema per media type', () => {
    const content = {
      'application/json': { schema: { type: 'object', properties: { n: { type: 'integer' } } } },
      'Text/Plain; charset=utf-8': { schema: { type: 'string', maxLength: 3 } },
    }
    const validation = compile({ body: { content } })

    it('is validated with the one of its type', async () => {
      expect((await failure(validation, sent('text/plain;x=y', 'abcd'))).validationContext).to.equal('body')
      expect(validation.validate(sent('text/plain', 'abc'))).to.equal(null)
      expect((await failure(validation, sent('application/json', { n: 'a' }))).message).to.equal(
        'body/n should be integer',
      )
    })

    for (const type of ['text/html', 'text/plainer', '', undefined]) {
      it(`of type ${JSON.stringify(type)}, which is not among them, is 415`, async () => {
        const error = await failure(validation, sent(type, 'a'))
        expect([Reflect.get(error, 'statusCode'), error.code]).to.deep.equal([415, 'ALC_ERR_BODY_MEDIA_TYPE'])
        expect(error.message).to.contain('application/json, text/plain')
      })
    }

    it('is taken for null when it is missing', async () => {
      expect((await failure(validation, request())).message).to.equal('body should be object')
    })

    it('may have one for all other types', () => {
      const open = compile({ body: { content: { ...content, '*/*': { schema: true } } } })
      expect(open.validate(sent('image/png', 'a'))).to.equal(null)
    })

    it('may have one for all other subtypes', async () => {
      const open = compile({ body: { content: { 'text/*': { schema: { type: 'string', maxLength: 1 } } } } })
      expect(open.validate(sent('text/html', 'a'))).to.equal(null)
      expect((await failure(open, sent('text/html', 'ab'))).validationContext).to.equal('body')
      expect((await failure(open, sent('image/png', 'a'))).code).to.equal('ALC_ERR_BODY_MEDIA_TYPE')
    })
  })
})
