import { stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { anchorsOf, linksOf, type Page, parsePage, readPages } from './markdown.js'

type Pages = ReadonlyMap<string, Page>

function isRelative(link: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(link)
}

/** The problem of a link, as a sentence; `null` when its target exists. */
async function checkLink(page: Page, link: string, pages: Pages): Promise<string | null> {
  const [path = '', anchor] = decodeURI(link).split('#')
  const target = path === '' ? page.path : posix.join(posix.dirname(page.path), path)
  const exists = pages.has(target) || (await stat(inRepository(target)).catch(() => null)) !== null
  if (!exists) return `${page.path}: ${link} leads to ${target}, which does not exist`
  const targetPage = pages.get(target)
  if (anchor === undefined || targetPage === undefined || anchorsOf(targetPage).has(anchor)) return null
  return `${page.path}: ${link} names a heading that ${target} does not have`
}

async function checkPage(page: Page, pages: Pages): Promise<readonly string[]> {
  const checks = linksOf(page)
    .filter(isRelative)
    .map((link) => checkLink(page, link, pages))
  return (await Promise.all(checks)).filter((problem) => problem !== null)
}

function mapOf(pages: readonly Page[]): Pages {
  return new Map(pages.map((page) => [page.path, page]))
}

describe('links in the documentation', () => {
  it('lead to a file, and to a heading where they name one', async () => {
    const pages = await readPages()
    const problems = await Promise.all(pages.map((page) => checkPage(page, mapOf(pages))))
    expect(problems.flat().join('\n')).to.equal('')
  })

  it('name tests and sources as paths that exist, because the package has the pages without them', async () => {
    const pages = await readPages()
    const named = pages.flatMap((page) =>
      [...page.prose.matchAll(/`((?:test|samples|bench|docs|src(?!\/main\.))\/[\w./-]+)`/g)].map(([, file = '']) => ({
        page,
        file,
      })),
    )
    expect(named).to.have.length.above(100)
    const gone: string[] = []
    for (const { page, file } of named)
      if ((await stat(inRepository(file)).catch(() => null)) === null) gone.push(`${page.path}: ${file}`)
    expect(gone).to.deep.equal([])
  })

  it('are found broken in each form', async () => {
    const text = '# A `b` c\n[x](./gone.md) ![y](gone.png "title")\n[z]: ../gone.md\n[t](#a-b-c) [u](#a-c) `[v](no.md)`'
    const page = parsePage('docs/page.md', `${text}\n\`\`\`md\n[w](no.md)\n\`\`\``)
    const problems = await checkPage(page, mapOf([page]))
    expect(problems.map((problem) => problem.split(' ')[1])).to.deep.equal([
      './gone.md',
      'gone.png',
      '../gone.md',
      '#a-c',
    ])
  })
})
