import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { linksOf, readPage, readPages } from './markdown.js'

interface Part {
  readonly pages?: readonly string[]
  /** All pages of a folder. */
  readonly folder?: string
}

describe('docs/guide', () => {
  it('begins each page with the question that it answers', async () => {
    const pages = (await readPages()).filter(({ path }) => path.startsWith('docs/guide/'))
    const others = pages
      .filter(({ text }) => !/^# [^\n]+\n\n> \*\*[^*]+\?[^*]*\*\*\n\n/.test(text))
      .map(({ path }) => path)
    expect(others).to.deep.equal([])
  })

  it('is listed as a whole in the README', async () => {
    const links = new Set(linksOf(await readPage('README.md')))
    const pages = (await readPages()).filter(({ path }) => /^docs\/(?:guide|reference)\//.test(path))
    expect(pages.map(({ path }) => path).filter((path) => !links.has(path))).to.deep.equal([])
  })

  it('has, as all pages, its place in the navigation of the site', async () => {
    const file = pathToFileURL(inRepository('docs', 'site', 'navigation.js')).href
    const { navigation }: { navigation: readonly Part[] } = await import(file)
    const listed = new Set(navigation.flatMap(({ pages = [] }) => pages))
    const folders = navigation.flatMap(({ folder }) => (folder === undefined ? [] : [folder]))
    const written = (await readPages()).flatMap(({ path }) => /^docs\/(?!index\.md)(.+)\.md$/.exec(path)?.[1] ?? [])
    expect([...listed].filter((page) => !written.includes(page))).to.deep.equal([])
    const others = written.filter((page) => !listed.has(page) && !folders.includes(page.split('/')[0] ?? ''))
    expect(others).to.deep.equal([])
  })
})
