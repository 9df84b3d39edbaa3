import { RepeatedSchemas } from '../../schema/model/repeated.js'
import type { SchemaDocuments } from '../../schema/model/schema-documents.js'
import { pointerTo } from '../../support/json-pointer.js'
import { isPlainObject } from '../../support/values.js'
import { nameOfPlace, SchemaPlaces } from './schema-places.js'

/**
 * Finds schemas that lead back to themselves in two ways. Native code remembers their results. For ajv the time doubles
 * with each level of a document.
 *
 * @param ends whether ajv ends the validation of a branch at its first failure
 * @returns the places of the keywords that separate the ways
 */
export function findRepeatedBranches(
  schema: unknown,
  documents: SchemaDocuments,
  ends: 'at the first failure' | 'after all',
): string[] {
  const places = new SchemaPlaces(documents)
  const start = places.open(schema)
  if (!isPlainObject(start)) return []
  const found = new RepeatedSchemas((each) => places.target(each), ends).find(start)
  const named = found.flatMap(({ around, keyword }) => {
    const place = places.of(around)
    if (place === undefined) return [] // it is within a keyword of a plugin
    return [nameOfPlace(place.resource.document.sharedId, pointerTo(place.pointer, keyword))]
  })
  return [...new Set(named)]
}
