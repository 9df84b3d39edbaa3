import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { readPage } from '../docs/markdown.js'
import { listedNames } from '../docs/sections.js'
import { inRepository } from '../support/repository.js'
import { useSite } from './browser.js'
import { navigationOf, readSite, type SitePage, site, targetsOf } from './pages.js'

describe('the site of the documentation', function () {
  this.timeout(120_000)

  let pages: readonly SitePage[] = []

  before(async function () {
    if (!existsSync(join(site, 'index.html'))) {
      console.log('      skipped: npm run docs has not built it')
      this.skip()
    }
    pages = await readSite()
  })

  it('has a page for each page that it was built of', async () => {
    const built = new Set(pages.map(({ url }) => url))
    const names = await readdir(inRepository('docs', 'site', 'build'), { recursive: true })
    const written = names.filter((name) => name.endsWith('.md')).map((name) => name.replaceAll('\\', '/'))
    expect(written).to.include('guide/errors.md')
    expect(written.filter((name) => !built.has(`/${name.replace(/\.md$/, '.html')}`))).to.deep.equal([])
  })

  it('has no link that leads nowhere', async () => {
    const anchors = new Map(
      pages.map(({ url, html }) => [url, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))]),
    )
    const dead: string[] = []
    for (const page of pages) {
      for (const { path, anchor } of targetsOf(page)) {
        const ids = anchors.get(path)
        const exists = ids !== undefined || (await stat(join(site, path)).catch(() => null)) !== null
        if (!exists || (anchor !== null && ids?.has(anchor) === false))
          dead.push(`${page.url}: ${path}#${anchor ?? ''}`)
      }
    }
    expect([...new Set(dead)].join('\n')).to.equal('')
  })

  it('is reached as a whole from its navigation', () => {
    const byUrl = new Map(pages.map((page) => [page.url, page]))
    const reached = new Set(['/index.html'])
    for (const url of reached) {
      const page = byUrl.get(url)
      // The first page has no sidebar. Its links lead to pages that have one.
      const read = url === '/index.html' ? (each: SitePage) => each : navigationOf
      for (const { path } of page === undefined ? [] : targetsOf(read(page))) reached.add(path)
    }
    const others = pages.map(({ url }) => url).filter((url) => url !== '/404.html' && !reached.has(url))
    expect(others).to.deep.equal([])
  })

  it('has the comments of what the package exports', async () => {
    const text = pages.filter(({ url }) => url.startsWith('/api/')).map(({ html }) => html)
    const { text: listed } = await readPage('docs/reference/exports.md')
    const types = [...listed.matchAll(/^import type \{([^}]*)\} from 'alcove/gm)].flatMap(([, names = '']) =>
      names.split(','),
    )
    // The first table is about the entries.
    const names = [...listedNames(listed).filter((name) => name !== 'alcove'), ...types.map((name) => name.trim())]
    expect(names).to.include.members(['PluginWrapped', 'createTestApp', 'OpenApi', 'GuardFunction'])
    const heading = (name: string): RegExp => new RegExp(`<h3 id="[^"]*"[^>]*>(?:abstract )?${name}\\b`)
    expect(names.filter((name) => name !== '' && !text.some((html) => heading(name).test(html)))).to.deep.equal([])
  })

  it('serves its texts for code assistants, and each page as Markdown', async () => {
    const text = await readFile(join(site, 'llms.txt'), 'utf8')
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    expect(links).to.include.members(['llms-full.txt', 'guide/guards.md'])
    expect(links.filter((link) => !existsSync(join(site, link)))).to.deep.equal([])
  })

  describe('in a browser', () => {
    const open = useSite()

    it('asks no other server, for its search neither', async () => {
      const page = await open('/guide/getting-started.html')
      const { origin } = new URL(page.url())
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(origin)) elsewhere.push(request.url())
      })
      await page.reload()
      // Before Vue has taken over the page, a click on the button has no effect.
      await page.waitForFunction("document.querySelector('#app')?.__vue_app__ !== undefined")
      await page.getByRole('button', { name: 'Search' }).first().click()
      await page.locator('#localsearch-input').fill('PluginWrapped')
      await page.locator('.VPLocalSearchBox .result').first().waitFor()
      expect(elsewhere).to.deep.equal([])
    })

    it('has pages of the API that are no longer than 12,000 pixels', async () => {
      const paths = pages.map(({ url }) => url).filter((url) => url.startsWith('/api/'))
      expect(paths).to.have.length.above(20)
      const page = await open('/api/index.html', { viewport: { width: 1280, height: 800 } })
      const long: string[] = []
      for (const path of paths) {
        await page.goto(new URL(path, page.url()).href)
        const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
        if (height > 12_000) long.push(`${path}: ${height}`)
      }
      expect(long).to.deep.equal([])
    })
  })
})
