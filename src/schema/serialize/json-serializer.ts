// Hot path: runs once for each reply with a response schema.
import { CodeBatch } from '../emit/code-batch.js'
import type { CodeUnit, Runnable } from '../emit/code-unit.js'
import type { Format } from '../emit/native-options.js'
import { checks } from '../emit/runtime.js'
import { JsonText } from './json-text.js'
import { writing } from './write-json.js'

/** Writes a value behind `at`, and gives where its text ends. */
type WriteJson = (text: JsonText, at: number, value: unknown) => number

type Serialize = (value: unknown) => string

/** Makes the functions that serialize responses, for one context: native code, or fast-json-stringify. */
export interface SerializerEngine {
  /** @throws SchemaProblem, and what the library finds wrong */
  compile(schema: unknown): Serialize
  /** The code of a schema, to be written down; `null`: a library serializes it. */
  write(schema: unknown): CodeUnit | null
}

const nothing = () => null

/** What the code of units calls. Nothing is reported, and items that are texts may be objects: dates. */
export const jsonRuntime = {
  ...{ ...checks, ...writing, findSame: checks.findEqual },
  ...{ setAside: nothing, restore: nothing, setName: nothing },
}

/** What all serializers of one server share. */
export class JsonSerializers {
  readonly #code = new CodeBatch(jsonRuntime)
  /** Texts nobody writes to at the moment. */
  readonly #idle: JsonText[] = []

  /** Adds the code of a unit, and of all that it calls. */
  add(unit: CodeUnit, formats: () => ReadonlyMap<string, Format>): void {
    this.#code.add(unit, formats)
  }

  /** A function that gives the JSON text of a value. */
  serializerOf(unit: Runnable): Serialize {
    const idle = this.#idle
    return (value) => {
      const write = this.#code.runOf(unit) as WriteJson // so it is written
      // Writing calls `toJSON` and getters, and these may serialize something themselves: with a text of their own.
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
