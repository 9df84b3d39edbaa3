// Hot path: runs once for each reply with a response schema.
import { NamedCode } from '../named-code.js'
import { codeOfJson } from './json-code.js'
import type { JsonPlan } from './json-plan.js'
import { JsonText } from './json-text.js'
import { writing } from './write-json.js'

/** Writes a value behind `at`, and gives where its text ends. */
export type WriteJson = (text: JsonText, at: number, value: unknown) => number

/** Gives what writes; its code calls what `writing` names. */
export type WriteJsonMaker = () => WriteJson

let idle: JsonText | null = null

/** A function that gives the JSON text of a value. */
export function createJsonSerializer(write: WriteJson): (value: unknown) => string {
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

/** The code of serializers. */
export const jsonCode = new NamedCode(Object.keys(writing))
const given = Object.values(writing)

export function compileJson(plan: JsonPlan): WriteJson {
  return jsonCode.run(codeOfJson(plan), given) as WriteJson // so it is written
}
