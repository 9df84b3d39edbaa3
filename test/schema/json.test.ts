import { expect } from 'chai'
import { serializer, thrownBy } from './compile.js'

const texts = { type: 'array', items: { type: 'string' } }

describe('JSON that is written by schema', () => {
  const serialize = serializer()

  for (const [what, unit] of [
    ['of ASCII', 'a'],
    ['that are escaped', '"'],
    ['of Latin-1', 'ÿ'],
    ['of two bytes', '漢'],
    ['of pairs', '\ud83d\ude00'],
    ['of half a pair', '\ud800'],
  ] as const) {
    it(`holds texts ${what} of any length, next to each other`, () => {
      for (const length of [0, 1, 95, 96, 97, 5_000, 70_000, 300_000]) {
        const list = ['before', unit.repeat(length), 'after ÿ', unit, 'end']
        expect(serialize(texts, list) === JSON.stringify(list), `${length} times ${unit}`).to.equal(true)
      }
    })
  }

  it('holds names of properties in any script', () => {
    const schema = { type: 'object', properties: { имя: { type: 'string' }, 'a"b': { type: 'integer' } } }
    expect(serialize(schema, { имя: 'Ада', 'a"b': 1 })).to.equal('{"имя":"Ада","a\\"b":1}')
  })

  it('comes to an end in the right place after a much longer one', () => {
    expect(serialize(texts, ['x'.repeat(3_000_000)])).to.have.length(3_000_004)
    expect(serialize(texts, ['漢'.repeat(2_000_000)])).to.have.length(2_000_004)
    expect(serialize(texts, ['y'])).to.equal('["y"]')
  })

  it('is whole when a value is turned into JSON while another one is written', () => {
    const inner = { type: 'object', properties: { name: { type: 'string' } } }
    const value = { toJSON: () => ({ name: serialize(inner, { name: 'within 漢' }) }) }
    expect(serialize({ type: 'array', items: inner }, [{ name: 'first' }, value])).to.equal(
      JSON.stringify([{ name: 'first' }, { name: '{"name":"within 漢"}' }]),
    )
  })

  it('is whole after one that failed half-way', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } }
    const error = thrownBy(() => serialize(schema, { name: 'half', age: 'old' }))
    expect(error.message).to.contain('The value "old" cannot be converted to an integer')
    expect(serialize(schema, { age: 1 })).to.equal('{"age":1}')
  })

  it('says the place of a value of another type, as a JSON Pointer', () => {
    const schema = { type: 'object', properties: { 'a/b': { type: 'array', items: { type: 'object' } } } }
    const error = thrownBy(() => serialize(schema, { 'a/b': ['x'] }))
    expect(error.message).to.contain("The value of '#/properties/a~1b/items' does not match")
  })

  it('of a schema that contains itself is as deep as the value', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#' } } }
    const value = { name: 'a', next: { name: 'b', next: { name: 'c' } } }
    expect(serialize(schema, value)).to.equal(JSON.stringify(value))
  })

  it('is left to the library with options of the library', () => {
    const rounding = serializer({ serializerOptions: { rounding: 'ceil' } })
    expect(rounding({ type: 'integer' }, 1.2)).to.equal('2')
    expect(serialize({ type: 'integer' }, 1.2)).to.equal('1')
  })
})
