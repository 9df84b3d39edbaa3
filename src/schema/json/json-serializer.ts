// Hot path: runs once for each reply with a response schema.
import { codeOfJson } from './json-code.js'
import type { JsonPlan } from './json-plan.js'
import { JsonText } from './json-text.js'
import { writing } from './write-json.js'

/** Writes a value behind `at`, and gives where its text ends. */
export type WriteJson = (text: JsonText, at: number, value: unknown) => number

/** The code of a plan; called with `writing` it gives what writes. */
export type WriteJsonMaker = (given: typeof writing) => WriteJson

let idle: JsonText | null = null

/** A function that gives the JSON text of a value. */
export function createJsonSerializer(maker: WriteJsonMaker): (value: unknown) => string {
  const write = maker(writing)
  return (value) => {
    // Writing calls `toJSON` and getters, and these may serialize something themselves: with a text of their own.
    const text = idle ?? new JsonText()
    idle = null
    try {
      return text.read(write(text, 0, value))
    } finally {
      text.reset()
      idle = text
    }
  }
}

export function compileJson(plan: JsonPlan): WriteJsonMaker {
  return new Function('writing', codeOfWriteJson(plan)) as WriteJsonMaker // so the code is written
}

/** The body of a `WriteJsonMaker`. */
export function codeOfWriteJson(plan: JsonPlan): string {
  return codeOfJson(plan, Object.keys(writing))
}
