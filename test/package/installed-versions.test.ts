import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesBelow, inRepository } from '../support/repository.js'

describe('the tests that install packages', () => {
  it('take the arguments from test/support/registry.ts, so that all install the versions of one day', async () => {
    const sources = (await filesBelow('test')).filter((name) => name.endsWith('.ts'))
    const own: string[] = []
    for (const name of sources) {
      const text = await readFile(inRepository(name), 'utf8')
      if (/'(?:npm|pnpm|yarn)',? \[?'(?:install|add|i)'/.test(text)) own.push(name)
    }
    expect(own).to.deep.equal([])
    expect(await readFile(inRepository(join('test', 'support', 'registry.ts')), 'utf8')).to.contain('--before=')
  })
})
