import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { linksOf, readPage, readPages } from './markdown.js'

interface Part {
  readonly pages?: readonly string[]
  /** All pages of a folder. */
  readonly folder?: string
}

/** Pages of the guide, the recipes and the migrations: each begins with the question that it answers. */
const told = /^docs\/(?:guide|recipes|from-\w+)\//
/** The overview of the guide lists the reference, too. */
function isListed(path: string): boolean {
  return told.test(path) || path.startsWith('docs/reference/')
}

describe('the guide', () => {
  it('begins each page with the question that it answers', async () => {
    const pages = (await readPages()).filter(({ path }) => told.test(path))
    const others = pages
      .filter(({ text }) => !/^# [^\n]+\n\n> \*\*[^*]+\?[^*]*\*\*\n\n/.test(text))
      .map(({ path }) => path)
    expect(others).to.deep.equal([])
  })

  it('has one subject on each page, which is no longer than can be read at once', async () => {
    const pages = (await readPages()).filter(({ path }) => told.test(path))
    const long = pages.filter(({ text }) => text.split('\n').length > 300)
    expect(long.map(({ path }) => path)).to.deep.equal([])
  })

  it('is listed as a whole in the overview of a folder, and the README lists each overview', async () => {
    const pages = await readPages()
    const overviews = pages.filter(({ path }) => told.test(path) && path.endsWith('/overview.md'))
    const targets = (page: (typeof pages)[number]) =>
      linksOf(page).map((link) => posix.join(posix.dirname(page.path), link.replace(/#.*/, '')))
    expect(targets(await readPage('README.md'))).to.include.members(overviews.map(({ path }) => path))
    const links = new Set(overviews.flatMap(targets))
    const listed = pages.filter(({ path }) => !path.endsWith('/overview.md') && isListed(path))
    expect(listed.map(({ path }) => path).filter((path) => !links.has(path))).to.deep.equal([])
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
