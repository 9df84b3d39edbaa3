import { expect } from 'chai'
import { useDialect } from './dialect-engines.js'

for (const dialect of ['2019-09', '2020-12'] as const) {
  describe(`dependentRequired in the dialect ${dialect}`, () => {
    const answersTo = useDialect(dialect)
    const card = {
      type: 'object',
      properties: { card: { type: 'integer' }, owner: { type: 'string' } },
      dependentRequired: { card: ['owner', 'street'], none: [] },
    }

    it('asks for names beside a property, and for none without it', async () => {
      const values = [
        {},
        { card: 1, owner: 'a', street: 'b' },
        { card: 1, owner: 'a' },
        { owner: 'a' },
        { none: 1 },
        'a',
      ]
      expect(await answersTo(card, values)).to.deep.equal([true, true, false, true, true, false])
    })

    it('reports its failure where another schema decides', async () => {
      const either = { oneOf: [card, { type: 'object', required: ['free'] }] }
      expect(await answersTo(either, [{ card: 1 }, { card: 1, free: 1 }])).to.deep.equal([false, true])
    })
  })
}
