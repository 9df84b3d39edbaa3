import type { BodyParser } from './body-parser.js'

/** A parser and the content types it serves. `''` is the catch-all. */
export interface ParserEntry {
  type: string | RegExp
  parser: BodyParser
}

/** Whether a pattern may find its type in a parameter (`text/plain; a=application/json`), past what browsers check. */
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

  /** The exact types, the catch-all among them, and the patterns, the one that is asked first ahead. */
  entries(): ParserEntry[] {
    const exact = [...this.exact].map(([type, parser]) => ({ type, parser }))
    return [...exact, ...this.patterns.map(({ pattern, parser }) => ({ type: pattern, parser }))]
  }

  /** Whether parsers of the application stand beside those for JSON and text: a body may be anything then. */
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
      pattern.lastIndex = 0 // a pattern with the flag g or y remembers where it stopped
      if (pattern.test(full)) return parser
    }
    return this.exact.get('') ?? null
  }
}
