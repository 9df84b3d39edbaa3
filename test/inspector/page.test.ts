import { Controller, collection, Get, Module, requestValue } from 'alcove'
import { Inspector } from 'alcove/inspector'
import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { chooseRoute, settled, usePages } from './browser.js'
import { encapsulated } from './rooms.js'

function room(page: Page | Locator, name: string): Locator {
  return page.locator(`.room[data-name="${name}"]`)
}

async function linesOf(page: Page): Promise<Record<string, string | null>> {
  const rooms = await page.locator('.room').all()
  const pairs = rooms.map(async (each) => [await each.getAttribute('data-name'), await each.getAttribute('data-line')])
  return Object.fromEntries(await Promise.all(pairs))
}

const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' })

describe('the inspector in a browser', function () {
  this.timeout(60_000)
  const open = usePages()

  it('draws each context inside the one above it, with its content', async () => {
    const { page, faults } = await open(encapsulated(false))
    await room(room(room(page, 'AppModule'), 'Public'), 'Grandchild').waitFor()
    await room(room(page, 'AppModule'), 'Authenticated').waitFor()
    expect(await room(room(page, 'Authenticated'), 'Public').count()).to.equal(0)
    expect(await room(page, 'Inspector').count()).to.equal(0)
    expect(await room(page, 'Grandchild').innerText()).to.match(/request values\s+bar\s+GET\s+\/three/)
    expect(await room(page, 'Authenticated').innerText()).to.match(/onRequest\s+verifyBearerAuth/)
    expect(faults).to.deep.equal([])
  })

  it('lights up what a chosen route sees, and nothing beside it or below', async () => {
    const { page, faults } = await open(encapsulated(false))
    await chooseRoute(page, 'GET /two')
    expect(await linesOf(page)).to.deep.equal({
      AppModule: 'on',
      Public: 'on',
      Authenticated: 'off',
      Grandchild: 'off',
    })
    expect(await page.locator('.chip[data-standing="seen"]').allInnerTexts()).to.have.members(['answer', 'foo'])
    const said = await details(page).innerText()
    expect(said)
      .to.match(/GET \/two/)
      .and.to.match(/AppModule\s+Public/)
    expect(said).to.match(/parameter 3 of Two\.read, undefined: optional, and not seen/)
    const stages = await details(page).locator('.stages[data-phase="request"] li').allInnerTexts()
    expect(stages.map((text) => text.split('\n')[0])).to.deep.equal(['handler Two.read'])
    expect(faults).to.deep.equal([])
  })

  it('shows requests without a route, and the context that answered, by mouse and by keyboard', async () => {
    const { app, page, faults } = await open(encapsulated(false))
    const row = page.getByRole('treeitem', { name: 'no route answered by the default answer' })
    expect(await row.count()).to.equal(0)
    await app.inject('/nowhere')
    await app.inject('/%')
    await page.getByText('2 without a route').waitFor()
    await row.click()
    const said = await details(page).innerText()
    expect(said)
      .to.match(/No route/)
      .and.to.match(/The default answer was sent/)
    expect(said).to.match(/no valid path: 1/)
    await page.keyboard.press('Escape')
    await row.focus()
    await page.keyboard.press('Enter')
    await details(page).getByRole('heading', { name: 'No route' }).waitFor()
    expect(faults).to.deep.equal([])
  })

  it('explains why the chosen route does not see a value, and names the change', async () => {
    const { page } = await open(encapsulated(false))
    await chooseRoute(page, 'GET /two')
    await page.getByRole('treeitem', { name: /^request value bar/ }).click()
    const verdict = details(page).locator('.verdict')
    expect(await verdict.innerText()).to.match(/GET \/two does not see it\.[\s\S]*@PluginWrapped\(\)/)
    await details(page).getByRole('button', { name: '← GET /two' }).click()
    expect(await details(page).getByRole('heading', { level: 2 }).innerText()).to.equal('GET /two')
  })

  it('shows the values that a wrapped module lifted into the context around it', async () => {
    const { page } = await open(encapsulated(true))
    expect(await room(page, 'Grandchild').count()).to.equal(0)
    const bar = room(page, 'Public').locator('.chip[data-name="bar"]')
    expect(await bar.locator('.lift').innerText()).to.equal('↑ Grandchild')
    await chooseRoute(page, 'GET /two')
    expect(await bar.getAttribute('data-standing')).to.equal('seen')
    expect(await details(page).innerText()).to.match(/bar request value\s+of Public ↑ Grandchild, wrapped into Public/)
  })

  it('shows which value shadows which', async () => {
    const User = requestValue<string>('user')
    @Controller()
    class Inner {
      @Get('/inner') read() {
        return {}
      }
    }
    @Module({ decorateRequest: [User.is('inner')], controllers: [Inner] })
    class Below {}
    @Module({ decorateRequest: [User.is('outer')], imports: [Below, Inspector] })
    class AppModule {}
    const { page } = await open(AppModule)
    expect(await room(page, 'Below').locator('.chip').innerText()).to.match(/user\s*over AppModule/)
    await chooseRoute(page, 'GET /inner')
    const standings = await page.locator('.chip[data-name="user"]').evaluateAll((chips) => {
      return chips.map((chip) => chip.getAttribute('data-standing'))
    })
    expect(standings).to.deep.equal(['shadowed', 'seen'])
  })

  it('draws offered providers among the providers, and collections with what contributes to them', async () => {
    const Jobs = collection<object>('jobs')
    class Users {}
    class Cleanup {}
    @Module({ providers: [Users, Jobs.add(Cleanup)], offers: [Users] })
    class UserModule {}
    @Module({ collects: [Jobs], imports: [UserModule, Inspector] })
    class AppModule {}
    const { page, faults } = await open(AppModule)
    expect(await room(page, 'AppModule').innerText()).to.match(/providers\s+Users\s*↑ UserModule\s+collections\s+jobs/)
    expect(await room(page, 'UserModule').innerText()).to.match(/collections\s+Cleanup to jobs/)
    await page.locator('.chip[data-kind="offered provider"]').click()
    expect(await details(page).innerText()).to.match(/registered by\s+module UserModule, which offers it/)
    expect(faults).to.deep.equal([])
  })

  it('works by keys alone', async () => {
    const { page, faults } = await open(encapsulated(false))
    const focused = () => page.evaluate('document.activeElement.dataset.key ?? document.activeElement.tagName')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('/')
    expect(await focused()).to.equal('INPUT')
    await press('Tab', 'Tab')
    expect(await focused()).to.equal('AppModule')
    await press('ArrowDown', 'ArrowDown')
    expect(await focused()).to.equal('AppModule > Authenticated')
    await press('ArrowLeft')
    expect(await room(page, 'Authenticated').getByRole('treeitem').getAttribute('aria-expanded')).to.equal('false')
    await press('ArrowDown')
    expect(await focused()).to.equal('AppModule > Public')
    await press('ArrowRight', 'End')
    expect(await focused()).to.equal('GET /three')
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    expect(outline).to.equal('solid')
    await press('Enter')
    await settled(page)
    expect(await linesOf(page)).to.deep.equal({ AppModule: 'on', Public: 'on', Authenticated: 'off', Grandchild: 'on' })
    expect(await focused()).to.equal('GET /three')
    await press('ArrowLeft')
    expect(await focused()).to.equal('AppModule > Public > Grandchild')
    await press('Tab')
    expect(await focused()).to.equal('BUTTON')
    await press('Escape')
    expect(new Set(Object.values(await linesOf(page)))).to.deep.equal(new Set(['none']))
    expect(faults).to.deep.equal([])
  })

  it('folds all contexts and unfolds them', async () => {
    const { page } = await open(encapsulated(false))
    await page.getByRole('button', { name: 'Fold all' }).click()
    expect(await page.locator('.room').count()).to.equal(3)
    expect(await page.locator('.route').count()).to.equal(0)
    await page.getByRole('button', { name: 'Unfold all' }).click()
    expect(await page.locator('.route').count()).to.equal(3)
  })

  it('finds routes, names and plugins, and hides the rest', async () => {
    const { page } = await open(encapsulated(false))
    const field = page.getByRole('searchbox')
    await field.fill('bearer')
    await page.getByText('2 found').waitFor()
    expect(
      await page.locator('.room').evaluateAll((all) => all.map((each) => each.getAttribute('data-name'))),
    ).to.deep.equal(['AppModule', 'Authenticated'])
    expect(await page.locator('.route').count()).to.equal(0)
    await field.fill('three')
    await field.press('Enter')
    expect(await details(page).getByRole('heading', { level: 2 }).innerText()).to.equal('GET /three')
    await field.fill('no such thing')
    await page.getByText('Nothing of that name.').waitFor()
    await field.press('Escape')
    expect(await page.locator('.room').count()).to.equal(4)
  })

  it('counts requests while they come, in all and for each route and stage', async () => {
    const { page, address, faults } = await open(encapsulated(false))
    await chooseRoute(page, 'GET /two')
    for (let count = 0; count < 3; count += 1) await fetch(`${address}/two`)
    await page.locator('.route', { hasText: '/two' }).getByText('3', { exact: true }).waitFor()
    await page.locator('.live .count', { hasText: /^3$/ }).waitFor()
    expect(await details(page).locator('[data-stage="handler"] .stage-figures').innerText()).to.match(/^\s*3 × /)
    await fetch(`${address}/two`)
    await page.locator('.live .count', { hasText: /^4$/ }).waitFor()
    expect(faults).to.deep.equal([])
  })

  it('is light or dark as the system is, or as one chooses, and remembers', async () => {
    const { page } = await open(encapsulated(false), { colorScheme: 'dark' })
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    const dark = await paper()
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await paper()
    expect(light).not.to.equal(dark)
    const button = page.getByRole('button', { name: /^Colours/ })
    await button.click()
    await button.click()
    expect([await button.getAttribute('aria-label'), await paper()]).to.deep.equal(['Colours: dark', dark])
    await page.reload()
    await page.getByRole('tree').waitFor()
    expect(await paper()).to.equal(dark)
  })

  it('keeps the chosen route in its address', async () => {
    const { page } = await open(encapsulated(false))
    await chooseRoute(page, 'GET /two')
    await page.reload()
    expect(await details(page).getByRole('heading', { level: 2 }).innerText()).to.equal('GET /two')
  })

  it('fits a narrow window', async () => {
    const { page } = await open(encapsulated(false), { viewport: { width: 360, height: 700 } })
    await chooseRoute(page, 'GET /three')
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360)
    await page.getByRole('treeitem', { name: /^request value foo/ }).click()
    expect(await details(page).getByRole('heading', { level: 2 }).innerText()).to.equal('foo')
  })

  it('shows all names of the application as text', async () => {
    const evil = '<img src=x onerror="document.title=1">'
    @Controller()
    class Strange {
      @Get('/strange/:id(^<b>.*$)') read() {
        return {}
      }
    }
    Object.defineProperty(Strange, 'name', { value: evil })
    @Module({
      schemas: [{ $id: evil, title: '</script><script>document.title=2</script>', type: 'object' }],
      decorateRequest: { [evil]: 1 },
      controllers: [Strange],
      imports: [Inspector],
    })
    class AppModule {}
    const { page, faults } = await open(AppModule)
    await page.locator('.chip', { hasText: evil }).first().click()
    await page.locator('.chip[data-kind="schema"]').click()
    await details(page).locator('pre').waitFor()
    await page.locator('.route').click()
    await settled(page)
    expect(await page.locator('img, b b, pre script').count()).to.equal(0)
    expect(await page.title()).to.equal('alcove inspector')
    expect(faults).to.deep.equal([])
  })

  it('reports that the application does not answer, and draws it again after its restart', async () => {
    const { page, app, address, boot } = await open(encapsulated(false))
    await app.close()
    await page.getByText('no answer, trying again').waitFor()
    expect(await page.locator('.room').count()).to.equal(4)
    await boot(encapsulated(true)).listen({ port: Number(new URL(address).port), host: '127.0.0.1' })
    await page.getByText('3 contexts').waitFor()
    expect(await page.locator('.room').count()).to.equal(3)
  })
})
