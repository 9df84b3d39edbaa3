import { schemasIn } from './keywords.js'
import { isPlainObject, type PlainObject } from './plain-data.js'
import { SchemaShape } from './schema-shape.js'

/**
 * Refuses `$ref`s that lead back to where they stand without going into a property or an item: no value is ever done
 * with such a schema. Recursion through the data, as in a tree, is fine.
 *
 * @param bundle its `$ref`s are local
 * @throws an Error that names the `$ref`
 */
export function checkRefsEnd(bundle: PlainObject): void {
  const shape = new SchemaShape(bundle)
  const done = new Set<PlainObject>()

  function follow(schema: unknown, path: Set<PlainObject>): void {
    if (!isPlainObject(schema) || done.has(schema)) return
    if (path.has(schema))
      throw new Error(`its "$ref"s (${refsIn(path)}) lead back to themselves and apply to the same value for ever`)
    path.add(schema)
    for (const other of shape.branches(schema)) follow(other, path)
    path.delete(schema)
    done.add(schema)
  }

  function visit(schema: unknown): void {
    if (!isPlainObject(schema)) return
    follow(schema, new Set())
    for (const { schema: inner } of schemasIn(schema)) visit(inner)
  }

  visit(bundle)
}

function refsIn(path: Set<PlainObject>): string {
  const refs = [...path].map(({ $ref }) => $ref).filter((ref) => typeof ref === 'string')
  return refs.join(', ')
}
