import type { OpenLibraryValidator } from '../compiler/default-validator.js'
import type { EngineOptions } from '../engines/engine-options.js'
import { nativelyKeyword } from '../model/native-branches.js'
import { isPlainObject, type PlainObject } from '../model/plain-data.js'
import { knownFormats } from './written-scope.js'

/** Options that put functions of the application into compiled code. */
const functionOptions = ['$data', 'regExp', 'passContext', 'loadSchema']

/** Why a compiled validator cannot be written down; `null`: it can. */
export function whyNotWritten({ engine, schemas }: OpenLibraryValidator, options: EngineOptions): string | null {
  const option = functionOptions.find((name) => options.customOptions[name] !== undefined)
  if (option !== undefined) return `customOptions.${option} makes code depend on the process that it was made in`
  const known = knownFormats(options)
  const ids = new Set(schemas.map((schema) => Object(schema).$id))
  for (const part of schemas.flatMap((schema) => [...partsOf(schema)])) {
    const keyword = Object.keys(part).find((name) => name !== nativelyKeyword && engine.runsFunction(name))
    if (keyword !== undefined) return `the keyword "${keyword}" is a function of a plugin or of the application`
    const { format, $ref } = part
    const isElsewhere = typeof $ref === 'string' && !$ref.startsWith('#') && !ids.has($ref.split('#')[0])
    if (isElsewhere && engine.hasSchema($ref)) {
      return `the $ref "${$ref}" leads to a schema that only the validator holds`
    }
    if (typeof format === 'string' && engine.format(format) !== known[format]) {
      return `the format "${format}" comes from a plugin`
    }
  }
  return null
}

function* partsOf(value: unknown): Generator<PlainObject> {
  if (Array.isArray(value)) for (const entry of value) yield* partsOf(entry)
  if (!isPlainObject(value)) return
  yield value
  for (const entry of Object.values(value)) yield* partsOf(entry)
}
