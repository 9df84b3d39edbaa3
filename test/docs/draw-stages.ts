import type { InspectedRoute, InspectedStage, StagePhase } from 'alcove/inspect'

/** The texts of a phase, above its stages and behind them. */
const rows: readonly { readonly phase: StagePhase; readonly title: string; readonly end: string }[] = [
  { phase: 'request', title: 'A request comes', end: 'answers: ↓' },
  { phase: 'reply', title: 'What the handler answers goes out', end: '' },
  {
    phase: 'error',
    title: 'When something throws: error handlers, the nearest first',
    end: 'its answer goes out: ↑',
  },
]

const boxHeight = 34
const letter = 7.8
const margin = 16
const widest = 668
const gap = 22

/** Stages of the application are blue; stages of the server itself are grey and dashed. */
const style = `
  text { font: 14px system-ui, sans-serif; fill: #1f2937 } .title { font-weight: 700 }
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

interface Place {
  readonly x: number
  readonly y: number
}

const arrow = ({ x, y }: Place): string => `<path d="M${x + 3} ${y}h${gap - 8}m-5 -4l5 4l-5 4"/>`

function drawStage(stage: InspectedStage, { x, y }: Place): string {
  const width = widthOf(stage)
  const box = `<rect x="${x}" y="${y - boxHeight / 2}" width="${width}" height="${boxHeight}" rx="8"/>`
  const label = `<text x="${x + width / 2}" y="${y + 5}" text-anchor="middle">${stage.stage}</text>`
  return `<g class="${isYours(stage) ? 'yours' : 'ours'}">${box}${label}</g>`
}

function widthOf({ stage }: InspectedStage): number {
  return Math.ceil(stage.length * letter) + 20
}

interface Phase {
  readonly title: string
  readonly end: string
}

/** The stages of a phase in lines that a page is wide enough for, and where they end. */
function drawPhase(stages: readonly InspectedStage[], top: number, { title, end }: Phase) {
  const parts = [`<text class="title" x="${margin}" y="${top + 18}">${title}</text>`]
  let place = { x: margin, y: top + 30 + boxHeight / 2 }
  for (const [index, stage] of stages.entries()) {
    if (place.x + gap + widthOf(stage) > widest) place = { x: margin, y: place.y + boxHeight + 12 }
    if (index > 0) {
      parts.push(arrow(place))
      place = { ...place, x: place.x + gap }
    }
    parts.push(drawStage(stage, place))
    place = { ...place, x: place.x + widthOf(stage) }
  }
  parts.push(`<text x="${place.x + 10}" y="${place.y + 5}">${end}</text>`)
  return { bottom: place.y + boxHeight / 2 + 14, parts }
}

/** A picture of all that runs for a route: phase after phase, in order. */
export function drawStages({ stages, method, url }: InspectedRoute): string {
  const parts: string[] = []
  let height = 8
  for (const row of rows) {
    const drawn = drawPhase(
      stages.filter(({ phase }) => phase === row.phase),
      height,
      row,
    )
    parts.push(...drawn.parts)
    height = drawn.bottom
  }
  const width = widest + margin
  const box = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  const page = `<rect class="page" width="${width}" height="${height}" rx="10"/>`
  const title = `<title>The stages of ${method} ${url}</title>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img">\n${title}\n<style>${style}\n</style>\n${page}\n${parts.join('\n')}\n</svg>\n`
}
