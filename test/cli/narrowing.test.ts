import { stripVTControlCharacters } from 'node:util'
import type { InspectedRoute, Inspection } from 'alcove/inspect'
import { expect } from 'chai'
import { alcoveOf, type Ran } from './command-line.js'

async function routesOf(...args: readonly string[]): Promise<string[]> {
  const { stdout } = await alcoveOf('shop', ['routes', '--json', ...args])
  return (JSON.parse(stdout) as InspectedRoute[]).map(({ id }) => id) // the form of --json that the reference documents
}

async function treeOf(...args: readonly string[]): Promise<Inspection> {
  const { stdout } = await alcoveOf('shop', ['tree', '--json', ...args])
  return JSON.parse(stdout) as Inspection // the same form
}

const titlesOf = ({ stdout }: Ran) => stdout.split('\n').filter((line) => /^[A-Z]+ \//.test(line))

describe('alcove routes', function () {
  this.timeout(60_000)

  it('lists the routes that contain each word, in any letter case', async () => {
    expect(await routesOf('BASKET')).to.deep.equal(['GET /shop/basket'])
    expect(await routesOf('post', 'items')).to.deep.equal(['POST /shop/items'])
    expect(await routesOf('ItemController.read')).to.deep.equal(['GET /shop/items/:id'])
    expect(await routesOf('items', 'basket')).to.deep.equal([])
  })

  it('lists all routes of a context whose name contains the words', async () => {
    expect(await routesOf('metrics')).to.deep.equal(['GET /metrics'])
    expect(await routesOf('Shop')).to.have.members([
      'GET /shop/basket',
      'GET /shop/items',
      'POST /shop/items',
      'GET /shop/items/:id',
    ])
  })

  it('lists the routes of the methods of --method, in any letter case', async () => {
    expect(await routesOf('--method', 'post')).to.deep.equal(['POST /shop/items'])
    expect(await routesOf('--method', 'POST', '--method', 'GET', '--path', '/shop/items')).to.have.length(2)
    expect(await routesOf('--method', 'post,get', '--path', '/shop/items')).to.have.length(2)
  })

  it('lists the routes whose path matches --path, where * matches any characters', async () => {
    expect(await routesOf('--path', '/shop/items/*')).to.deep.equal(['GET /shop/items/:id'])
    expect(await routesOf('--path', '*basket')).to.deep.equal(['GET /shop/basket'])
    expect(await routesOf('--path', '/shop/items')).to.deep.equal(['GET /shop/items', 'POST /shop/items'])
    expect(await routesOf('--path', '/shop')).to.deep.equal([])
  })

  it('lists the routes that match the path of a request in --path', async () => {
    expect(await routesOf('--path', '/shop/items/7')).to.deep.equal(['GET /shop/items/:id'])
  })

  it('lists the routes of a context and of those below it with --context', async () => {
    expect(await routesOf('--context', 'Shop')).to.have.length(4)
    expect(await routesOf('--context', 'AppModule > Shop > Baskets')).to.deep.equal(['GET /shop/basket'])
    expect(await routesOf('--context', 'Shop>Baskets')).to.deep.equal(['GET /shop/basket'])
    expect(await routesOf('--context', 'metrics')).to.deep.equal(['GET /metrics'])
  })

  it('lists longer paths as counts with --depth', async () => {
    const { stdout } = await alcoveOf('shop', ['routes', '--depth', '1'])
    expect(stdout).to.match(/^GET \/metrics {2}readMetrics$/m)
    expect(stdout).to.match(/^\/shop\/… {2}4 routes: GET 3, POST 1$/m)
    expect((await alcoveOf('shop', ['routes', '--depth', '0'])).stdout).to.equal('/…  5 routes: GET 4, POST 1\n')
  })

  it('prints a line when no route matches', async () => {
    const { status, stdout } = await alcoveOf('shop', ['routes', 'zebra'])
    expect([status, stdout]).to.deep.equal([0, 'no routes match\n'])
  })
})

describe('alcove tree', function () {
  this.timeout(60_000)

  it('draws what contains each word, with the contexts around it', async () => {
    const { stdout } = await alcoveOf('shop', ['tree', 'basket'])
    expect(stdout).to.equal(
      [
        'AppModule',
        '└─ Shop  /shop',
        '   └─ Baskets  /shop',
        '      ├─ request values: basket',
        '      └─ GET    /shop/basket  BasketController.read',
        '',
      ].join('\n'),
    )
  })

  it('keeps its form with --json, of what is drawn', async () => {
    const { version, root, contexts, routes, sharedSchemas } = await treeOf('basket')
    expect({ version, root }).to.deep.equal({ version: 1, root: 'AppModule' })
    expect(contexts.map(({ id }) => id)).to.deep.equal(['AppModule', 'AppModule > Shop', 'AppModule > Shop > Baskets'])
    expect(contexts.map(({ children }) => children.length)).to.deep.equal([1, 1, 0])
    expect(routes.map(({ id }) => id)).to.include('GET /shop/basket')
    expect(sharedSchemas).to.deep.equal({})
    expect(Object.keys((await treeOf('schema', 'item')).sharedSchemas)).to.have.length(1)
  })

  it('begins with the context of --context', async () => {
    const { stdout } = await alcoveOf('shop', ['tree', '--context', 'Baskets'])
    expect(stdout).to.equal(
      [
        'AppModule > Shop > Baskets  /shop',
        '├─ request values: basket',
        '└─ GET    /shop/basket  BasketController.read',
        '',
      ].join('\n'),
    )
  })

  it('draws contexts below --depth levels as counts', async () => {
    expect((await alcoveOf('shop', ['tree', '--depth', '0'])).stdout).to.equal(
      'AppModule  (5 routes, 4 contexts below)\n',
    )
    const { stdout } = await alcoveOf('shop', ['tree', '--depth', '1'])
    expect(stdout).to.match(/├─ hooks: onRequest AppModule\.logArrival\n/)
    expect(stdout).to.match(
      /├─ Shop {2}\/shop {2}\(4 routes, 1 context below\)\n└─ Operations {2}\(1 route, 1 context below\)\n$/,
    )
  })

  it('prints a line when nothing matches', async () => {
    expect((await alcoveOf('shop', ['tree', 'zebra'])).stdout).to.equal('nothing matches\n')
  })

  it('names the option for a word that is a file', async () => {
    for (const [command, none] of [
      ['tree', 'nothing matches'],
      ['routes', 'no routes match'],
    ] as const) {
      const { stdout } = await alcoveOf('shop', [command, 'src/main.ts'])
      expect(stdout).to.equal(`${none}\nThe file to read is an option: alcove ${command} --entry src/main.ts\n`)
    }
  })
})

describe('an unknown context', function () {
  this.timeout(60_000)

  for (const [context, hint] of [
    ['Bakets', 'did you mean "Baskets"?'],
    ['AppModule > Shup', 'did you mean "AppModule > Shop"?'],
    ['Tracing', 'wrapped into AppModule > Shop. Give that context'],
    ['Elsewhere', 'Find its name with alcove tree'],
  ] as const)
    it(`is refused with what to write instead: ${context}`, async () => {
      const { status, stderr } = await alcoveOf('shop', ['tree', '--context', context])
      expect(status).to.equal(2)
      expect(stderr).to.contain('ALC_ERR_CONTEXT_UNKNOWN').and.to.contain(hint)
    })

  it('is refused by routes as well, and a depth that is not a number too', async () => {
    expect((await alcoveOf('shop', ['routes', '--context', 'Shup'])).status).to.equal(2)
    const { status, stderr } = await alcoveOf('shop', ['tree', '--depth', '-1'])
    expect(status).to.equal(2)
    expect(stderr).to.contain('It is not a number from 0')
  })
})

describe('lines in a terminal', function () {
  this.timeout(120_000)

  for (const command of ['tree', 'routes', 'tree OrderImport', 'routes --context OrderModule --depth 2'])
    it(`are never longer than it is wide: alcove ${command}`, async () => {
      const whole = await alcoveOf('large', command.split(' '))
      for (const columns of [24, 50, 80]) {
        const cut = await alcoveOf('large', command.split(' '), { columns })
        const lines = stripVTControlCharacters(cut.stdout).split('\n')
        for (const line of lines) expect([...line].length, line).to.be.at.most(columns)
        expect(lines.length).to.equal(whole.stdout.split('\n').length)
        if (columns === 24) expect(cut.stdout).to.contain('…')
      }
    })

  it('show the beginnings of both the path and the handler', async () => {
    const ran = await alcoveOf('shop', ['routes', '--context', 'Shop'], { columns: 30, env: { NO_COLOR: '1' } })
    expect(titlesOf(ran)).to.deep.equal([
      'GET /shop/bas…  BasketControl…',
      'GET /shop/ite…  ItemControlle…',
      'POST /shop/it…  ItemControlle…',
      'GET /shop/ite…  ItemControlle…',
    ])
  })

  it('end with counts where the window is lower than the list', async () => {
    const screen = { columns: 80, rows: 40, env: { NO_COLOR: '1' } }
    const ends = async (command: string) =>
      (await alcoveOf('large', command.split(' '), screen)).stdout.split('\n').at(-2)
    expect(await ends('routes')).to.equal('1500 routes. List less: --depth 1, --context <name>, or a word')
    expect(await ends('tree')).to.equal('151 contexts, 1500 routes. List less: --depth 1, --context <name>, or a word')
    expect(await ends('routes --method GET orders')).to.match(/^75 of 1500 routes\. List less/)
    expect(await ends('routes --method DELETE orderlabel')).to.contain('signedIn')
    expect(await ends('tree --depth 1')).not.to.contain('List less')
  })

  it('are whole in a pipe, without counts', async () => {
    const { stdout } = await alcoveOf('large', ['routes'])
    expect(stdout).not.to.contain('…')
    expect(stdout).not.to.contain('1500 routes')
    expect(stdout.match(/^[A-Z]+ \//gm)).to.have.length(1500)
  })
})
