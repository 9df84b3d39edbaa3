import { isFlag, isList, isMap, isText, isWritable, type Keyword } from './keyword.js'

function annotation(name: string, more: Partial<Keyword> = {}): Keyword {
  return { name, groups: [], isAnnotation: true, ...more }
}

const text = { isOfDraft7: true, rule: isText }

/** Keywords that describe and do not constrain: those of all drafts, and of OpenAPI 3. */
export const annotations: readonly Keyword[] = [
  annotation('$comment', { ...text, isRule: true }),
  ...['title', 'description'].map((name) => annotation(name, text)),
  ...['contentMediaType', 'contentEncoding'].map((name) => annotation(name, text)),
  annotation('examples', { isData: true, isOfDraft7: true, rule: isList }),
  annotation('readOnly', { isOfDraft7: true, rule: isFlag }),
  annotation('writeOnly', { isOfDraft7: true }),
  annotation('contentSchema', { subschemas: 'schema' }),
  annotation('example', { isData: true }),
  annotation('$anchor', { isIdentity: true }),
  ...['$vocabulary', 'deprecated', 'externalDocs', 'xml', 'discriminator', 'summary'].map((name) => annotation(name)),
  ...['collectionFormat', 'style', 'explode', 'allowEmptyValue', 'allowReserved'].map((name) => annotation(name)),
]

/** Keywords that give schemas names, hold schemas for `$ref`s, or hold what the parent fills in. */
export const holders: readonly Keyword[] = [
  { name: '$id', groups: [], isOfDraft7: true, isIdentity: true, rule: isText },
  { name: '$schema', groups: [], isOfDraft7: true, isIdentity: true, rule: isText },
  { name: 'definitions', groups: [], isOfDraft7: true, isStore: true, subschemas: 'map', rule: isMap },
  { name: '$defs', groups: [], isOfDraft7: true, isStore: true, subschemas: 'map' },
  { name: 'default', groups: [], isOfDraft7: true, isData: true, rule: isWritable },
]

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
