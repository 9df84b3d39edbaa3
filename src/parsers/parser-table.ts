import type { BodyParser } from './body-parser.js'

/** A parser and its content type. The type `''` is the catch-all. */
export interface ParserEntry {
  type: string | RegExp
  parser: BodyParser
}

/**
 * Whether a pattern can match its type in a parameter (`text/plain; a=application/json`). Browsers do not check
 * parameters.
 */
export function reachesParameters(type: unknown): type is RegExp {
  return type instanceof RegExp && !type.source.startsWith('^') && !type.source.includes(';?')
}

const defaultTypes: ReadonlySet<string> = new Set(['application/json', 'text/plain'])

/** The body parsers that one context sees: by exact type, by pattern, and the catch-all. */
export class ParserTable {
  private readonly exact = new Map<string, BodyParser>()
  private readonly patterns: { pattern: RegExp; parser: BodyParser }[] = []

  /** A copy, for a context that changes what it inherits. */
  copy(): ParserTable {
    const table = new ParserTable()
    for (const [type, parser] of this.exact) table.exact.set(type, parser)
    table.patterns.push(...this.patterns)
    return table
  }

  set({ type, parser }: ParserEntry): void {
    if (typeof type === 'string') {
      this.exact.set(type, parser)
      return
    }
    this.delete(type)
    this.patterns.unshift({ pattern: type, parser })
  }

  has(type: string | RegExp): boolean {
    if (typeof type === 'string') return this.exact.has(type)
    return this.patterns.some(({ pattern }) => String(pattern) === String(type))
  }

  /** The exact types with the catch-all, and the patterns in the order in which they are tried. */
  entries(): ParserEntry[] {
    const exact = [...this.exact].map(([type, parser]) => ({ type, parser }))
    return [...exact, ...this.patterns.map(({ pattern, parser }) => ({ type: pattern, parser }))]
  }

  /** Whether the application added parsers to those for JSON and text. A body can have any type then. */
  get hasOthers(): boolean {
    return this.patterns.length > 0 || [...this.exact.keys()].some((type) => !defaultTypes.has(type))
  }

  delete(type: string | RegExp): void {
    if (typeof type === 'string') {
      this.exact.delete(type)
      return
    }
    const index = this.patterns.findIndex(({ pattern }) => String(pattern) === String(type))
    if (index !== -1) this.patterns.splice(index, 1)
  }

  clear(): void {
    this.exact.clear()
    this.patterns.length = 0
  }

  /** `full` is the type with its parameters, `mediaType` without; both in lower case. */
  find(full: string, mediaType: string): BodyParser | null {
    const exact = this.exact.get(full) ?? this.exact.get(mediaType)
    if (exact !== undefined) return exact
    for (const { pattern, parser } of this.patterns) {
      pattern.lastIndex = 0 // a pattern with the flag g or y continues after its last match
      if (pattern.test(full)) return parser
    }
    return this.exact.get('') ?? null
  }
}
