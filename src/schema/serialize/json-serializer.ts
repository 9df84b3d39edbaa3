// Hot path: runs once for each reply with a response schema.
import { CodeBatch } from '../emit/code-batch.js'
import type { CodeUnit, Runnable } from '../emit/code-unit.js'
import type { Format } from '../emit/native-options.js'
import { checks } from '../emit/runtime.js'
import { JsonText } from './json-text.js'
import { writing } from './write-json.js'

/** Writes a value behind `at`, and returns the end of its text. */
type WriteJson = (text: JsonText, at: number, value: unknown) => number

type Serialize = (value: unknown) => string

/** Makes the functions that serialize responses, for one context: native code, or fast-json-stringify. */
export interface SerializerEngine {
  /** @throws SchemaProblem, and any error of the library */
  compile(schema: unknown): Serialize
  /** The code of a schema for the artefact; `null`: a library serializes it. */
  write(schema: unknown): CodeUnit | null
}

const nothing = () => null

/**
 * The functions that the code of units calls. No failure is reported, and items that are texts may be objects: dates.
 */
export const jsonRuntime = {
  ...{ ...checks, ...writing, findSame: checks.findEqual },
  ...{ setAside: nothing, restore: nothing, setName: nothing },
}

/** The objects that all serializers of one server share. */
export class JsonSerializers {
  readonly #code = new CodeBatch(jsonRuntime)
  /** Texts that are not in use. */
  readonly #idle: JsonText[] = []

  /** Adds the code of a unit, and of all that it calls. */
  add(unit: CodeUnit, formats: () => ReadonlyMap<string, Format>): void {
    this.#code.add(unit, formats)
  }

  /** A function that returns the JSON text of a value. */
  serializerOf(unit: Runnable): Serialize {
    const idle = this.#idle
    return (value) => {
      const write = this.#code.runOf(unit) as WriteJson // the code is written with this type
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

  /** Makes all functions that have been added. */
  runCode(): void {
    this.#code.run()
  }
}
