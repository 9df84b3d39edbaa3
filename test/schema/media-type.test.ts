import { expect } from 'chai'
import { mediaTypeOf } from '#dist/support/media-type.js'

const json: readonly string[] = [
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="utf-8"',
  'Application/JSON ; x=y',
  'application/json\t;\tx=y',
  'application/json;',
  'application/json ; ; charset=utf-8;',
  'application/json; note="a;b, c"',
  'application/json; note="a \\" b"',
]

const malformed: readonly (string | undefined)[] = [
  undefined,
  '',
  'json',
  'application/',
  '/json',
  'application json',
  'application/json, text/plain',
  'application/json; x=y, text/plain',
  'application/json; charset',
  'application/json; ="x"',
  'application/json; x="open',
  'application/json x',
  'application/json/x',
  'text/plain\napplication/json',
]

describe('the media type of a content-type header', () => {
  for (const value of json) {
    it(`is application/json for ${JSON.stringify(value)}`, () => {
      expect(mediaTypeOf(value)).to.equal('application/json')
    })
  }

  for (const value of malformed) {
    it(`is empty for ${JSON.stringify(value)}, which is malformed`, () => {
      expect(mediaTypeOf(value)).to.equal('')
    })
  }

  for (const value of ['application/jsonp', 'application/json-x', 'application/json+x', 'xapplication/json']) {
    it(`is not application/json for ${value}`, () => {
      expect(mediaTypeOf(value)).to.equal(value)
    })
  }

  it('is found in time linear to the header, with any content', () => {
    const blanks = ' '.repeat(50_000)
    for (const value of [
      `application/json;${blanks}x`,
      `application/json${blanks}x`,
      `application/json${'; \t'.repeat(20_000)}x`,
      `application/json; x="${'\\a'.repeat(20_000)}`,
    ]) {
      expect(mediaTypeOf(value)).to.equal('')
    }
  })
})
