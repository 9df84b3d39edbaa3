import { existsSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { Controller, Get, Module, Schema, use } from 'alcove'
import { expect } from 'chai'
import { chromium } from 'playwright-core'
import { useServed } from './served.js'

const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

@Controller()
class Pets {
  @Get('/pets')
  @Schema({ summary: 'All the pets', tags: ['pets'], response: { 200: { type: 'array', items: { type: 'string' } } } })
  list(): string[] {
    return ['cat']
  }
}

const openapi = { openapi: '3.1.0', info: { title: 'Pet shop', version: '1.0.0' } }

@Module({
  prefix: '/api',
  plugins: [use(swagger, { openapi }), use(swaggerUi, { routePrefix: '/docs' })],
  controllers: [Pets],
})
class Api {}

@Module({ prefix: '/beside', controllers: [Pets] })
class Beside {}

@Module({ imports: [Api, Beside] })
class App {}

describe('@fastify/swagger-ui in a module', () => {
  const serve = useServed()

  it('serves the page and its files below the prefix of the module', async () => {
    const { ask } = await serve(App)
    const page = await ask('GET /api/docs/')
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
    for (const [, path = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const { pathname } = new URL(path, 'http://localhost/api/docs/')
      expect((await ask(`GET ${pathname}`)).status, pathname).to.equal(200)
    }
  })

  it('serves the document as JSON and as YAML', async () => {
    const { ask } = await serve(App)
    expect((await ask('GET /api/docs/json')).json()).to.deep.include({ openapi: '3.1.0', info: openapi.info })
    expect((await ask('GET /api/docs/yaml')).text).to.match(/^openapi: 3\.1\.0\n/)
  })

  it('describes the module alone, and serves no page in a sibling module', async () => {
    const { ask } = await serve(App)
    expect(Object.keys((await ask('GET /api/docs/json')).json().paths)).to.deep.equal(['/api/pets'])
    expect((await ask('GET /beside/docs/')).status).to.equal(404)
    expect((await ask('GET /docs/')).status).to.equal(404)
  })

  it('renders in a browser what the module declares', async function () {
    if (!existsSync(browserPath)) {
      console.log(`      skipped: there is no Chromium at ${browserPath}; CHROMIUM_PATH names another place`)
      this.skip()
    }
    this.timeout(60_000)
    const { address } = await serve(App)
    const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      const failures: string[] = []
      page.on('pageerror', ({ message }) => failures.push(message))
      await page.goto(`${address}/api/docs/`)
      await page.locator('.opblock').first().waitFor()
      expect(await page.locator('.info h1, .info h2').first().innerText()).to.match(/^Pet shop/)
      expect(await page.locator('.opblock-summary').first().innerText()).to.match(
        /GET[\s\S]*\/api\/pets[\s\S]*All the pets/,
      )
      expect(failures).to.deep.equal([])
    } finally {
      await browser.close()
    }
  })
})
