// Hot path: runs once for each reply with a response schema.
import { NamedCode, runAllCode } from '../emit/code-batch.js'
import { codeOfJson } from './json-code.js'
import type { JsonPlan } from './json-plan.js'
import { JsonText } from './json-text.js'
import { writing } from './write-json.js'

/** Writes a value behind `at`, and gives where its text ends. */
export type WriteJson = (text: JsonText, at: number, value: unknown) => number

/** Gives what writes; its code calls what `writing` names. */
export type WriteJsonMaker = () => WriteJson

let idle: JsonText | null = null

/** Where it is, once it is made. */
export interface JsonWriter {
  write: WriteJson | null
}

/** A function that gives the JSON text of a value. */
export function createJsonSerializer(writer: JsonWriter): (value: unknown) => string {
  return (value) => {
    const write = writer.write ?? writeOf(writer)
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

function writeOf(writer: JsonWriter): WriteJson {
  runAllCode()
  return writer.write! // it has been added
}

/** The code of serializers. */
export const jsonCode = new NamedCode(writing)

/** Compiles what writes values of a plan: at the end of the boot, or when it is needed. */
export function compileJson(plan: JsonPlan): JsonWriter {
  const writer: JsonWriter = { write: null }
  jsonCode.add(codeOfJson(plan), [], (made) => {
    writer.write = made as WriteJson // so it is written
  })
  return writer
}
