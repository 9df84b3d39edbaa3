import { hasRef } from './holds-entry.js'
import { isPlainObject, type PlainObject } from './plain-data.js'
import type { SchemaShape } from './schema-shape.js'
import { schemasIn } from './walk.js'

/**
 * Finds `$ref`s that lead back to where they stand without going into a property or an item: no value is ever done
 * with such a schema. Recursion through the data, as in a tree, is fine.
 *
 * @param shape knows what the `$ref`s point to
 * @param written gives a `$ref` as the application wrote it
 * @returns what is wrong, `null` when nothing is
 */
export function findEndlessRef(
  root: PlainObject,
  shape: SchemaShape,
  written: (ref: string) => string = (ref) => ref,
): string | null {
  if (!hasRef(root)) return null
  const done = new Set<PlainObject>()

  function follow(schema: unknown, path: Set<PlainObject>): string | null {
    if (!isPlainObject(schema) || done.has(schema)) return null
    if (path.has(schema))
      return `its "$ref"s (${refsIn(path).map(written).join(', ')}) lead back to themselves and apply to one value for ever`
    path.add(schema)
    for (const other of shape.branches(schema)) {
      const problem = follow(other, path)
      if (problem !== null) return problem
    }
    path.delete(schema)
    done.add(schema)
    return null
  }

  function visit(schema: unknown): string | null {
    if (!isPlainObject(schema)) return null
    const problem = follow(schema, new Set())
    if (problem !== null) return problem
    for (const { schema: inner } of schemasIn(schema)) {
      const found = visit(inner)
      if (found !== null) return found
    }
    return null
  }

  return visit(root)
}

function refsIn(path: Set<PlainObject>): string[] {
  return [...path].map(({ $ref }) => $ref).filter((ref) => typeof ref === 'string')
}
