import { createRequire } from 'node:module'
import { expect } from 'chai'
import fc from 'fast-check'
import { linearFormats } from '#dist/schema/engines/formats.js'

const require = createRequire(import.meta.url)
const formats6: Record<'url' | 'ipv6', RegExp> = require('ajv6/lib/compile/formats')('fast')
const formats8: { url: RegExp } = require('ajv-formats/dist/formats').fullFormats

/** Texts of pieces that decide about a format; short ones, for the libraries take long over others. */
function textsOf(beginnings: readonly string[], pieces: readonly string[]): fc.Arbitrary<string> {
  const rest = fc.array(fc.constantFrom(...pieces), { maxLength: 12 })
  return fc.tuple(fc.constantFrom(...beginnings), rest).map(([beginning, all]) => beginning + all.join(''))
}

const urls = textsOf(
  ['http://', 'https://', 'ftp://', 'HTTP://', 'httpſ://', 'http:/', 'ftps://', ''],
  [
    ...['a', 'b', '1', '10', '127', '192', '168', '169.254', '172', '16', '223', '224', '255', '254', '0', '00', '012'],
    ...['.', '.', '-', '--', '@', '@', ':', ':80', '/', '/', 'com', 'ä', '😀', ' ', '\n', '#', '?', 'a@b.co', '.co'],
    ...['\u00a0', '\ufeff', '\u3000'],
  ],
)
const addresses = textsOf(
  ['', '', ' ', '\n'],
  [
    ...[':', ':', ':', '::', '1', 'a', 'ffff', '0', '12345', '1.2.3.4', '1.2.3', '01.2.3.4', '255.255.255.255'],
    ...['256.1.1.1', '%', '%eth', 'g', ' ', '\n'],
  ],
)

describe('a format that reads in linear time', () => {
  const runs = { numRuns: 20_000 }

  for (const [version, library] of [
    [6, formats6.url],
    [8, formats8.url],
  ] as const) {
    it(`accepts the texts that the library accepts as url, version ${version}`, () => {
      fc.assert(
        fc.property(urls, (text) => {
          expect([text, linearFormats[version].url(text)]).to.deep.equal([text, library.test(text)])
        }),
        runs,
      )
    })
  }

  it('accepts the texts that the library accepts as ipv6, version 6', () => {
    fc.assert(
      fc.property(addresses, (text) => {
        expect([text, linearFormats[6].ipv6(text)]).to.deep.equal([text, formats6.ipv6.test(text)])
      }),
      runs,
    )
  })
})
