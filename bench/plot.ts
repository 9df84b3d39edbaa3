/** The picture of the figures that the documentation shows, and its tables: `npm run bench -- --plot`. */
import { readFile, writeFile } from 'node:fs/promises'
import { plotted, plottedKind, plottedPages, plottedPicture } from './plotted.js'
import { type Result, ratioOf } from './tables.js'

/** A row of a table: the workload, and the processor time as a part of Fastify's, as text. */
export interface PlotRow {
  readonly title: string
  readonly ratio: string
}

const root = new URL('../../', import.meta.url)
const width = 440
/** Length of Fastify's bar; a bar that is twice as long still fits beside its figure. */
const unit = 280
const rowHeight = 76

const style = `
  text { font: 14px system-ui, sans-serif; fill: #1f2937 }
  .title { font-weight: 700 } .figure { font-variant-numeric: tabular-nums }
  .alcove { fill: #1d4ed8 } .fastify { fill: #94a3b8 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e5e7eb }
    .alcove { fill: #93c5fd } .fastify { fill: #64748b }
  }`

function drawBar(name: 'alcove' | 'fastify', ratio: string, y: number): string {
  const length = Math.min(Number(ratio) * unit, width - 120)
  return [
    `<text x="0" y="${y + 14}">${name === 'alcove' ? 'alcove' : 'Fastify'}</text>`,
    `<rect class="${name}" x="72" y="${y}" width="${length.toFixed(1)}" height="18" rx="3"/>`,
    `<text class="figure" x="${(80 + length).toFixed(1)}" y="${y + 14}">${ratio}</text>`,
  ].join('\n')
}

/** Two bars for each row: alcove's, and Fastify's, which is 1. */
export function drawSpeed(rows: readonly PlotRow[]): string {
  const height = rows.length * rowHeight
  const bars = rows.map(({ title, ratio }, index) => {
    const y = index * rowHeight
    const head = `<text class="title" x="0" y="${y + 15}">${title}</text>`
    return [head, drawBar('alcove', ratio, y + 23), drawBar('fastify', '1.00', y + 45)].join('\n')
  })
  const words = rows.map(({ title, ratio }) => `${title}: ${ratio}`).join('; ')
  const title = `<title>Processor time as a ratio to Fastify, lower is better. ${words}</title>`
  const box = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img">\n${title}\n<style>${style}\n</style>\n${bars.join('\n')}\n</svg>\n`
}

/** The ratios in the table of a page. */
export function readRows(page: string, text: string): readonly PlotRow[] {
  return Object.values(plotted).map((title) => {
    const ratio = new RegExp(`^\\| ${title} \\| ([\\d.]+) \\|$`, 'm').exec(text)?.[1]
    if (ratio === undefined) throw new Error(`${page} has no row "${title}" with a ratio`)
    return { title, ratio }
  })
}

/** The page with other ratios in the same rows. */
export function replaceRows(page: string, text: string, rows: readonly PlotRow[]): string {
  readRows(page, text)
  return rows.reduce((changed, { title, ratio }) => {
    return changed.replace(new RegExp(`^(\\| ${title} \\|) [\\d.]+ \\|$`, 'm'), `$1 ${ratio} |`)
  }, text)
}

/** The rows that a run gives. */
export function rowsOf(results: readonly Result[]): readonly PlotRow[] {
  return Object.entries(plotted).map(([name, title]) => {
    const result = results.find((each) => each.name === name && each.measure.ratios[0] === 'cpu')
    if (result === undefined) throw new Error(`the run has no figure of ${name}`)
    return { title, ratio: ratioOf(result, plottedKind, 'cpu').toFixed(2) }
  })
}

/** Writes the picture, and the figures into the tables of the pages. */
export async function plot(results: readonly Result[]): Promise<void> {
  const rows = rowsOf(results)
  await writeFile(new URL(plottedPicture, root), drawSpeed(rows))
  for (const page of plottedPages) {
    const file = new URL(page, root)
    await writeFile(file, replaceRows(page, await readFile(file, 'utf8'), rows))
  }
  console.log(`\n${[plottedPicture, ...plottedPages].join(', ')}: written`)
}
