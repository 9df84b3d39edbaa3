import type { ValidatorEngineOptions } from '../../contracts/schema.js'
import { lazy } from '../../support/lazy.js'
import type { Format } from '../emit/native-options.js'
import { readEngineOptions } from '../engines/engine-options.js'
import { knownFormats } from '../engines/known-formats.js'
import { readFormats } from '../engines/native/formats.js'
import type { SchemaDocuments } from '../model/schema-documents.js'
import { codeOfJson } from './json-code.js'
import { MatchCode } from './match-code.js'
import type { PatternFlags } from './merged.js'
import { type Inner, type Part, Parts } from './parts.js'
import { planJson } from './plan-json.js'
import { Survey } from './survey.js'

/** A function that writes what a schema describes, or tells whether a value is valid for it. Units call each other, in circles as well. */
export interface JsonUnit {
  /** The body of a function that gives it; empty while it is written. */
  code: string
  called: JsonUnit[]
  /** `null` until its code is run. */
  run: JsonFunction | null
  /** Whether its code has been added to what is compiled. */
  isAdded: boolean
}

/** Called by what the code of other units says. */
export type JsonFunction = (...given: never[]) => unknown

/** What values and names of a reply are looked at by: the same as in requests. */
export interface MatchSettings {
  flags: PatternFlags
  formats: () => ReadonlyMap<string, Format>
}

export function matchSettingsOf(options: ValidatorEngineOptions): MatchSettings {
  const { version = 6, customOptions } = options
  return {
    flags: version === 8 && customOptions?.unicodeRegExp !== false ? 'u' : '',
    formats: lazy(() => readFormats(knownFormats(readEngineOptions(options)))),
  }
}

type Kind = 'write' | 'match'

/** Writes the schemas of one context as code: what `$ref`s lead to once for all that refer to it. */
export class JsonUnits {
  readonly #parts: Parts
  readonly #survey: Survey
  readonly #settings: MatchSettings
  readonly #known: Readonly<Record<Kind, WeakMap<Part, JsonUnit>>> = { write: new WeakMap(), match: new WeakMap() }
  /** Units that are called and not written yet: a chain of `$ref`s may be longer than calls can be nested. */
  readonly #pending: { kind: Kind; part: Part; unit: JsonUnit }[] = []

  constructor(documents: SchemaDocuments, settings: MatchSettings) {
    this.#parts = new Parts(documents)
    this.#survey = new Survey(this.#parts)
    this.#settings = settings
  }

  /** What writes values of a route's schema. @throws SchemaProblem */
  of(schema: unknown): JsonUnit {
    this.#survey.check(schema)
    const root = createUnit()
    const begun: { kind: Kind; part: Part }[] = []
    try {
      this.#write(root, 'write', this.#parts.open(schema))
      for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
        begun.push(next)
        this.#write(next.unit, next.kind, next.part)
      }
    } catch (error) {
      // Of a build that fails nothing is left that another could call.
      for (const { kind, part } of [...begun, ...this.#pending.splice(0)]) this.#known[kind].delete(part)
      throw error
    }
    return root
  }

  #write(unit: JsonUnit, kind: Kind, schema: Inner): void {
    const { flags, formats } = this.#settings
    const parts = this.#parts
    const refer = (to: Kind) => (target: Part) => `called[${this.#call(unit, to, target)}].run`
    const matches = new MatchCode({ parts, flags, formats, refer: refer('match') })
    if (kind === 'match' && typeof schema !== 'boolean') {
      const main = matches.functionOf(schema)
      const result = unit.called.length > 0 ? `memoized(${main})` : main
      unit.code = [...matches.declarations, `return ${result}`].join('\n')
      return
    }
    const test = (condition: Inner) => matches.test(condition)
    const code = codeOfJson(planJson(schema, parts, flags), { flags, refer: refer('write'), test })
    unit.code = [...matches.declarations, code].join('\n')
  }

  #call(from: JsonUnit, kind: Kind, part: Part): number {
    const known = this.#known[kind].get(part)
    const unit = known ?? createUnit()
    if (known === undefined) {
      this.#known[kind].set(part, unit)
      this.#pending.push({ kind, part, unit })
    }
    const index = from.called.indexOf(unit)
    return index === -1 ? from.called.push(unit) - 1 : index
  }
}

function createUnit(): JsonUnit {
  return { code: '', called: [], run: null, isAdded: false }
}

/** A unit and all that it calls, by whatever way. */
export function unitsBelow(unit: JsonUnit): readonly JsonUnit[] {
  const found = new Set([unit])
  for (const each of found) for (const called of each.called) found.add(called)
  return [...found]
}
