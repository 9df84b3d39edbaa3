import { readdir, readFile } from 'node:fs/promises'
import { errorCodes } from 'alcove'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { type Page, readPage, readPages } from './markdown.js'

/** A code is listed where it is a heading or the first cell of a row. One is node's own. */
function listedCodes(page: Page): readonly string[] {
  const places = /^(?:#{2,6}\s+|\|\s*)(?:<a[^>]*><\/a>)?\[?`?((?:FST|ALC)_ERR_[A-Z0-9_]+|EADDRINUSE)/gm
  return [...page.prose.matchAll(places)].map((match) => match[1] ?? '')
}

function mentionedCodes(page: Page): readonly string[] {
  return [...page.text.matchAll(/\b(?:FST|ALC)_ERR_[A-Z0-9_]*[A-Z0-9]\b(?!_)/g)].map((match) => match[0])
}

describe('docs/reference/errors.md', () => {
  it('lists each code of the table', async () => {
    const listed = new Set(listedCodes(await readPage('docs/reference/errors.md')))
    expect(Object.keys(errorCodes).filter((code) => !listed.has(code))).to.deep.equal([])
  })

  it('lists no code that is not in the table', async () => {
    const listed = listedCodes(await readPage('docs/reference/errors.md'))
    expect(listed.filter((code) => !(code in errorCodes))).to.deep.equal([])
  })

  it('lists no code twice', async () => {
    const listed = listedCodes(await readPage('docs/reference/errors.md'))
    expect(listed.filter((code, index) => listed.indexOf(code) !== index)).to.deep.equal([])
  })

  it('is not contradicted by any other page', async () => {
    const pages = await readPages()
    const unknown = pages.flatMap((page) =>
      mentionedCodes(page)
        .filter((code) => !(code in errorCodes))
        .map((code) => `${page.path}: ${code}`),
    )
    expect(unknown).to.deep.equal([])
  })
})

describe('the table of errors', () => {
  for (const [name, Class] of Object.entries(errorCodes)) {
    it(`keeps ${name} under its own code`, () => expect(Class.code).to.equal(name))
  }
})

describe('the table of errors', () => {
  it('takes each code from one place: of two, one would be dead', async () => {
    const names = (await readdir(inRepository('src', 'errors'))).filter((name) => name.endsWith('-codes.ts'))
    const files = await Promise.all(names.map((name) => readFile(inRepository('src', 'errors', name), 'utf8')))
    const defined = files.flatMap((text) =>
      [...text.matchAll(/^ {2}(\w+): defineError\(/gm)].map(([, code = '']) => code),
    )
    expect(defined.filter((code, index) => defined.indexOf(code) !== index)).to.deep.equal([])
    expect(defined).to.have.length(Object.keys(errorCodes).length)
  })
})
