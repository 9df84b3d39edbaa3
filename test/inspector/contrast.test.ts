import { Controller, Delete, Get, Guard, Module, Patch, Post, Put } from 'alcove'
import { Inspector } from 'alcove/inspector'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { usePages } from './browser.js'
import { encapsulated } from './rooms.js'

// Runs in the page: the texts whose contrast with what is behind them is too low, by WCAG 2.2, 1.4.3.
const lowContrasts = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const read = (color) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const over = (top, below) => [0, 1, 2].map((part) => top[part] * top[3] + below[part] * (1 - top[3])).concat(1)
  const behind = (element) => {
    if (element === null) return [255, 255, 255, 1]
    const own = read(getComputedStyle(element).backgroundColor)
    return own[3] === 1 ? own : over(own, behind(element.parentElement))
  }
  const light = (color) => {
    const [red, green, blue] = color.slice(0, 3).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const low = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    const text = texts.currentNode.data.trim()
    if (text === '' || !element.checkVisibility() || element.closest('script, style, .hidden, :disabled')) continue
    const style = getComputedStyle(element)
    const back = behind(element)
    const [one, other] = [light(over(read(style.color), back)), light(back)].sort((a, b) => b - a)
    const ratio = (one + 0.05) / (other + 0.05)
    const size = parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    if (ratio < (isLarge ? 3 : 4.5)) low.push(text.slice(0, 40) + ' ' + ratio.toFixed(2))
  }
  return low
})()`

async function expectReadable(page: Page, state: string): Promise<void> {
  await page.waitForTimeout(250) // colours change over 150 ms
  expect(await page.evaluate(lowContrasts), state).to.deep.equal([])
}

@Controller('/items')
class Items {
  @Get() list() {
    return []
  }
  @Post() add() {
    return {}
  }
  @Put() replace() {
    return {}
  }
  @Patch() change() {
    return {}
  }
  @Delete() remove() {
    throw new Error('failed')
  }
}

@Controller('/closed')
@Guard(() => false)
class Closed {
  @Get() read() {
    return {}
  }
}

@Module({ controllers: [Items, Closed], imports: [Inspector] })
class Shop {}

describe('texts of the inspector', function () {
  this.timeout(60_000)
  const open = usePages()

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`have enough contrast with a route of each method chosen, ${colorScheme}`, async () => {
      const { page, address } = await open(Shop, { colorScheme })
      await fetch(`${address}/items`, { method: 'DELETE' })
      await fetch(`${address}/nowhere`)
      await page.getByText('without a route').waitFor()
      await expectReadable(page, 'nothing chosen')
      for (const row of await page.locator('.route').all()) {
        await row.click()
        await page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { level: 2 }).waitFor()
        await expectReadable(page, await row.innerText())
      }
    })

    it(`have enough contrast with a request sent and followed, ${colorScheme}`, async () => {
      const { page } = await open(Shop, { colorScheme })
      for (const name of [/^DELETE/, /^GET \/closed/]) {
        await page.getByRole('treeitem', { name }).click()
        await page.getByText('Send a request').click()
        await page.getByRole('button', { name: /^Send/ }).click()
        await page.locator('.answer').waitFor()
        await page.locator('.trace').nth(1).click()
        await page.locator('.ended').waitFor()
        await expectReadable(page, String(name))
      }
    })

    it(`have enough contrast for values that a route does not see, and in a search, ${colorScheme}`, async () => {
      const { page, app } = await open(encapsulated(true), { colorScheme })
      await page.getByRole('treeitem', { name: /^GET \/one/ }).click()
      await page.getByText(/^Does not see/).click()
      await expectReadable(page, 'unseen')
      await page.getByRole('treeitem', { name: /^request value bar/ }).click()
      await page.locator('.verdict').waitFor()
      await expectReadable(page, 'a verdict')
      await page.getByRole('searchbox').fill('two')
      await expectReadable(page, 'a search')
      await page.getByRole('button', { name: 'Fold all' }).click()
      await expectReadable(page, 'folded')
      await app.close()
      await page.getByText('no answer, trying again').waitFor()
      await expectReadable(page, 'no answer')
    })
  }
})
