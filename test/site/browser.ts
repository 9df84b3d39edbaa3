import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { browserPath } from '../support/browser-path.js'
import { serveSite, site } from './pages.js'

/** Call in a `describe`: skips it without a browser or a built site. Opens pages by their path. */
export function useSite(): (path: string, options?: BrowserContextOptions) => Promise<Page> {
  let browser: Browser | undefined
  let served: Awaited<ReturnType<typeof serveSite>> | undefined

  before(async function () {
    this.timeout(60_000)
    const missing = existsSync(browserPath) ? 'npm run docs has not built it' : `there is no Chromium at ${browserPath}`
    if (!existsSync(browserPath) || !existsSync(join(site, 'index.html'))) {
      console.log(`      skipped: ${missing}`)
      this.skip()
    }
    served = await serveSite()
    browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  })
  after(async () => {
    await browser?.close()
    served?.close()
  })
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
  })

  return async (path, options = {}) => {
    if (browser === undefined || served === undefined) throw new Error('the site is open in tests only')
    const page = await (await browser.newContext(options)).newPage()
    await page.goto(`${served.address}${path}`)
    await page.waitForFunction('"__vue_app__" in document.querySelector("#app")') // keys do nothing before Vue has mounted
    return page
  }
}
