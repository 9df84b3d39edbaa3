// Hot path: runs once for each reply with a response schema.
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

export function compileJson(plan: JsonPlan): WriteJson {
  const make = new Function(...Object.keys(writing), codeOfJson(plan)) as (...given: unknown[]) => WriteJson // so it is written
  return make(...Object.values(writing))
}

/**
 * Code in which all that is called there has its name: `writing` is what it is called with. It is called at once, which
 * the brackets tell V8: 1000 serializers take 10.5 ms of a start so. It would read an arrow function twice: 20 ms.
 */
export function codeWithin(code: string): string {
  return `(function (writing) {\nconst { ${Object.keys(writing).join(', ')} } = writing\nreturn ${code}\n})`
}
