import {
  Body,
  Controller,
  Get,
  Guard,
  Headers,
  Module,
  Param,
  Post,
  Query,
  type Request,
  Schema,
  shared,
  use,
} from 'alcove'
import { Inspector } from 'alcove/inspector'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { usePages } from './browser.js'
import { useApps } from './rooms.js'

const Item = shared('item', {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    name: { type: 'string', minLength: 6 },
    kind: { enum: ['book', 'pen'] },
    price: { type: 'number', minimum: 0.5 },
    added: { type: 'string', format: 'date-time' },
    tags: { type: 'array', minItems: 2, items: { type: 'string' } },
    parent: { $ref: '#' },
  },
})

@Controller('/items')
class Items {
  @Get('/:id')
  @Schema({
    params: { id: { type: 'integer', minimum: 3 } },
    querystring: {
      type: 'object',
      required: ['page'],
      properties: { page: { type: 'integer' }, q: { type: 'string' } },
    },
    headers: { type: 'object', required: ['x-tenant'], properties: { 'x-tenant': { type: 'string' } } },
  })
  read(@Param('id') id: number, @Query('page') page: number, @Headers('x-tenant') tenant: string) {
    return { id, page, tenant }
  }

  @Post() @Schema({ body: Item.ref }) add(@Body() body: object) {
    return body
  }

  @Get('/files/*') file(request: Request) {
    return { url: request.url, cookie: request.headers.cookie ?? 'none' }
  }
}

@Controller('/closed')
@Guard(() => false)
class Closed {
  @Get() read() {
    return {}
  }
}

@Module({ schemas: [Item], controllers: [Items, Closed], imports: [Inspector] })
class Shop {}

async function choose(page: Page, route: RegExp): Promise<void> {
  await page.getByRole('treeitem', { name: route }).click()
  await page.getByText('Send a request').click()
}

async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.locator('.answer').waitFor()
  return page.locator('.answer').innerText()
}

describe('a request sent from the inspector', function () {
  this.timeout(60_000)
  const open = usePages()
  const boot = useApps()

  it('is filled in from the schemas of the route, and its answer is shown', async () => {
    const { page, faults } = await open(Shop)
    await choose(page, /^GET \/items\/:id/)
    expect(await page.locator('.address').innerText()).to.equal('GET /items/3?page=1')
    expect(await page.getByLabel('headers').inputValue()).to.equal('x-tenant: text')
    await page.getByRole('textbox', { name: ':id' }).fill('7')
    const answer = await send(page)
    expect(answer)
      .to.match(/^200 OK in [\d.]+ (µs|ms|s)/)
      .and.to.contain('"tenant": "text"')
    expect(answer).to.match(/\d+ headers/)
    expect(faults).to.deep.equal([])
  })

  it('has a body that the schema allows', async () => {
    const { page, faults } = await open(Shop)
    await choose(page, /^POST \/items/)
    const body = JSON.parse(await page.getByLabel('body').inputValue())
    expect(body).to.include({ kind: 'book', price: 1, added: '2030-01-31T12:00:00Z' })
    expect(body.tags).to.have.length(2)
    expect(await send(page)).to.match(/^200 OK/)
    await page.getByLabel('body').fill('{"name":"x"}')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText(/^400 Bad Request/).waitFor()
    expect(faults.filter((fault) => !fault.includes('400'))).to.deep.equal([])
  })

  it('cannot leave the path of its route or this host by what fills a parameter', async () => {
    const { page, faults } = await open(Shop)
    await choose(page, /^GET \/items\/:id/)
    await page.getByRole('textbox', { name: ':id' }).fill('../..//evil.test/?a#b')
    expect(await page.locator('.address').innerText()).to.equal('GET /items/..%2F..%2F%2Fevil.test%2F%3Fa%23b?page=1')
    await choose(page, /^GET \/items\/files/)
    await page.getByLabel('rest of the path').fill('a b/c')
    expect(await send(page)).to.contain('/items/files/a%20b/c')
    await page.getByLabel('rest of the path').fill('a/../../1')
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.locator('.sender .bad').innerText()).to.contain('A parameter is "." or ".."')
    expect(faults).to.deep.equal([])
  })

  it('goes without the cookies of the browser, unless the user adds them', async () => {
    const { page } = await open(Shop)
    await page.evaluate(`document.cookie = 'session=1; path=/'`)
    await choose(page, /^GET \/items\/files/)
    expect(await send(page)).to.contain('"cookie": "none"')
    await page.getByLabel('with the cookies').check()
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('"cookie": "session=1"').waitFor()
  })

  it('can be followed through the stages, to the one where it ended', async () => {
    const { page } = await open(Shop)
    await choose(page, /^GET \/closed/)
    expect(await send(page)).to.match(/^403/)
    await page.locator('.trace', { hasText: '403' }).click()
    const ended = page.locator('.stages li', { has: page.locator('.ended') })
    expect(await ended.innerText()).to.match(/guard/)
    expect(await page.locator('[data-stage="handler"]').getAttribute('data-ran')).to.equal('false')
    await page.getByRole('button', { name: 'all', exact: true }).click()
    expect(await page.locator('.ended').count()).to.equal(0)
  })

  it('is typed without moving to the search or forgetting the route', async () => {
    const { page } = await open(Shop)
    await choose(page, /^POST \/items/)
    const body = page.getByLabel('body')
    await body.fill('')
    await body.press('/')
    await body.press('Escape')
    expect(await body.inputValue()).to.equal('/')
  })

  it('is not offered in production', async () => {
    @Module({ controllers: [Items], schemas: [Item], imports: [use(Inspector, { allowInProduction: true })] })
    class Guarded {}
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    try {
      const app = boot(Guarded)
      await app.ready()
      expect((await app.inject('/__alcove/overview')).json().sends).to.equal(false)
      const { page } = await open(Guarded)
      await page.getByRole('treeitem', { name: /^GET \/items\/:id/ }).click()
      await page.getByRole('heading', { name: 'Stages' }).waitFor()
      expect(await page.getByText('Send a request').count()).to.equal(0)
    } finally {
      if (before === undefined) delete process.env.NODE_ENV
      else process.env.NODE_ENV = before
    }
  })
})
