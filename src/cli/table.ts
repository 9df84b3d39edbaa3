import { breakLines, leastRoom, lengthOf } from '../support/lines.js'
import type { Paper } from './paper.js'

/** Rows of cells as aligned lines. In a terminal the last cell is broken into lines, in its own column. */
export function table(paper: Paper, rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, index) => {
    return Math.max(0, ...rows.map((row) => (index < row.length - 1 ? lengthOf(row[index] ?? '') : 0)))
  })
  return rows.flatMap((row) => {
    const last = row.length - 1
    const cells = row.slice(0, last).map((cell, index) => pad(cell, widths[index]!)) // one for each column
    const start = `  ${cells.join('  ')}`
    return breakCell(paper, last > 0 ? `${start}  ` : start, row[last] ?? '')
  })
}

/** The last cell after the other cells, or below them if the terminal is too narrow. */
function breakCell({ width }: Paper, start: string, cell: string): string[] {
  const used = lengthOf(start)
  if (width === null || used + lengthOf(cell) <= width) return [(start + cell).trimEnd()]
  if (width - used >= leastRoom) {
    return breakLines(cell, width - used).map((line, index) => (index === 0 ? start : ' '.repeat(used)) + line)
  }
  return [start.trimEnd(), ...breakLines(cell, width - 6).map((line) => `      ${line}`)]
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - lengthOf(text)))
}
