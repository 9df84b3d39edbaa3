import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { alcoveOf, type Screen } from './command-line.js'

/** Compares output with a file. `npm run golden` writes the files again: read the difference before you keep it. */
async function expectGolden(name: string, text: string): Promise<void> {
  const file = inRepository('test', 'cli', 'golden', name)
  if (process.env.ALCOVE_GOLDEN === 'write') {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  expect(text).to.equal(await readFile(file, 'utf8'))
}

const cases: readonly (readonly [file: string, fixture: string, command: string, screen?: Screen])[] = [
  ['tree.txt', 'shop', 'tree'],
  ['tree-narrow.txt', 'shop', 'tree', { columns: 50, env: { NO_COLOR: '1' } }],
  ['tree-coloured.txt', 'shop', 'tree', { columns: 100 }],
  ['tree.json', 'shop', 'tree --json'],
  ['tree-depth.txt', 'large', 'tree --depth 1'],
  ['tree-words.txt', 'large', 'tree orderlabel delete'],
  [
    'tree-context-narrow.txt',
    'large',
    'tree --context OrderLabelModule',
    { columns: 60, rows: 10, env: { NO_COLOR: '1' } },
  ],
  ['tree-core.txt', 'core', 'tree'],
  ['routes.txt', 'shop', 'routes'],
  ['routes-narrow.txt', 'shop', 'routes', { columns: 50, env: { NO_COLOR: '1' } }],
  ['routes-coloured.txt', 'shop', 'routes', { columns: 60 }],
  ['routes-depth.txt', 'large', 'routes --depth 1'],
  ['routes-path.txt', 'large', 'routes --method PUT --path /orders/*'],
  ['routes.json', 'shop', 'routes --json'],
  ['explain-get.txt', 'shop', 'explain GET /shop/items'],
  ['explain-post.txt', 'shop', 'explain POST /shop/items'],
  ['explain-post-narrow.txt', 'shop', 'explain POST /shop/items', { columns: 60, env: { NO_COLOR: '1' } }],
  ['explain-post.json', 'shop', 'explain POST /shop/items --json'],
  ['explain-name-below.txt', 'shop', 'explain GET /shop/items basket'],
  ['explain-name-beside.txt', 'shop', 'explain GET /metrics basket'],
  ['explain-name-wrapped.txt', 'shop', 'explain GET /shop/basket now'],
  ['explain-name-shadowed.txt', 'shop', 'explain GET /shop/basket tenant'],
  ['explain-name-plugin.txt', 'shop', 'explain GET /shop/items counters'],
  ['explain-name-hook.txt', 'shop', 'explain GET /shop/items stampTime'],
  ['explain-name.json', 'shop', 'explain GET /shop/items basket --json'],
  ['openapi.json', 'shop', 'openapi'],
  ['openapi-documented.json', 'documented', 'openapi'],
  ['check.txt', 'shop', 'check'],
  ['check.json', 'shop', 'check --json'],
  ['check-warnings.txt', 'lossy', 'check'],
  ['check-warnings.json', 'lossy', 'check --json'],
  ['check-ineffective.txt', 'ineffective', 'check'],
  ['check-ineffective.json', 'ineffective', 'check --json'],
  ['check-idle.txt', 'idle', 'check'],
  ['check-idle.json', 'idle', 'check --json'],
  ['check-from-nest.txt', 'from-nest', 'check'],
  ['check-from-nest.json', 'from-nest', 'check --json'],
  ['check-broken.txt', 'broken', 'check'],
  ['check-schemas.txt', 'broken-schemas', 'check'],
  ['check-schemas.json', 'broken-schemas', 'check --json'],
  ['check-everywhere.txt', 'broken-everywhere', 'check'],
  ['check-everywhere.json', 'broken-everywhere', 'check --json'],
  ['check-core.txt', 'broken-core', 'check'],
  ['check-declaration.txt', 'broken-declaration', 'check'],
]

describe('the output of the command line', function () {
  this.timeout(120_000)

  for (const [file, fixture, command, screen] of cases) {
    it(`is as test/cli/golden/${file} shows it: alcove ${command}`, async () => {
      const { stdout } = await alcoveOf(fixture, command.split(' '), screen)
      await expectGolden(file, stdout.replaceAll(inRepository('test', 'cli', '/'), '')) // messages may name a second place
    })
  }
})
