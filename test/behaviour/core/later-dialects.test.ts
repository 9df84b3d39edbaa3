import { expect } from 'chai'
import { useDialect } from './dialect-engines.js'

describe('native code in the dialect 2020-12', () => {
  const answersTo = useDialect('2020-12')

  it('validates the first items by prefixItems, and those after them by items', async () => {
    const schema = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: { type: 'boolean' } }
    const values = [['1', 2, 'true'], [1], [], ['a'], [1, 'a', 'b'], [1, 'a', true, 5]]
    expect(await answersTo(schema, values)).to.deep.equal([true, true, true, false, false, false])
  })

  it('refuses items after prefixItems where items is false', async () => {
    const schema = { prefixItems: [{ type: 'integer' }], items: false }
    expect(await answersTo(schema, [[1], [1, 2], []])).to.deep.equal([true, false, true])
  })
})

describe('native code in the dialect 2019-09', () => {
  const answersTo = useDialect('2019-09')

  it('validates lists of items as draft 7 does', async () => {
    const schema = { type: 'array', items: [{ type: 'integer' }], additionalItems: { type: 'string' } }
    expect(await answersTo(schema, [['1', 2], ['a'], [1, {}]])).to.deep.equal([true, false, false])
  })
})
