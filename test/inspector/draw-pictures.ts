// Draws the pictures of the inspector that the documentation shows, light and dark: npm run pictures
import { chromium } from 'playwright-core'
import { browserPath } from '../support/browser-path.js'
import { inRepository } from '../support/repository.js'

const { app } = await import('../../samples/inspector/main.js')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })

/** Some of everything: answers, refusals, and a path without a route. */
async function ask(): Promise<void> {
  for (let round = 0; round < 60; round++) {
    const authorization = round % 20 === 0 ? 'Bearer wrong' : 'Bearer secret'
    await fetch(`${address}/office/stock`, { headers: { authorization } })
    await fetch(`${address}/products/${round % 15 === 0 ? -1 : 0}`)
    await fetch(`${address}/basket`)
  }
  await fetch(`${address}/prodcts`)
}

async function draw(colorScheme: 'light' | 'dark', name: string): Promise<void> {
  const viewport = { width: 1280, height: 640 }
  const page = await browser.newPage({ viewport, colorScheme })
  await page.goto(`${address}/__alcove#${encodeURIComponent('GET /office/stock')}`)
  await page.getByRole('heading', { name: 'Stages' }).waitFor()
  await page.getByText('without a route').waitFor()
  await page.screenshot({ path: inRepository('docs', 'images', name), animations: 'disabled' })
}

try {
  await ask()
  await draw('light', 'inspector.png')
  await draw('dark', 'inspector-dark.png')
} finally {
  await browser.close()
  await app.close()
}
