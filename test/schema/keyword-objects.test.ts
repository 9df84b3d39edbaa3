import { expect } from 'chai'
import { thrownBy, validator, versions } from './compile.js'

// biome-ignore lint/suspicious/noExplicitAny: the validator and its keywords, as plugins of either version see them
type Loose = any

for (const version of versions) {
  describe(`a plugin of the validator, version ${version},`, () => {
    it('may add keywords as objects that name them', () => {
      const plugin = (ajv: Loose) => {
        ajv.addKeyword({
          keyword: ['isFile', 'isImage'],
          compile: () => (data: Loose) => data.file !== undefined,
          error: { message: 'should be a file' },
        })
        ajv.addKeyword({ keyword: 'x-note' })
      }
      const validate = validator({ engine: { version, plugins: [plugin] } })
      const schema = { properties: { a: { isFile: true, 'x-note': 'large' }, b: { isImage: true } } }
      expect(validate(schema, { a: { file: 1 }, b: { file: 2 } }).isValid).to.equal(true)
      expect(validate(schema, { a: {} }).messages).to.deep.equal(['should be a file'])
    })

    it('may not generate code for the other version', () => {
      const plugin = (ajv: Loose) => ajv.addKeyword({ keyword: 'coded', code() {} })
      const boot = () => validator({ engine: { version, plugins: [plugin] } })({ properties: { a: { coded: 1 } } }, {})
      if (version === 8) return expect(boot).not.to.throw()
      const error = thrownBy(boot)
      expect(error.code).to.equal('ALC_ERR_VALIDATOR_PLUGIN')
      expect(error.message).to.contain('"coded"').and.contain('version 8')
    })

    it('hands a keyword the data around it, to be changed', () => {
      const plugin = (ajv: Loose) => {
        ajv.addKeyword({
          keyword: 'upper',
          modifying: true,
          validate: (_: unknown, data: string, _schema: unknown, { parentData, parentDataProperty }: Loose) => {
            parentData[parentDataProperty] = data.toUpperCase()
            return true
          },
        })
      }
      const validate = validator({ engine: { version, plugins: [plugin] } })
      const schema = { properties: { a: { type: 'string', upper: true } } }
      expect(validate(schema, { a: 'b' }))
        .to.include({ isValid: true })
        .and.deep.include({ data: { a: 'B' } })
    })

    it('may change the schema that carries its keyword, which then reads so', () => {
      const plugin = (ajv: Loose) => {
        ajv.addKeyword({
          keyword: 'isFile',
          compile: (_: unknown, carrier: Loose) => {
            delete carrier.isFile
            Object.assign(carrier, { type: 'string', format: 'binary' })
            return () => true
          },
        })
      }
      const validate = validator({ engine: { version, plugins: [plugin] } })
      const schemas = [0, 1].map(() => ({ type: 'object', properties: { a: { isFile: true } } }))
      for (const schema of schemas) validate(schema, {})
      for (const { properties } of schemas) expect(properties.a).to.deep.equal({ type: 'string', format: 'binary' })
    })
  })
}
