// Hot path: runs once for each reply with a response schema.

import type { SerializeFunction } from '../../contracts/schema.js'
import { JsonText } from '../../json/json-text.js'
import { writing } from '../../json/write-json.js'
import { CodeBatch, type CodeUnit, type Runnable, UnitCode, Units } from '../emit/code-unit.js'
import type { NativeOptions } from '../emit/native-options.js'
import { checks } from '../emit/runtime.js'
import type { EngineOptions } from '../engines/engine-options.js'
import type { Located, SchemaDocuments } from '../model/schema-documents.js'
import { JsonCode, type Together } from './json-code.js'
import { MatchCode } from './match-code.js'
import { type Part, Parts } from './parts.js'

type WriteJson = (text: JsonText, at: number, value: unknown) => number

const nothing = () => null

/** The functions that the code of units calls. No failure is reported, and a date counts as a text. */
export const jsonRuntime = {
  ...{ ...checks, ...writing, findSame: checks.findEqual },
  ...{ setAside: nothing, restore: nothing, setName: nothing },
}

/** The native code that writes the replies of a server. */
export class JsonSerializers extends CodeBatch {
  readonly options: NativeOptions
  /** Texts that are not in use. */
  readonly #idle: JsonText[] = []

  /** The formats and patterns of replies are those of requests. All else is the same for both versions of ajv. */
  constructor({ flags, formats }: Pick<EngineOptions, 'flags' | 'formats'>) {
    super(jsonRuntime, formats)
    const regExp = null // values of replies come from the application
    const same = { version: 8, dialect: 'draft-07', coercion: 'none', defaults: 'nowhere' } as const
    this.options = { ...same, flags, regExp, formats }
  }

  serializerOf(unit: Runnable): SerializeFunction {
    const idle = this.#idle
    return (value) => {
      const write = this.runOf(unit) as WriteJson // the code is written with this type
      // Writing calls `toJSON` and getters. These may serialize another value, which needs its own text.
      const text = idle.pop() ?? new JsonText()
      try {
        return text.read(write(text, 0, value))
      } finally {
        text.reset()
        if (idle.length === 0) idle.push(text)
      }
    }
  }
}

/** Whether a function writes values, or checks whether one is valid for the only part. */
type Kind = 'write' | 'match'

/** Writes the schemas of one context as native code. The target of `$ref`s is written once for all that refer to it. */
export class JsonUnits {
  readonly #parts: Parts
  readonly #units = new Units()
  readonly #repeats = new Map<Part, number>()

  constructor(
    documents: SchemaDocuments,
    private readonly serializers: JsonSerializers,
  ) {
    this.#parts = new Parts(documents, serializers.options.flags)
  }

  /** @throws SchemaProblem */
  compile(schema: Located): SerializeFunction {
    const unit = this.write(schema)
    this.serializers.add(unit)
    return this.serializers.serializerOf(unit)
  }

  /** The unit that writes values of a route's schema. @throws SchemaProblem */
  write(schema: Located): CodeUnit {
    const start = this.#parts.of(schema)
    this.#repeats.clear()
    const unit = this.#unitOf('write', { parts: typeof start === 'boolean' ? [] : [start], ways: 1 })
    this.#units.finish()
    return unit
  }

  #write(unit: CodeUnit, kind: Kind, together: Together): void {
    const code = new UnitCode(unit)
    const { options } = this.serializers
    const refer = (part: Part) => code.call(this.#unitOf('match', { parts: [part], ways: 1 }))
    const matches = new MatchCode({ code, parts: this.#parts, options, refer })
    if (kind === 'match') {
      const main = matches.functionOf(together.parts[0]!) // the target of a `$ref` is one part
      code.finish(unit.called.length > 0 ? `memoized(${main})` : main)
      return
    }
    const json = new JsonCode({
      code,
      parts: this.#parts,
      repeats: this.#repeats,
      refer: (to) => code.call(this.#unitOf('write', to)),
      test: (condition) => matches.test(condition),
    })
    json.write(together)
  }

  #unitOf(kind: Kind, together: Together): CodeUnit {
    const { parts } = together
    // Units of a route's own schema are released with it.
    const owner = parts.find(({ resource }) => resource.document.sharedId === null) ?? parts[0] ?? this
    return this.#units.of(owner, `${kind} ${parts.map(({ id }) => id)}`, (unit) => this.#write(unit, kind, together))
  }
}
