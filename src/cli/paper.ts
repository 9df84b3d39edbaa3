import { styleText } from 'node:util'
import { breakLines, leastRoom, lengthOf } from '../support/lines.js'

type Style = Parameters<typeof styleText>[0]

/** The format of an output: its width, and whether it has colours. */
export class Paper {
  constructor(
    /** Columns of the terminal. Null if the output is not a terminal: its lines are not cut. */
    readonly width: number | null,
    private readonly hasColours: boolean,
    /** Rows of the terminal; null if their number is not known. */
    readonly height: number | null = null,
  ) {}

  /** This paper without a width, for lines that the caller cuts later. */
  get endless(): Paper {
    return new Paper(null, this.hasColours)
  }

  bold(text: string): string {
    return this.#style('bold', text)
  }

  dim(text: string): string {
    return this.#style('dim', text)
  }

  good(text: string): string {
    return this.#style('green', text)
  }

  bad(text: string): string {
    return this.#style('red', text)
  }

  odd(text: string): string {
    return this.#style('yellow', text)
  }

  name(text: string): string {
    return this.#style('cyan', text)
  }

  #style(style: Style, text: string): string {
    return this.hasColours && text !== '' ? styleText(style, text, { validateStream: false }) : text
  }
}

/** A stream that text is written to. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  hasColors?(count?: number, env?: object): boolean
}

/**
 * The paper of a stream. FORCE_COLOR and then NO_COLOR decide about colours. Without them, only terminals get colours.
 */
export function createPaper(output: Output, env: NodeJS.ProcessEnv): Paper {
  const isTerminal = output.isTTY === true
  return new Paper(
    isTerminal ? (output.columns ?? 80) : null,
    hasColours(output, env),
    isTerminal ? (output.rows ?? null) : null,
  )
}

function hasColours(output: Output, env: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = env
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  if (refused !== undefined && refused !== '') return false
  return output.isTTY === true && (output.hasColors?.(16, env) ?? true)
}

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
