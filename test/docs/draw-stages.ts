import type { InspectedRoute, InspectedStage, StagePhase } from 'alcove/inspect'

/** What is said of a phase, above its stages and behind them. */
const rows: readonly { readonly phase: StagePhase; readonly title: string; readonly end: string }[] = [
  { phase: 'request', title: 'A request comes', end: 'answers: ↓' },
  { phase: 'reply', title: 'What the handler answers goes out', end: '' },
  {
    phase: 'error',
    title: 'When something throws: error handlers, the nearest first; the default answer if none answers',
    end: 'its answer goes out: ↑',
  },
]

const boxHeight = 34
const rowHeight = 84
const letter = 7.4
const gap = 22

/** What the application gives is blue; what the server does by itself is grey and dashed. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2937 } .title { font-weight: 700 }
  rect { fill: #ffffff; stroke: #1d4ed8; stroke-width: 1.5 } .yours text { fill: #1d4ed8 }
  .ours rect { fill: #f1f5f9; stroke: #64748b; stroke-dasharray: 5 4 } .ours text { fill: #475569 }
  path { stroke: #64748b; stroke-width: 1.5; fill: none }
  .page { fill: #ffffff; stroke: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #e5e7eb } .page { fill: #0f172a }
    rect { fill: #0f172a; stroke: #93c5fd } .yours text { fill: #93c5fd }
    .ours rect { fill: #1e293b; stroke: #94a3b8 } .ours text { fill: #94a3b8 } path { stroke: #94a3b8 }
  }`

function isYours({ kind }: InspectedStage): boolean {
  return ['hook', 'guard', 'handler', 'error handler'].includes(kind)
}

interface Row {
  readonly width: number
  readonly parts: readonly string[]
}

function drawRow(stages: readonly InspectedStage[], top: number, { title, end }: { title: string; end: string }): Row {
  const parts = [`<text class="title" x="16" y="${top + 18}">${title}</text>`]
  let x = 16
  const middle = top + 30 + boxHeight / 2
  for (const [index, stage] of stages.entries()) {
    const width = Math.ceil(stage.stage.length * letter) + 20
    if (index > 0) {
      parts.push(`<path d="M${x + 3} ${middle}h${gap - 8}m-5 -4l5 4l-5 4"/>`)
      x += gap
    }
    const box = `<rect x="${x}" y="${top + 30}" width="${width}" height="${boxHeight}" rx="8"/>`
    const label = `<text x="${x + width / 2}" y="${middle + 4.5}" text-anchor="middle">${stage.stage}</text>`
    parts.push(`<g class="${isYours(stage) ? 'yours' : 'ours'}">${box}${label}</g>`)
    x += width
  }
  if (end !== '') {
    parts.push(`<text x="${x + 10}" y="${middle + 4.5}">${end}</text>`)
    x += 10 + Math.ceil(end.length * letter)
  }
  return { width: x + 16, parts }
}

/** A picture of all that runs for a route: a row for each phase, in order. */
export function drawStages({ stages, method, url }: InspectedRoute): string {
  const drawn = rows.map((row, index) =>
    drawRow(
      stages.filter(({ phase }) => phase === row.phase),
      8 + index * rowHeight,
      row,
    ),
  )
  const width = Math.max(...drawn.map((row) => row.width))
  const height = rows.length * rowHeight + 8
  const box = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  const page = `<rect class="page" width="${width}" height="${height}" rx="10"/>`
  const title = `<title>The stages of ${method} ${url}</title>`
  const parts = drawn.flatMap((row) => row.parts).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img">\n${title}\n<style>${style}\n</style>\n${page}\n${parts}\n</svg>\n`
}
