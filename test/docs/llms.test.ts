import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { readPage, readPages } from './markdown.js'
import { listedNames, sectionOf } from './sections.js'

const read = (name: string): Promise<string> => readFile(inRepository('dist', name), 'utf8')

function declares(text: string, name: string): boolean {
  return new RegExp(
    `^(?:abstract )?(?:function|const|class|interface|type) ${name}\\b|^export \\{ \\w+ as ${name} \\}`,
    'm',
  ).test(text)
}

describe('the files for code assistants', () => {
  it('list all pages but those of errors and the inside, and each leads to a file', async () => {
    const text = await read('llms.txt')
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(inRepository('dist'), link)))).to.deep.equal([])
    const paths = (await readPages())
      .map(({ path }) => path)
      .filter((path) => /^docs\/(?!errors|internals|index)/.test(path))
    expect(paths.filter((path) => !links.includes(`../${path}`))).to.deep.equal([])
  })

  it('hold each declaration that the page of exports lists, with its comment', async () => {
    const text = await read('llms-full.txt')
    const page = await readPage('docs/reference/exports.md')
    for (const entry of [
      'alcove/core',
      'alcove',
      'alcove/inspect',
      'alcove/inspector',
      'alcove/openapi',
      'alcove/standalone',
    ]) {
      const section = sectionOf(page, entry)
      const types = [...section.matchAll(/^import type \{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','))
      const names = [...listedNames(section), ...types.map((name) => name.trim())].filter((name) => name !== '')
      expect(names, entry).to.have.length.above(0)
      expect(
        names.filter((name) => !declares(text, name)),
        entry,
      ).to.deep.equal([])
    }
    expect(text).to.match(/ \*\/\nfunction Guard\(/)
  })

  it('hold the guide and the recipes whole, with links that name files of the package', async () => {
    const text = await read('llms-full.txt')
    const pages = (await readPages()).filter(({ path }) => /^docs\/(?:guide|recipes)\//.test(path))
    for (const { path, fences } of pages)
      for (const { code } of fences) expect(text.includes(code), `${path}: ${code}`).to.equal(true)
    const links = [...text.matchAll(/\]\((docs\/[^)#\s]+)/g)].map(([, link = '']) => link)
    expect(links).to.have.length.above(100)
    expect(links.filter((link) => !existsSync(inRepository(link)))).to.deep.equal([])
  })
})
