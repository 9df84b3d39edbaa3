import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { tricks, withoutTrick } from '../../bench/ablation/tricks.js'
import { repository } from '../support/repository.js'

describe('a trick that `npm run bench -- --ablate` switches off', () => {
  for (const trick of tricks) {
    it(`${trick.name} is in the module that it is taken out of`, async () => {
      const source = await readFile(join(repository, 'dist', trick.file), 'utf8')
      expect(withoutTrick(trick, source)).not.to.equal(source)
    })
  }

  it('fails with the place to look at when the code has changed', () => {
    const [trick] = tricks
    expect(() => withoutTrick(trick!, 'export {}')).to.throw('Adapt bench/ablation/tricks.ts') // there is one at least
  })
})
