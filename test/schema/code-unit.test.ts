import { expect } from 'chai'
import { CodeBatch, newUnit, UnitCode } from '#dist/schema/emit/code-unit.js'

describe('a batch of code units', () => {
  it('keeps the code of each unit when it has made the functions', () => {
    const batch = new CodeBatch({ double: (value: number) => value * 2 }, () => new Map())
    const units = [1, 20].map((summand) => {
      const unit = newUnit()
      const code = new UnitCode(unit)
      code.finish(
        code.functionFor('add', unit, '', () => `(value) {\nreturn double(value) + ${summand} // 'é\\u0027\n}`),
      )
      batch.add(unit)
      return unit
    })
    const before = units.map(({ code }) => code)
    const results = units.map((unit) => Reflect.apply(batch.runOf(unit), null, [3]))
    expect(results).to.deep.equal([7, 26])
    expect(units.map(({ code }) => code)).to.deep.equal(before)
  })
})
