import { expect } from 'chai'
import fc from 'fast-check'
import { literalOf } from '#dist/support/literal.js'

function read(code: string): unknown {
  return new Function(`return ${code}`)()
}

describe('a text as code', () => {
  it('reads as the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => read(literalOf(text)) === text))
  })

  it('reads as the text where it holds quotes, backslashes, ends of lines and halves of pairs', () => {
    for (const text of ["'", '"', '\\', '\\"', "\\'", '\\\\"', '\n\r\u2028\u2029', '\ud800', '`']) {
      expect(read(literalOf(text))).to.equal(text)
    }
  })

  it('leaves the quotes of JSON as they are', () => {
    expect(literalOf('{"a":1}')).to.equal(`'{"a":1}'`)
  })
})
