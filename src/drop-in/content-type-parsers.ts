import type { ContextBuilder } from '../context/context-builder.js'
import type { ParserOptions } from '../contracts/parsers.js'
import type { BodyParser } from '../parsers/body-parser.js'
import { normalizeParameters } from '../parsers/content-types.js'
import { mediaTypeOf } from '../support/media-type.js'

/** The most types in the cache of parsers. Fastify has the same limit. */
const most = 100

/** The parsers of a context, under the names of Fastify's own object (`kContentTypeParser`). */
export class ContentTypeParsers {
  readonly cache = new Map<string, BodyParser>()

  constructor(private readonly builder: ContextBuilder) {}

  /** Parsers by type. `''` is the type of the parser for all types. A pattern is listed by its text. */
  get customParsers(): Map<string, BodyParser> {
    return new Map(this.#table.entries().map(({ type, parser }) => [String(type), parser]))
  }

  get parserList(): string[] {
    return this.#table.entries().flatMap(({ type }) => (typeof type === 'string' && type !== '' ? [type] : []))
  }

  get parserRegExpList(): RegExp[] {
    return this.#table.entries().flatMap(({ type }) => (typeof type === 'string' ? [] : [type]))
  }

  add(type: unknown, options: ParserOptions, run: unknown): void {
    this.builder.parsers.add(type, options, { run, context: this.builder.name })
  }

  hasParser(type: string | RegExp): boolean {
    return type !== '*' && this.builder.parsers.has(type)
  }

  /** The server's own parsers do not count, because an application may replace them. */
  existingParser(type: string | RegExp): boolean {
    if (!this.hasParser(type)) return false
    return typeof type !== 'string' || this.#table.find(normalizeParameters(type), '')?.isDefault !== true
  }

  getParser(type: string): BodyParser | undefined {
    const full = normalizeParameters(type)
    const known = this.cache.get(full)
    if (known !== undefined) return known
    const parser = this.#table.find(full, mediaTypeOf(type)) ?? undefined
    if (parser === undefined) return undefined
    const [oldest] = this.cache.keys()
    if (this.cache.size >= most && oldest !== undefined) this.cache.delete(oldest)
    this.cache.set(full, parser)
    return parser
  }

  /** Returns whether the type had a parser. */
  remove(type: string | RegExp): boolean {
    const { parsers } = this.builder
    const had = parsers.has(type)
    parsers.remove(type)
    return had
  }

  removeAll(): void {
    this.builder.parsers.removeAll()
    this.cache.clear()
  }

  get #table() {
    return this.builder.parsers.view()
  }
}
