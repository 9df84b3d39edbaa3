import { openSchema, type SchemaDocuments } from '../../schema/model/schema-documents.js'
import { isPlainObject } from '../../support/values.js'
import { nameOfPlace } from './schema-places.js'

/** An annotation of JSON Schema that OpenAPI takes for a rule of requests or responses. */
const annotations = {
  input: { keyword: 'readOnly', effect: 'a client can send the value' },
  output: { keyword: 'writeOnly', effect: 'the value is sent' },
} as const

/** An annotation in a schema, with its place. */
export interface Unenforced {
  readonly at: string
  readonly message: string
}

/** Finds `readOnly` in schemas of requests and `writeOnly` in those of responses. The server enforces neither. */
export function findUnenforced(
  schema: unknown,
  direction: keyof typeof annotations,
  documents: SchemaDocuments,
): Unenforced[] {
  const { keyword, effect } = annotations[direction]
  const reached = [openSchema(schema)]
  const seen = new Set<unknown>()
  const found: Unenforced[] = []
  for (const located of reached) {
    const { schema: each, resource, pointer } = located
    if (!isPlainObject(each) || seen.has(each)) continue
    seen.add(each)
    const at = nameOfPlace(resource.document.sharedId, `${pointer}/${keyword}`)
    const message = `"${at}" has no effect: ${effect}. Use a schema without this property.`
    if (each[keyword] === true) found.push({ at, message })
    const inside = { ...located, resource: documents.enter(each, resource) }
    const target = documents.target(inside)
    reached.push(...documents.inner(inside), ...(target === null ? [] : [target]))
  }
  return found
}
