import type { ParserOptions } from '../contracts/parsers.js'
import { registrationCodes } from '../errors/registration-codes.js'
import type { UserFunction } from '../lifecycle/function-form.js'
import { asFastify } from '../support/as-fastify.js'
import { added, noItems } from '../support/lists.js'
import { describeValue, isCallable } from '../support/values.js'
import { compileParser } from './body-parser.js'
import { normalizeParameters } from './content-types.js'
import { type ParserEntry, ParserTable } from './parser-table.js'

/** Most contexts set no parsers. They share this empty set. */
const none: ReadonlySet<string> = new Set()

type Change = (table: ParserTable) => void

/**
 * The changes of one context to the parsers that it inherits. They are applied to the parent's table when the contexts
 * are sealed. So the order of registration between contexts does not matter.
 */
export class ParserRegistry {
  private changes: readonly Change[] = noItems
  /** Types that this context itself set. A second registration fails, but overriding an inherited parser is allowed. */
  private own: ReadonlySet<string> = none

  constructor(private readonly parent: ParserRegistry | null) {}

  /** @throws FST_ERR_CTP_ALREADY_PRESENT when this context has a parser for the type. */
  add(type: unknown, options: ParserOptions, { run, context }: { run: unknown; context: string }): void {
    if (!isCallable(run)) throw new registrationCodes.FST_ERR_CTP_INVALID_HANDLER(String(type), describeValue(run))
    const key = toKey(type)
    const isReplaceable = asFastify && key === '' // in Fastify the last catch-all parser wins
    if (this.own.has(String(key)) && !isReplaceable)
      throw new registrationCodes.FST_ERR_CTP_ALREADY_PRESENT(String(type), context)
    const { parseAs } = options
    if (parseAs !== undefined && parseAs !== 'string' && parseAs !== 'buffer') {
      throw new registrationCodes.FST_ERR_CTP_INVALID_PARSE_TYPE(String(type), describeValue(parseAs))
    }
    this.set({ type: key, parser: compileParser(run as UserFunction, options) }) // checked above
  }

  /** Sets a parser of the server, without checks. */
  preset(entry: ParserEntry): void {
    this.changes = added<Change>(this.changes, (table) => table.set(entry))
  }

  remove(type: unknown): void {
    if (isUnknownForm(type)) return
    const key = toKey(type)
    this.own = new Set([...this.own].filter((each) => each !== String(key)))
    this.changes = added<Change>(this.changes, (table) => table.delete(key))
  }

  removeAll(): void {
    this.own = none
    this.changes = added<Change>(this.changes, (table) => table.clear())
  }

  has(type: unknown): boolean {
    return !isUnknownForm(type) && this.view().has(toKey(type))
  }

  /** The table of a context. It is the parent's object itself if the context changes nothing. */
  seal(inherited: ParserTable): ParserTable {
    if (this.changes.length === 0) return inherited
    const table = inherited.copy()
    for (const change of this.changes) change(table)
    return table
  }

  /** The parsers that this context sees so far. */
  view(): ParserTable {
    const inherited = this.parent === null ? new ParserTable() : this.parent.view()
    return this.seal(inherited)
  }

  private set(entry: ParserEntry): void {
    this.own = new Set(this.own).add(String(entry.type))
    this.preset(entry)
  }
}

const typeForm = /^\s*([^\s/;]+\/[^\s/;]+|\*\s*$)/

/** Fastify looks for a parser of any text. Only `addContentTypeParser` refuses a text that is not a content type. */
function isUnknownForm(type: unknown): boolean {
  return asFastify && typeof type === 'string' && !typeForm.test(type)
}

function toKey(type: unknown): string | RegExp {
  if (type instanceof RegExp) return type
  if (typeof type !== 'string') throw new registrationCodes.FST_ERR_CTP_INVALID_TYPE(describeValue(type))
  const key = type.trim().toLowerCase()
  if (key === '') throw new registrationCodes.FST_ERR_CTP_EMPTY_TYPE()
  if (key === '*') return ''
  if (!typeForm.test(key)) throw new registrationCodes.FST_ERR_CTP_INVALID_TYPE(describeValue(type))
  return normalizeParameters(key)
}
