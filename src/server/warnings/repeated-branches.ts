import { RepeatedSchemas, type Repetition } from '../../schema/model/repeated.js'
import type { SchemaDocuments } from '../../schema/model/schema-documents.js'
import { pointerTo } from '../../support/json-pointer.js'
import { isPlainObject, type PlainObject } from '../../support/values.js'
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
  return namesOf(schema, documents, ends, (schemas, start) => schemas.find(start))
}

/** Finds branches that lead back to their schema, even in one way. */
export function findRecursiveBranches(schema: unknown, documents: SchemaDocuments): string[] {
  return namesOf(schema, documents, 'after all', (schemas, start) => schemas.findRecursive(start))
}

function namesOf(
  schema: unknown,
  documents: SchemaDocuments,
  ends: 'at the first failure' | 'after all',
  find: (schemas: RepeatedSchemas, start: PlainObject) => readonly Repetition[],
): string[] {
  const places = new SchemaPlaces(documents)
  const start = places.open(schema)
  if (!isPlainObject(start)) return []
  const found = find(new RepeatedSchemas((each) => places.target(each), ends), start)
  const named = found.flatMap(({ around, keyword }) => {
    const place = places.of(around)
    if (place === undefined) return [] // it is within a keyword of a plugin
    return [nameOfPlace(place.resource.document.sharedId, pointerTo(place.pointer, keyword))]
  })
  return [...new Set(named)]
}
