import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { readPages } from './markdown.js'

/** The pages that a file of the sources names, by what follows its last blank or bracket. */
function pagesNamed(text: string): readonly string[] {
  return [...text.matchAll(/[\w./-]+\.md\b/g)].map(([name]) => name)
}

describe('comments in the sources', () => {
  it('name pages that are there, and SPEC.md', async () => {
    const known = new Set(['SPEC.md', ...(await readPages()).map(({ path }) => path)])
    const names = await readdir(inRepository('src'), { recursive: true })
    const unknown: string[] = []
    for (const name of names.filter((file) => /\.tsx?$/.test(file))) {
      const comments = (await readFile(inRepository('src', name), 'utf8')).match(/\/\*\*[\s\S]*?\*\/|\/\/.*/g) ?? []
      for (const page of comments.flatMap(pagesNamed))
        if (!known.has(page)) unknown.push(`${join('src', name)} names ${page}`)
    }
    expect(unknown).to.deep.equal([])
  })
})
