import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'

describe('the tests that install packages', () => {
  it('take the arguments from test/support/registry.ts, so that all install the versions of one day', async () => {
    const names = await readdir(inRepository('test'), { recursive: true })
    const sources = names.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    const own: string[] = []
    for (const name of sources) {
      const text = await readFile(inRepository('test', name), 'utf8')
      if (/'(?:npm|pnpm|yarn)',? \[?'(?:install|add|i)'/.test(text)) own.push(name)
    }
    expect(own).to.deep.equal([])
    expect(await readFile(inRepository(join('test', 'support', 'registry.ts')), 'utf8')).to.contain('--before=')
  })
})
