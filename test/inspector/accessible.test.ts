import { readFile } from 'node:fs/promises'
import { Inspector } from 'alcove/inspector'
import type { AxeResults } from 'axe-core'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inRepository } from '../support/repository.js'
import { usePages } from './browser.js'
import { largeApplication } from './large-application.js'
import { encapsulated } from './rooms.js'

/** Each violation of axe's rules for the tree, the experimental one for its names included. */
async function violationsOf(page: Page): Promise<string> {
  await page.evaluate(await readFile(inRepository('node_modules', 'axe-core', 'axe.min.js'), 'utf8'))
  const rules = `{ 'label-content-name-mismatch': { enabled: true } }`
  // The program runs in the page, where the script has defined `axe`.
  const { violations } = (await page.evaluate(`axe.run('[role=tree]', { rules: ${rules} })`)) as AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)).join('\n')
}

describe('the tree of the inspector, for screen readers', function () {
  this.timeout(60_000)
  const open = usePages()

  it('has no accessibility violation, and its names contain the visible text', async () => {
    for (const isWrapped of [false, true]) {
      const { app, page } = await open(encapsulated(isWrapped))
      await app.inject('/two')
      await app.inject('/nowhere')
      await page.locator('.unmatched .figures').waitFor()
      await page.locator('.route:not(.unmatched) .figures').waitFor()
      expect(await violationsOf(page)).to.equal('')
    }
  })

  it('has no accessibility violation with many closed contexts', async () => {
    const { page } = await open(largeApplication([Inspector]))
    expect(await violationsOf(page)).to.equal('')
  })

  it('has the counts of a closed context in its accessible name', async () => {
    const { page, address } = await open(largeApplication([Inspector]))
    await fetch(`${address}/orders/label/7`)
    await page.locator('.room[data-name="OrderModule"] .figures').waitFor()
    const item = page.getByRole('treeitem', { name: /^OrderModule 150 routes, 14 contexts 1 request$/ })
    expect(await item.getAttribute('aria-expanded')).to.equal('false')
    await item.press('ArrowRight')
    expect(await page.getByRole('treeitem', { name: /^OrderModule/ }).getAttribute('aria-expanded')).to.equal('true')
    expect(await page.getByRole('treeitem', { name: /^OrderModule.*routes/ }).count()).to.equal(0)
  })
})
