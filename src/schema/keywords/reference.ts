import type { Keyword } from './keyword.js'
import { isText } from './valid-values.js'

/** Its target is found where the schema is compiled: see `schema-writer.ts`. */
export const reference: Keyword = {
  name: '$ref',
  groups: ['any'],
  isOfDraft7: true,
  rule: isText,
  emit: (_, check) => check.follow(),
}

/** Keywords of later drafts and of plugins that hold schemas; native code does not know them. */
export const foreign: readonly Keyword[] = [
  { name: '$merge', groups: ['any'], subschemas: 'patch', validates: 'value', isForeign: true },
  { name: '$patch', groups: ['any'], subschemas: 'patch', validates: 'value', isForeign: true },
  { name: 'dependentSchemas', groups: ['object'], subschemas: 'map', validates: 'value', isForeign: true },
  { name: 'unevaluatedItems', groups: ['array'], subschemas: 'schema', validates: 'parts', isForeign: true },
  {
    name: 'unevaluatedProperties',
    groups: ['object'],
    subschemas: 'schema',
    validates: 'parts',
    isForeign: true,
    expected: (params) => `no property "${params.unevaluatedProperty}"`,
  },
]
