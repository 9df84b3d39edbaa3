import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import swaggerUi from '@fastify/swagger-ui'
import { bootstrap, Controller, Get, Module, Param, type PluginSource, Schema, use } from 'alcove'
import { OpenApi } from 'alcove/openapi'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { chromium, type Page } from 'playwright-core'
import { tools } from './validators.js'

const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

@Controller('/books')
class BooksController {
  @Get('/:id')
  @Schema({ summary: 'Read a book', response: { 200: { title: { type: 'string' } } } })
  read(@Param('id', { type: 'integer' }) id: number) {
    return { title: `Book ${id}` }
  }
}

@Module({ prefix: '/api', controllers: [BooksController] })
class Books {}

@Module({
  imports: [Books, use(OpenApi, { info: { title: 'Library' }, page: use(swaggerUi, { routePrefix: '/docs' }) })],
})
class AppModule {}

describe('the page of the module OpenApi', () => {
  it('is served by a plugin, which gets the document that the module serves, as JSON and as YAML', async () => {
    await using app = await createTestApp(AppModule)
    const served = (await app.inject('/openapi.json')).json()
    expect(Object.keys(served.paths)).to.deep.equal(['/api/books/{id}'])
    expect((await app.inject('/docs/json')).json()).to.deep.equal(served)
    expect((await app.inject('/docs/yaml')).json()).to.deep.equal(served)
    expect((await app.inject('/docs/')).headers['content-type']).to.match(/^text\/html/)
  })

  it('may be a plugin without options', async () => {
    @Module({ imports: [Books, use(OpenApi, { page: swaggerUi })] })
    class Short {}
    await using app = await createTestApp(Short)
    expect((await app.inject('/documentation/json')).json().paths).to.have.keys('/api/books/{id}')
  })

  it('is a plugin: another value is refused', async () => {
    @Module({ imports: [use(OpenApi, { page: '/docs' } as never)] })
    class Wrong {}
    const error = await createTestApp(Wrong).then(String, (thrown: Error) => thrown)
    expect(error).to.include({ code: 'ALC_ERR_OPENAPI_OPTION' })
    expect(String(error)).to.include(
      'Option page of OpenApi is the string "/docs". Pass a plugin, or use(plugin, options)',
    )
  })

  it('shows the operations in a browser, and calls one', async function () {
    needBrowser(this)
    this.timeout(60_000)
    const failures = await visit(AppModule, '/docs/', async (page) => {
      const operation = page.locator('.opblock').first()
      await operation.waitFor()
      expect(await operation.innerText()).to.match(/GET[\s\S]*\/api\/books\/\{id\}[\s\S]*Read a book/)
      await operation.locator('.opblock-summary-control').click()
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.locator('input[placeholder="id"]').fill('7')
      await operation.getByRole('button', { name: 'Execute' }).click()
      const answer = operation.locator('.live-responses-table .response').first()
      await answer.waitFor()
      expect(await answer.innerText()).to.match(/200[\s\S]*"title": "Book 7"/)
    })
    expect(failures).to.deep.equal([])
  })

  it('may be that of Scalar', async function () {
    const entry = `${tools}/node_modules/@scalar/fastify-api-reference/dist/index.js`
    if (!existsSync(entry)) {
      console.log('      skipped: Scalar is not installed; npm --prefix test/openapi/tools ci installs it')
      this.skip()
    }
    needBrowser(this)
    this.timeout(60_000)
    const { default: scalar } = (await import(pathToFileURL(entry).href)) as { default: PluginSource }
    @Module({ imports: [Books, use(OpenApi, { page: use(scalar, { routePrefix: '/reference' }) })] })
    class WithScalar {}
    const failures = await visit(WithScalar, '/reference/', async (page) => {
      await page.getByText('Read a book').first().waitFor()
      expect(await page.locator('body').innerText()).to.match(/GET\s+\/api\/books\/\{id\}/)
    })
    expect(failures).to.deep.equal([])
  })
})

function needBrowser(test: Mocha.Context): void {
  if (existsSync(browserPath)) return
  console.log(`      skipped: there is no Chromium at ${browserPath}; CHROMIUM_PATH names another place`)
  test.skip()
}

/** Opens a page of an application in Chromium; gives the messages of what failed in the page. */
async function visit(
  Root: Parameters<typeof bootstrap>[0],
  path: string,
  look: (page: Page) => Promise<void>,
): Promise<string[]> {
  await using app = bootstrap(Root, { logger: false, gracefulShutdown: false })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    await page.goto(`${address}${path}`)
    await look(page)
    return failures
  } finally {
    await browser.close()
  }
}
