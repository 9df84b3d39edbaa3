import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodes } from 'alcove'
import { expect } from 'chai'
import { chromium } from 'playwright-core'
import { browserPath } from '../support/browser-path.js'
import { inRepository } from '../support/repository.js'
import { navigationOf, readSite, type SitePage, serveSite, site, targetsOf } from './site-pages.js'

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
      for (const { path } of page === undefined ? [] : targetsOf(navigationOf(page))) reached.add(path)
    }
    const others = pages.map(({ url }) => url).filter((url) => url !== '/404.html' && !reached.has(url))
    expect(others).to.deep.equal([])
  })

  it('has the comments of what the package exports', () => {
    const text = pages.filter(({ url }) => url.startsWith('/api/')).map(({ html }) => html)
    for (const name of ['PluginWrapped', 'createTestApp', 'inspect', 'compileServer', 'Inspector', 'requestValue']) {
      expect(
        text.some((html) => new RegExp(`<h3 id="[^"]*"[^>]*>${name}\\b`).test(html)),
        name,
      ).to.equal(true)
    }
  })

  describe('in a browser', () => {
    before(function () {
      if (existsSync(browserPath)) return
      console.log(`      skipped: there is no Chromium at ${browserPath}; CHROMIUM_PATH names another place`)
      this.skip()
    })

    /** The titles that the search finds, without asking any other server. */
    async function find(words: string): Promise<readonly string[]> {
      const { address, close } = await serveSite()
      const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
      try {
        const page = await browser.newPage()
        const elsewhere: string[] = []
        page.on('request', (request) => {
          if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(address))
            elsewhere.push(request.url())
        })
        await page.goto(`${address}/guide/getting-started.html`)
        await page.getByRole('button', { name: 'Search' }).first().click()
        await page.locator('#localsearch-input').fill(words)
        await page.locator('.VPLocalSearchBox .result').first().waitFor()
        expect(elsewhere).to.deep.equal([])
        return await page.locator('.VPLocalSearchBox .result').allInnerTexts()
      } finally {
        await browser.close()
        close()
      }
    }

    it('finds PluginWrapped by its search', async () => {
      expect((await find('PluginWrapped')).join('\n')).to.match(/wrap/i)
    })

    it('finds the page of an error by its code', async () => {
      const [code = ''] = Object.keys(errorCodes).filter((name) => name === 'ALC_ERR_VALUE_INVISIBLE')
      expect((await find(code)).join('\n')).to.include(code)
    })
  })
})
