import { Module } from 'alcove'
import { Inspector } from 'alcove/inspector'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { usePages } from './browser.js'
import { largeApplication } from './large-application.js'
import type { RootModule } from './rooms.js'

const large = () => largeApplication([Inspector])

/** 150 modules side by side. */
function flat(): RootModule {
  const modules = Array.from({ length: 150 }, (_, index) => {
    class Part {}
    Object.defineProperty(Part, 'name', { value: `Search${index}Module` })
    Module({ decorateRequest: { [`value${index}`]: 1 } })(Part)
    return Part
  })
  @Module({ imports: [...modules, Inspector] })
  class AppModule {}
  return AppModule
}

async function sizeOf(page: Page): Promise<{ elements: number; height: number; width: number }> {
  const [elements, height, width] = await page.evaluate<[number, number, number]>(
    `[document.querySelectorAll('*').length, document.documentElement.scrollHeight, document.documentElement.scrollWidth]`,
  )
  return { elements, height, width }
}

const roomNames = (page: Page) =>
  page.locator('.room').evaluateAll((all) => all.map((each) => each.getAttribute('data-name')))

describe('the inspector of an application with 150 modules and 1500 routes', function () {
  this.timeout(60_000)
  const open = usePages()

  it('starts folded, on one screen, with counts for each module', async () => {
    const { page, faults } = await open(large(), { viewport: { width: 1280, height: 800 } })
    const { elements, height } = await sizeOf(page)
    expect(height).to.equal(800)
    expect(elements).to.be.below(300)
    const order = page.locator('.room[data-name="OrderModule"]')
    expect(await order.getByRole('treeitem').getAttribute('aria-expanded')).to.equal('false')
    expect(await order.innerText()).to.match(/150 routes, 14 contexts/)
    expect(faults).to.deep.equal([])
  })

  it('starts with contexts of one line each where 150 are side by side', async () => {
    const { page } = await open(flat(), { viewport: { width: 1440, height: 900 } })
    expect(await page.locator('.room').count()).to.equal(151)
    const { elements, height } = await sizeOf(page)
    expect(height).to.be.below(1000)
    expect(elements).to.be.below(2500)
  })

  it('fits a narrow window, folded and with an open context', async () => {
    const { page } = await open(large(), { viewport: { width: 390, height: 800 } })
    await page.locator('.room[data-name="OrderModule"] .chevron').click()
    const { height, width } = await sizeOf(page)
    expect(width).to.equal(390)
    expect(height).to.be.below(3500)
  })

  it('opens a context by its chevron and by keys, and the contexts around a chosen route', async () => {
    const { page } = await open(large())
    await page.locator('.room-head[data-name="StockModule"]').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('.route').count()).to.equal(10)
    await page.keyboard.press('ArrowLeft')
    expect(await page.locator('.route').count()).to.equal(0)
    await page.goto(`${page.url()}#${encodeURIComponent('DELETE /orders/label/:id')}`)
    await page.reload()
    await page.getByRole('heading', { name: 'Stages' }).waitFor()
    expect(await page.locator('.room-head[aria-expanded="true"]').count()).to.equal(3)
    expect(await page.locator('.route[data-chosen="true"]').innerText()).to.contain('OrderLabels.remove')
  })

  it('shows a search that finds few things open, and one that finds many as counts', async () => {
    const { page } = await open(large())
    const field = page.getByRole('searchbox')
    await field.fill('delete orders label')
    await page.getByText('1 found').waitFor()
    expect(await page.locator('.route').count()).to.equal(1)
    await field.fill('route')
    await page.getByText('1500 found').waitFor()
    expect(await page.locator('.room[data-name="OrderModule"]').innerText()).to.contain('150 found')
    expect((await sizeOf(page)).elements).to.be.below(400)
    await page.locator('.room[data-name="OrderModule"] .chevron').click()
    expect(await page.locator('.route').count()).to.equal(10)
    await field.fill('')
    expect((await roomNames(page)).length).to.equal(11)
  })

  it('lists the values that a route does not see only in an open list, and not all of them', async () => {
    const { page } = await open(large())
    await page.goto(`${page.url()}#${encodeURIComponent('GET /orders/label')}`)
    await page.getByRole('heading', { name: 'Visible values' }).waitFor()
    expect((await sizeOf(page)).elements).to.be.below(800)
    await page.getByText(/^Does not see: \d{3} entries/).click()
    await page.getByText(/^And \d+ more/).waitFor()
    expect((await sizeOf(page)).elements).to.be.below(1800)
  })

  it('counts the requests of a folded context', async () => {
    const { page, address } = await open(large())
    await fetch(`${address}/orders/label/7`)
    await page.locator('.room[data-name="OrderModule"] .figures', { hasText: '1 request' }).waitFor()
  })

  it('keeps a chosen context, a value and a search in its address', async () => {
    const { page } = await open(large())
    await page.getByRole('searchbox').fill('ordercaller')
    await page.locator('.chip[data-name="orderCaller"]').click()
    const heading = page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { level: 2 })
    await heading.waitFor()
    await page.reload()
    expect(await heading.innerText()).to.equal('orderCaller')
    expect(await page.getByRole('searchbox').inputValue()).to.equal('ordercaller')
    await page.getByRole('button', { name: 'OrderModule' }).click()
    await page.getByRole('heading', { name: 'OrderModule', level: 2 }).waitFor() // the address has it then
    await page.reload()
    expect(await heading.innerText()).to.equal('OrderModule')
    await page.evaluate(`location.hash = encodeURIComponent('GET /stocks/all')`)
    await page.getByRole('heading', { name: 'GET /stocks/all' }).waitFor()
  })
})
