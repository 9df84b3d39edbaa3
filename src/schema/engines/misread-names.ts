import { policies } from '../../support/as-fastify.js'
import { hasHalfPair, pointerTo } from '../../support/json-pointer.js'
import { isInherited, type PlainObject } from '../../support/values.js'
import type { NativeOptions } from '../emit/native-options.js'
import { stores } from '../keywords/table.js'
import { holdsEntry, namesInherited, visitSchemas } from '../model/walk.js'

/** A version of ajv reads a name as a member that every object inherits, or cannot compile the name. */
export class MisreadName extends Error {
  override readonly name = 'MisreadName'

  /** @param objection what the version does with the name */
  constructor(
    readonly pointer: string,
    version: 6 | 8,
    objection: string,
  ) {
    super(
      `version ${version} of ajv ${objection}. Use another name, or leave the schema to native code (engine: 'native')`,
    )
  }
}

type Misreading = Pick<NativeOptions, 'version' | 'defaults'>

/**
 * @param at the place of the schema
 * @throws MisreadName
 */
export function refuseMisread(schema: unknown, at: string, by: Misreading): void {
  if (!policies.refusesWhatHasNoEffect) return
  if (namesInherited(schema)) refuse(schema, at, by, 'takes this name for what every object inherits', misreadIn)
  if (holdsEntry(schema, hasHalfPair)) refuse(schema, at, by, 'cannot compile half a surrogate pair', halfPairIn)
}

type Find = (schema: PlainObject, by: Misreading) => readonly string[] | null

function refuse(schema: unknown, at: string, by: Misreading, objection: string, find: Find): void {
  const visit = (each: PlainObject, pointer: string) => {
    const found = find(each, by)
    if (found !== null) throw new MisreadName(pointerTo(pointer, ...found), by.version, objection)
  }
  visitSchemas(schema, visit, at)
}

/** The first name whose schema has no path in ajv. A list of names needs none. */
function halfPairIn(schema: PlainObject): readonly string[] | null {
  for (const keyword of [...byName, ...stores]) {
    const entries: PlainObject = Object(schema[keyword])
    const name = Object.keys(entries).find((each) => hasHalfPair(each) && !Array.isArray(entries[each]))
    if (name !== undefined) return [keyword, name]
  }
  return null
}

/** Keywords with entries by the names of properties. */
const byName = ['properties', 'patternProperties', 'dependencies', 'dependentRequired', 'dependentSchemas']

/** The place where ajv misreads a schema: a keyword and keys below it; `null`: nowhere. */
function misreadIn(schema: PlainObject, { version, defaults }: Misreading): readonly string[] | null {
  for (const keyword of byName) {
    if (Object.hasOwn(Object(schema[keyword]), '__proto__')) return [keyword, '__proto__'] // the library skips them
  }
  return (defaults === 'nowhere' ? null : misreadDefault(schema)) ?? (version === 6 ? misreadBy6(schema) : null)
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
