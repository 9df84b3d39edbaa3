import { asFastify } from '../../support/as-fastify.js'
import { pointerTo } from '../../support/json-pointer.js'
import { isInherited } from '../../support/plain-data.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
import { holdsEntry, namesInherited, visitSchemas } from '../model/walk.js'

/** A library would read the name of a property as a member that every object inherits. */
export class MisreadName extends Error {
  override readonly name = 'MisreadName'

  constructor(
    readonly pointer: string,
    library: string,
  ) {
    super(
      `${library} takes this name for what every object inherits. Use another name, or leave the schema to native code (engine: 'native')`,
    )
  }
}

/** Finds the place where a library misreads a schema: a keyword and keys below it; `null`: nowhere. */
type FindMisread = (schema: PlainObject) => readonly string[] | null

/**
 * @param at the place of the schema
 * @param library as the error names it
 * @throws MisreadName
 */
export function refuseMisread(schema: unknown, at: string, library: string, find: FindMisread): void {
  if (asFastify || !namesInherited(schema)) return
  const visit = (each: PlainObject, pointer: string) => {
    const found = find(each)
    if (found !== null) throw new MisreadName(pointerTo(pointer, ...found), library)
  }
  visitSchemas(schema, visit, at)
}

const neededBeside = ['dependencies', 'dependentRequired', 'dependentSchemas'] as const

export function misreadByAjv(version: 6 | 8, defaults: 'filled in' | 'left out'): FindMisread {
  return (schema) => {
    for (const keyword of ['properties', 'patternProperties', ...neededBeside]) {
      if (Object.hasOwn(Object(schema[keyword]), '__proto__')) return [keyword, '__proto__'] // the library skips them
    }
    const filled = defaults === 'filled in' ? misreadDefault(schema) : null
    return filled ?? (version === 6 ? misreadBy6(schema) : null)
  }
}

/** An inherited property does not count as missing, so its default is never filled in. */
function misreadDefault({ properties, default: filled }: PlainObject): readonly string[] | null {
  if (holdsEntry(filled, (key) => key === '__proto__')) return ['default'] // the key would set the prototype
  const name = Object.keys(Object(properties)).find((each) => {
    return isInherited(each) && Object(Object(properties)[each]).default !== undefined
  })
  return name === undefined ? null : ['properties', name, 'default']
}

/** Above this number of properties the library calls `hasOwnProperty` of the schema. */
const mostCompared6 = 8

function misreadBy6({ properties, required, patternProperties, pattern }: PlainObject): readonly string[] | null {
  // The library's table of expressions inherits functions, as does its table of required names.
  if (isInherited(pattern)) return ['pattern']
  const expression = Object.keys(Object(patternProperties)).find(isInherited)
  if (expression !== undefined) return ['patternProperties', expression]
  const names = Object.keys(Object(properties))
  const asked = names.find((name) => isInherited(name) && Array.isArray(required) && !required.includes(name))
  const called = names.length > mostCompared6 ? names.find((name) => name === 'hasOwnProperty') : undefined
  const name = asked ?? called
  return name === undefined ? null : ['properties', name]
}

/**
 * Properties become patterns (`inheritedAsPatterns`), which cannot be required and have no default. Ajv chooses
 * branches.
 */
export const misreadByJsonLibrary: FindMisread = (schema) => {
  const { required, properties } = schema
  if (Array.isArray(required) && required.some(isInherited)) return ['required']
  const needed = neededBeside.find((keyword) => namesInherited(schema[keyword]))
  if (needed !== undefined) return [needed]
  // The library compares values by their own `toString` and `valueOf`.
  const compared = ['const', 'enum'].find((keyword) => holdsEntry(schema[keyword], isInherited))
  if (compared !== undefined) return [compared]
  return isPlainObject(properties) ? misreadDefault(schema) : null
}
