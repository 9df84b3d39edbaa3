import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { readOptions, UsageError } from '../../bench/options.js'
import { drawSpeed, readRows, replaceRows, rowsOf } from '../../bench/plot.js'
import { plottedPages, plottedPicture } from '../../bench/plotted.js'
import { measures, type Result } from '../../bench/tables.js'
import { inRepository } from '../support/repository.js'

function resultOf(name: string, fastify: number, decorated: number): Result {
  const samples = [
    { kind: 'fastify', turn: '1', cpu: fastify },
    { kind: 'decorated', turn: '1', cpu: decorated },
  ]
  return { name, title: name, measure: measures.request, kinds: [], samples, node: 'v20', base: 'fastify' }
}

const run = [resultOf('W1', 100, 71.4), resultOf('W3', 200, 150), resultOf('R1000', 10, 2.5)]

describe('the picture of the figures', () => {
  it('and the tables of all pages show the same figures', async () => {
    const tables = await Promise.all(
      plottedPages.map(async (page) => readRows(page, await readFile(inRepository(page), 'utf8'))),
    )
    const [first = []] = tables
    for (const rows of tables) expect(rows).to.deep.equal(first)
    const file = inRepository(plottedPicture)
    if (process.env.ALCOVE_GOLDEN === 'write') await writeFile(file, drawSpeed(first))
    expect(drawSpeed(first)).to.equal(await readFile(file, 'utf8'))
  })

  it('is made of the medians of a run', () => {
    expect(rowsOf(run).map(({ ratio }) => ratio)).to.deep.equal(['0.71', '0.75', '0.25'])
  })

  it('has bars as long as the ratios', () => {
    const widths = [...drawSpeed(rowsOf(run)).matchAll(/<rect class="alcove"[^>]* width="([\d.]+)"/g)]
    expect(widths.map(([, width]) => (Number(width) / 280).toFixed(2))).to.deep.equal(['0.71', '0.75', '0.25'])
  })

  it('changes nothing on a page but the figures of its rows', async () => {
    const [page] = plottedPages
    const text = await readFile(inRepository(page), 'utf8')
    const changed = replaceRows(page, text, rowsOf(run))
    expect(readRows(page, changed)).to.deep.equal(rowsOf(run))
    expect(replaceRows(page, changed, readRows(page, text))).to.equal(text)
  })

  it('is refused for a page without a row, and before a run that lacks a figure of it', () => {
    expect(() => replaceRows('page.md', '| GET, small JSON by schema | 0.70 |', rowsOf(run))).to.throw(
      'page.md has no row',
    )
    const refused = [['--only', 'W1'], ['--kinds', 'core'], ['--ablate']]
    for (const args of refused) expect(() => readOptions(['--plot', ...args])).to.throw(UsageError, '--plot: ')
    expect(readOptions(['--plot', '--only', 'W1,W3,R1000', '--kinds', 'decorated']).plot).to.equal(true)
  })
})
