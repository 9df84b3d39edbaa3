import type { ContextDescription } from 'alcove'

interface Size {
  readonly width: number
  readonly height: number
}

interface Line {
  readonly text: string
  readonly kind: 'title' | 'value' | 'plugin' | 'guard' | 'route'
}

const lineHeight = 24
const padding = 16
const gap = 14
/** A little more than a letter takes, so that nothing is cut off whatever the font. A title is bold. */
const letter = 8.8
const boldLetter = 9.8

/** The boxes of contexts are opaque, so they are readable on any background; in dark mode they are dark too. */
const style = `
  text { font: 14px system-ui, sans-serif; fill: #1f2937 }
  .title { font-weight: 700 } .route { font-family: ui-monospace, monospace }
  .value { fill: #1d4ed8 } .plugin, .guard { fill: #9a3412 }
  rect { fill: #ffffff; stroke: #64748b; stroke-width: 1.5 }
  .on > rect { fill: #fef9c3; stroke: #a16207; stroke-width: 3 }
  .off > rect { fill: #f1f5f9; stroke-dasharray: 5 4 } .off > text { fill: #64748b }
  @media (prefers-color-scheme: dark) {
    text { fill: #e5e7eb } .value { fill: #93c5fd } .plugin, .guard { fill: #fdba74 }
    rect { fill: #0f172a; stroke: #94a3b8 }
    .on > rect { fill: #3f3207; stroke: #facc15 }
    .off > rect { fill: #1e293b } .off > text { fill: #94a3b8 }
  }`

function guardsOf(hooks: ContextDescription['hooks']): readonly string[] {
  return hooks.flatMap(({ function: name }) => (name.startsWith('guard ') ? [name] : []))
}

function linesOf({ name, decorations, hooks, plugins, routes, wrapped }: ContextDescription): readonly Line[] {
  const title = [name, ...wrapped.map((module) => `(with ${module})`)].join(' ')
  const shown = routes.filter(({ method }) => method !== 'HEAD')
  return [
    { text: title, kind: 'title' },
    ...decorations.request.map((text): Line => ({ text: `value ${text}`, kind: 'value' })),
    ...guardsOf(hooks).map((text): Line => ({ text, kind: 'guard' })),
    ...plugins.map((text): Line => ({ text: `plugin ${text}`, kind: 'plugin' })),
    ...shown.map(({ method, url }): Line => ({ text: `${method} ${url}`, kind: 'route' })),
  ]
}

function sizeOf(room: ContextDescription): Size {
  const lines = linesOf(room)
  const children = room.children.map(sizeOf)
  const inner = children.reduce((sum, { width }) => sum + width, gap * Math.max(children.length - 1, 0))
  const highest = Math.max(0, ...children.map(({ height }) => height))
  const longest = Math.max(...lines.map(({ text, kind }) => text.length * (kind === 'title' ? boldLetter : letter)))
  return {
    width: Math.ceil(Math.max(inner, longest)) + 2 * padding,
    height: lines.length * lineHeight + 2 * padding + (highest === 0 ? 0 : highest + gap),
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

interface Place {
  readonly x: number
  readonly y: number
  /** The names of the highlighted contexts; with null, none is highlighted and none is dimmed. */
  readonly line: readonly string[] | null
}

function draw(room: ContextDescription, { x, y, line }: Place): string {
  const { width, height } = sizeOf(room)
  const lines = linesOf(room)
  const texts = lines.map(({ text, kind }, index) => {
    const baseline = y + padding + (index + 0.7) * lineHeight
    return `<text class="${kind}" x="${x + padding}" y="${baseline}">${escapeText(text)}</text>`
  })
  let left = x + padding
  const children = room.children.map((child) => {
    const drawn = draw(child, { x: left, y: y + padding + lines.length * lineHeight + gap, line })
    left += sizeOf(child).width + gap
    return drawn
  })
  const state = line === null ? '' : ` class="${line.includes(room.name) ? 'on' : 'off'}"`
  const rect = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`
  return [`<g${state}>`, rect, ...texts, ...children, '</g>'].join('\n')
}

/** A picture of a tree of contexts, box in box. */
export function drawRooms(root: ContextDescription, line: readonly string[] | null): string {
  const { width, height } = sizeOf(root)
  const box = `viewBox="0 0 ${width + 4} ${height + 4}" width="${width + 4}" height="${height + 4}"`
  const picture = draw(root, { x: 2, y: 2, line })
  const title = `<title>Contexts of ${escapeText(root.name)}${line === null ? '' : `, lit: ${line.join(', ')}`}</title>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img">\n${title}\n<style>${style}\n</style>\n${picture}\n</svg>\n`
}
