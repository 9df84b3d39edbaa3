import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inRepository } from '../support/repository.js'
import { useSite } from './browser.js'

const paths = {
  'the first page': '/index.html',
  'a page of the guide': '/guide/guards.html',
  'a page of the reference': '/reference/options.html',
  'a page of the API': '/api/instance.html',
  'the page of an error': '/errors/ALC_ERR_VALUE_INVISIBLE.html',
}

/** The findings of axe-core: the rule, and the place. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(inRepository('node_modules', 'axe-core', 'axe.min.js'), 'utf8'))
  // The program runs in the page, where the script has defined `axe`.
  const results = (await page.evaluate('axe.run()')) as AxeResults
  expect(results.passes).to.have.length.above(10)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
  )
}

describe('the site of the documentation', function () {
  this.timeout(120_000)

  const open = useSite()

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, path] of Object.entries(paths)) {
      it(`has no accessibility violation on ${name}, ${colorScheme}`, async () => {
        const page = await open(path, { colorScheme, reducedMotion: 'reduce' })
        expect((await violationsOf(page)).join('\n')).to.equal('')
      })
    }

    it(`has no accessibility violation in its search, ${colorScheme}`, async () => {
      const page = await open('/guide/guards.html', { colorScheme, reducedMotion: 'reduce' })
      await page.keyboard.press('Control+k')
      await page.locator('#localsearch-input').fill('guard')
      await page.locator('.VPLocalSearchBox .result').first().waitFor()
      expect((await violationsOf(page)).join('\n')).to.equal('')
    })
  }

  it('has no accessibility violation on a phone', async () => {
    const page = await open('/index.html', { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    expect((await violationsOf(page)).join('\n')).to.equal('')
    await page.getByRole('button', { name: 'mobile navigation' }).click()
    await page.locator('.VPNavScreen').waitFor()
    expect((await violationsOf(page)).join('\n')).to.equal('')
  })

  it('is as wide as the screen of a phone on each kind of page', async () => {
    for (const path of Object.values(paths)) {
      const page = await open(path, { viewport: { width: 390, height: 844 } })
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).to.equal(390)
    }
  })

  it('is searched by the keyboard alone', async () => {
    const page = await open('/index.html')
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input:focus').waitFor()
    await page.keyboard.type('guard')
    await page.locator('.VPLocalSearchBox .result').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Guards' }).waitFor()
  })

  it('skips to its content, and folds and unfolds sections, by the keyboard alone', async () => {
    const page = await open('/guide/guards.html')
    await page.keyboard.press('Tab')
    const focused = await page.evaluate('document.activeElement.textContent.trim()')
    expect(focused).to.equal('Skip to content')
    const section = page.getByRole('button', { name: 'Each error' })
    expect(await section.getAttribute('aria-expanded')).to.equal('false')
    await section.focus()
    await page.keyboard.press('Enter')
    expect(await section.getAttribute('aria-expanded')).to.equal('true')
  })
})
