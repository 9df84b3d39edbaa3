import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { browserPath } from '../support/browser-path.js'
import { type App, type RootModule, useApps } from './rooms.js'

export interface OpenPage {
  readonly app: App
  readonly boot: ReturnType<typeof useApps>
  readonly address: string
  readonly page: Page
  /** The errors of the page, and its requests to other hosts. */
  readonly faults: readonly string[]
}

/**
 * Call it in a `describe`. Returns a function that serves a root module and opens its inspector. Skips the tests if
 * there is no browser.
 */
export function usePages(): (root: RootModule, options?: BrowserContextOptions) => Promise<OpenPage> {
  const boot = useApps()
  let browser: Browser

  before(async function () {
    this.timeout(60_000)
    if (!existsSync(browserPath)) {
      console.log(`      skipped: there is no Chromium at ${browserPath}; CHROMIUM_PATH names another place`)
      this.skip()
    }
    browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  })
  after(() => browser?.close())
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
  })

  return async (root, options = {}) => {
    const app = boot(root)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const page = await (await browser.newContext(options)).newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (line) => {
      if (line.type() === 'error' || line.type() === 'warning') faults.push(line.text())
    })
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(address) && !url.startsWith('data:')) faults.push(`asked for ${url}`)
    })
    await page.goto(`${address}/__alcove`)
    await page.getByRole('tree').waitFor()
    return { app, boot, address, page, faults }
  }
}

/** Resolves when the page has the details of the chosen route, which it requests from the application. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main[aria-busy="false"]').waitFor()
}

/** Chooses the route whose title begins with the text, such as `GET /two`. */
export async function chooseRoute(page: Page, title: string): Promise<void> {
  await page.getByRole('treeitem', { name: new RegExp(`^${title}`) }).click()
  await settled(page)
}
