import { expect } from 'chai'
import { cutLine, lengthOf } from '#dist/support/lines.js'

describe('the columns of a text in a terminal', () => {
  for (const [text, columns] of [
    ['users', 5],
    ['käse', 4],
    ['ka\u0308se', 4], // a mark on the a
    ['データ', 6],
    ['한글', 4],
    ['✅', 2],
    ['⌚⏰✨❌', 8],
    ['🚀', 2],
    ['©™✔', 3], // drawn as text
    ['🇩🇪', 2],
    ['a\u200bb\u00adc', 4], // invisible; the terminal draws the soft hyphen
    ['\u001b[31mred\u001b[39m', 3],
  ] as const) {
    it(`are ${columns} for ${JSON.stringify(text)}`, () => {
      expect(lengthOf(text)).to.equal(columns)
    })
  }

  it('are at most the width after a cut, with the sign of the cut', () => {
    expect(cutLine('✅✅✅', 5)).to.equal('✅✅…')
    expect(cutLine('✅✅✅', 6)).to.equal('✅✅✅')
    expect(cutLine('✅ ready', 4)).to.equal('✅ …')
  })
})
