import { expect } from 'chai'
import { useDialect } from './dialect-engines.js'
import { postJson, useServers } from './subject.js'

for (const dialect of ['2019-09', '2020-12'] as const) {
  describe(`minContains and maxContains in the dialect ${dialect}`, () => {
    const answersTo = useDialect(dialect)
    const contains = { type: 'integer', minimum: 5 }

    it('ask for at least so many valid items', async () => {
      const answers = await answersTo({ type: 'array', contains, minContains: 2 }, [[5, 6, 1], ['5', '6'], [5, 1], []])
      expect(answers).to.deep.equal([true, true, false, false])
    })

    it('allow no more than so many valid items', async () => {
      expect(await answersTo({ contains, maxContains: 2 }, [[5, 6, 1], [5, 6, 7], [1], []])).to.deep.equal([
        ...[true, false, false, false],
      ])
    })

    it('hold together, and with none asked for', async () => {
      expect(await answersTo({ contains, minContains: 0, maxContains: 1 }, [[], [5], [5, 6]])).to.deep.equal([
        ...[true, true, false],
      ])
      expect(await answersTo({ contains, minContains: 2, maxContains: 3 }, [[5], [5, 6], [5, 6, 7, 8]])).to.deep.equal([
        ...[false, true, false],
      ])
      expect(await answersTo({ contains, minContains: 0 }, [[], ['x']])).to.deep.equal([true, true])
    })

    it('count all items where every item is valid, and accept none where the limits exclude each other', async () => {
      expect(await answersTo({ contains: true, minContains: 2 }, [[1, 2], [1]])).to.deep.equal([true, false])
      expect(await answersTo({ contains, minContains: 3, maxContains: 2 }, [[5, 6], []])).to.deep.equal([false, false])
    })

    it('report their failure beside those of items where another schema decides', async () => {
      const list = {
        oneOf: [
          { contains, minContains: 2 },
          { type: 'array', maxItems: 1 },
        ],
      }
      expect(await answersTo(list, [[5, 6], [5, 1], [1]])).to.deep.equal([true, false, true])
    })
  })
}

describe('contains beside a list of schemas for the first items', () => {
  const servers = useServers()

  for (const [dialect, listed] of [
    ['draft-07', 'items'],
    ['2019-09', 'items'],
    ['2020-12', 'prefixItems'],
  ] as const) {
    it(`is applied to a list that is shorter, in the dialect ${dialect}`, async () => {
      const server = servers({ validatorengine: { version: 8, dialect } })
      const list = { type: 'array', [listed]: [true, {}], contains: { type: 'integer' } }
      server.post('/', { schema: { body: { type: 'object', properties: { list } } } }, ({ body }) => body)
      expect((await postJson(server, '/', { list: [] })).statusCode).to.equal(400)
      expect((await postJson(server, '/', { list: ['1'] })).json()).to.deep.equal({ list: [1] })
    })
  }
})
