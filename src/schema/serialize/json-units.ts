import type { ValidatorEngineOptions } from '../../contracts/schema.js'
import { lazy } from '../../support/lazy.js'
import { type CodeUnit, callTo, newUnit } from '../emit/code-unit.js'
import type { NativeOptions } from '../emit/native-options.js'
import { readEngineOptions } from '../engines/engine-options.js'
import { readFormats } from '../engines/formats.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import { codeOfJson, type Together } from './json-code.js'
import { MatchCode } from './match-code.js'
import { type Part, Parts } from './parts.js'

/** Values of a reply are looked at with the formats and patterns of requests, for both versions alike otherwise. */
export function replyOptions(options: ValidatorEngineOptions): NativeOptions {
  const { version = 6, customOptions } = options
  return {
    version: 8,
    dialect: 'draft-07',
    flags: version === 8 && customOptions?.unicodeRegExp !== false ? 'u' : '',
    coercion: 'none',
    defaults: 'nowhere',
    formats: lazy(() => readFormats(readEngineOptions(options))),
    types: new Map(),
  }
}

type Kind = 'write' | 'match'

interface Pending {
  kind: Kind
  together: Together
  unit: CodeUnit
}

/** Writes the schemas of one context as code: what `$ref`s lead to once for all that refer to it. */
export class JsonUnits {
  readonly #parts: Parts
  readonly #options: NativeOptions
  /** By a part of a route's own schema, if one is among them, and by all: what a route brings along goes with it. */
  readonly #known = new WeakMap<Part, Map<string, CodeUnit>>()
  /** Units that are called and not written yet: a chain of `$ref`s may be longer than calls can be nested. */
  readonly #pending: Pending[] = []
  readonly #written: CodeUnit[] = []
  readonly #repeats = new Map<Part, number>()

  constructor(documents: SchemaDocuments, options: NativeOptions) {
    this.#parts = new Parts(documents)
    this.#options = options
  }

  /** What writes values of a route's schema. @throws SchemaProblem */
  of(schema: unknown): CodeUnit {
    const root = newUnit()
    const start = this.#parts.open(schema)
    const begun: Pending[] = []
    this.#repeats.clear()
    try {
      this.#write(root, { parts: typeof start === 'boolean' ? [] : [start], ways: 1 })
      for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
        begun.push(next)
        if (next.kind === 'write') this.#write(next.unit, next.together)
        else this.#match(next.unit, next.together.parts)
      }
    } catch (error) {
      // Of a build that fails nothing is left that another could call.
      for (const { kind, together } of [...begun, ...this.#pending.splice(0)]) this.#forget(kind, together.parts)
      throw error
    }
    this.#written.push(root, ...begun.map(({ unit }) => unit))
    return root
  }

  /** The units that have been written since it was last asked for them. */
  takeWritten(): readonly CodeUnit[] {
    return this.#written.splice(0)
  }

  #write(unit: CodeUnit, together: Together): void {
    const { flags } = this.#options
    let matches: MatchCode | null = null
    const code = codeOfJson(together, {
      parts: this.#parts,
      flags,
      repeats: this.#repeats,
      refer: (to) => this.#call(unit, 'write', to),
      test: (condition) => {
        matches ??= this.#matchCode(unit)
        return matches.test(condition)
      },
    })
    unit.code = [...this.#declarationsOf(matches), code].join('\n')
  }

  #match(unit: CodeUnit, [part]: readonly Part[]): void {
    const matches = this.#matchCode(unit)
    const main = part === undefined ? '() => true' : matches.functionOf(part)
    const result = unit.called.length > 0 ? `memoized(${main})` : main
    unit.code = [...matches.declarations, `return ${result}`].join('\n')
  }

  #declarationsOf(matches: MatchCode | null): readonly string[] {
    return matches?.declarations ?? []
  }

  #matchCode(unit: CodeUnit): MatchCode {
    const refer = (part: Part) => this.#call(unit, 'match', { parts: [part], ways: 1 })
    return new MatchCode({ parts: this.#parts, options: this.#options, refer })
  }

  #call(from: CodeUnit, kind: Kind, together: Together): string {
    const [known, key] = this.#place(kind, together.parts)
    let unit = known.get(key)
    if (unit === undefined) {
      unit = newUnit()
      known.set(key, unit)
      this.#pending.push({ kind, together, unit })
    }
    return callTo(unit, from.called)
  }

  #forget(kind: Kind, parts: readonly Part[]): void {
    const [known, key] = this.#place(kind, parts)
    known.delete(key)
  }

  #place(kind: Kind, parts: readonly Part[]): readonly [known: Map<string, CodeUnit>, key: string] {
    const owner = parts.find(({ resource }) => resource.document.sharedId === null) ?? parts[0]
    const key = `${kind} ${parts.map(({ id }) => id)}`
    if (owner === undefined) return [new Map(), key]
    const known = this.#known.get(owner) ?? new Map<string, CodeUnit>()
    this.#known.set(owner, known)
    return [known, key]
  }
}
