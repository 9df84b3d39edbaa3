import type { SchemaFailure } from '../../contracts/schema.js'
import { unescapeStep } from '../../support/json-pointer.js'
import { isPlainObject, readProperty } from '../../support/values.js'
import { nativelyKeyword, readFenced } from '../keywords/natively.js'
import type { LinkedSchema } from '../model/schema-linker.js'
import { registeredKey, type SchemaRegistry } from '../model/schema-registry.js'
import { holdsEntry, visitEntries } from '../model/walk.js'

type Restore = (failures: readonly SchemaFailure[]) => SchemaFailure[]

/**
 * Gives the failures of a library the paths of the schema as it was written, without what our rewriting adds to it.
 * `null`: no branch of the schema, or of a schema that it reaches, was rewritten.
 */
export function restorePaths(linked: LinkedSchema, registry: SchemaRegistry): Restore | null {
  const schemas = registry.schemasOf(linked)
  if (!holdsEntry(schemas, (name) => name === nativelyKeyword)) return null
  const key = registeredKey(linked.schema)
  // A path without a key may be relative to each of them: the library compiles targets of `$ref`s apart.
  const roots = new Set([key === null ? linked.schema : registry.get(key)?.schema])
  visitEntries(schemas, (_, value) => {
    if (isPlainObject(value) && typeof value.$ref === 'string') roots.add(registry.target(value))
  })
  const placeOf = (schemaPath: string): Place | 'added' | null => {
    const [key = '', pointer = ''] = schemaPath.split('#')
    const steps = pointer.split('/').slice(1)
    for (const root of key === '' ? roots : [registry.get(key)?.schema]) {
      const place = writtenPlace(root, `${key}#`, steps)
      if (place !== null) return place
    }
    return null
  }
  return (failures) =>
    failures.flatMap((failure) => {
      const place = placeOf(failure.schemaPath)
      if (place === 'added') return []
      if (place === null) return [failure]
      return [place.refused === undefined ? { ...failure, schemaPath: place.path } : asOfType(failure, place)]
    })
}

/** The place of a failure in the schema as it was written. */
interface Place {
  path: string
  /** The branch whose type the value does not have; absent: the failure is not our own. */
  refused?: unknown
}

/** `added`: the failure is that of a condition which we added; `null`: the steps lead nowhere. */
function writtenPlace(root: unknown, start: string, steps: readonly string[]): Place | 'added' | null {
  let path = start
  let schema = root
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] ?? ''
    const isLast = at === steps.length - 1
    const fenced = isPlainObject(schema) ? readFenced(schema) : null
    if (fenced !== null) {
      const leads = (way: readonly string[]) => way.every((each, index) => steps[at + index] === each)
      if (leads(fenced.toFence)) return { path: `${pathTo(fenced.branch, path)}/type`, refused: fenced.branch }
      if (step === 'if' && isLast) return 'added'
      if (!leads(fenced.toBranch)) return null
      schema = fenced.branch
      at += fenced.toBranch.length - 1
      continue
    }
    path += `/${step}`
    if (isLast) break // the keyword of the failure
    schema = readProperty(schema, nameOf(step))
    if (schema === undefined) return null
  }
  return { path }
}

function pathTo(branch: unknown, path: string): string {
  const ref = readProperty(branch, '$ref')
  return typeof ref === 'string' ? ref : path
}

/** The name in a step of a path. The library escapes it. */
function nameOf(step: string): string {
  return unescapeStep(decodeURIComponent(step))
}

/** The failure as the keyword `type` of the branch would report it. */
function asOfType(failure: SchemaFailure, { path: schemaPath, refused }: Place): SchemaFailure {
  const { keyword, dataPath, instancePath, params, message, ...more } = failure
  // The order of names is that of ajv.
  const result: SchemaFailure =
    dataPath === undefined
      ? { instancePath, schemaPath, keyword, params, message }
      : { keyword, dataPath, schemaPath, params, message }
  const { schemaPath: _, ...verbose } = more
  if (!('schema' in verbose)) return Object.assign(result, verbose)
  return Object.assign(result, verbose, { schema: params.type, parentSchema: refused })
}
