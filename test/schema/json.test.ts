import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { serializer, thrownBy } from './compile.js'

const texts = { type: 'array', items: { type: 'string' } }

describe('JSON that is written by schema', () => {
  const serialize = serializer({ serializerOptions: { engine: 'native' } })

  for (const [what, unit] of [
    ['of ASCII', 'a'],
    ['that are escaped', '"'],
    ['of Latin-1', 'ÿ'],
    ['of two bytes', '漢'],
    ['of pairs', '\ud83d\ude00'],
    ['of half a pair', '\ud800'],
    ['of second halves of pairs', '\udc00'],
    ['of line breaks', 'x\n'],
  ] as const) {
    it(`holds texts ${what} of any length, next to each other`, () => {
      for (const length of [0, 1, 20, 21, 40, 41, 48, 49, 96, 97, 5_000, 70_000, 300_000]) {
        const list = ['before', unit.repeat(length), 'after ÿ', unit, 'end']
        expect(serialize(texts, list) === JSON.stringify(list), `${length} times ${unit}`).to.equal(true)
      }
    })
  }

  it('holds each unit, alone, between others and beside each half of a pair', () => {
    const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
    for (const [before, after] of [
      ['', ''],
      ['a', 'b'],
      ['\ud83d', '\ude00'],
      ['\ude00', '\ud83d'],
    ] as const) {
      const list = units.map((unit) => before + unit + after)
      expect(serialize(texts, list) === JSON.stringify(list), JSON.stringify([before, after])).to.equal(true)
    }
  })

  it('holds names of properties in any script', () => {
    const schema = { type: 'object', properties: { имя: { type: 'string' }, 'a"b': { type: 'integer' } } }
    expect(serialize(schema, { имя: 'Ада', 'a"b': 1 })).to.equal('{"имя":"Ада","a\\"b":1}')
  })

  it('comes to an end in the right place after a much longer one', () => {
    expect(serialize(texts, ['x'.repeat(3_000_000)])).to.have.length(3_000_004)
    expect(serialize(texts, ['漢'.repeat(2_000_000)])).to.have.length(2_000_004)
    expect(serialize(texts, ['y'])).to.equal('["y"]')
  })

  it('keeps nothing of a much longer one', () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const used = () => {
      for (let round = 0; round < 3; round++) collect() // what is freed is counted by the next
      return process.memoryUsage().arrayBuffers
    }
    const before = used()
    for (const unit of ['漢', 'x', '漢']) expect(serialize(texts, [unit.repeat(20_000_000)])).to.have.length(20_000_004)
    expect(used() - before).to.be.below(20_000_000)
  })

  for (const [what, value, given] of [
    ['a number', { toString: () => 5 }, 'number 5'],
    ['what looks like text', { toString: () => ({ length: 3, charCodeAt: () => 34 }) }, 'an object'],
    ['nothing', { toString: () => undefined }, 'undefined'],
    ['a number as source', Object.defineProperty(/a/, 'source', { value: 7 }), 'number 7'],
  ] as const) {
    it(`holds no text whose conversion gives ${what}`, () => {
      const error = thrownBy(() => serialize(texts, ['x'.repeat(65_535), value, 'end']))
      expect(error.message).to.contain(`The value cannot be converted to a string: its own conversion gives ${given}`)
      expect(serialize(texts, ['y'])).to.equal('["y"]')
    })
  }

  it('holds dates, and no other text that a class of dates gives', () => {
    class Quoting extends Date {
      override toISOString() {
        return '","isAdmin":"'
      }
    }
    const dates = { type: 'array', items: { type: 'string', format: 'date-time' } }
    expect(serialize(dates, [new Quoting(0), new Quoting(8.64e15)])).to.equal(
      '["1970-01-01T00:00:00.000Z","+275760-09-13T00:00:00.000Z"]',
    )
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

  it('names the place of a value of another type, as a JSON Pointer', () => {
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
