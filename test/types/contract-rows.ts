/**
 * A response schema, the handler's return value, the response, and the compiler's sentence if it refuses the program.
 * Programs that do not compile run as well. Their bytes are those of a program without types.
 */
export type ResponseRow = readonly [schema: string, returned: string, sent: string, refused?: string]

const named =
  "{ type: 'object', required: ['name'], properties: { name: { type: 'string' }, age: { type: 'integer' } } }"
const state = "{ type: 'object', required: ['state'], properties: { state: { enum: ['up', 'down'] } } }"
const numbers = "{ type: 'object', additionalProperties: { type: 'number' } }"
const patterns =
  "{ type: 'object', patternProperties: { '^S_': { type: 'string' }, '^N_': { type: 'number' } }, additionalProperties: false }"
const figures =
  "{ oneOf: [{ type: 'object', required: ['kind', 'r'], properties: { kind: { const: 'circle' }, r: { type: 'number' } } }, " +
  "{ type: 'object', required: ['kind', 'w'], properties: { kind: { const: 'box' }, w: { type: 'number' } } }] }"
const pair = "{ type: 'array', items: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 }"
const dated =
  "{ type: 'object', properties: { at: { type: 'string', format: 'date-time' }, text: { type: 'string' } } }"
const nulls =
  "{ type: 'object', properties: { a: { type: ['string', 'null'] }, b: { type: 'string', nullable: true }, c: { type: 'string' } } }"
const branchDefault =
  "{ type: 'object', properties: { n: { anyOf: [{ type: 'object', properties: { x: { type: 'integer', default: 1 } } }, { type: 'null' }] } } }"
const tree =
  "{ type: 'object', required: ['kids'], properties: { name: { $ref: '#/definitions/name' }, kids: { type: 'array', items: { $ref: '#' } } }, definitions: { name: { type: 'string' } } }"

export const responseRows: readonly ResponseRow[] = [
  // undeclared, optional, missing
  [named, "({ name: 'Ada', password: 'x' })", '{"name":"Ada"}'],
  [named, "({ name: 'Ada', age: undefined })", '{"name":"Ada"}'],
  [named, '({ age: 3 })', '500', 'name: the handler returns nothing, the schema requires string'],
  [named, '({ name: undefined })', '500', 'name: the handler returns undefined, the schema says string'],
  [nulls, "({ a: null, b: null, c: 'x' })", '{"a":null,"b":null,"c":"x"}'],
  [nulls, '({ c: null })', '{"c":""}', 'c: the handler returns null, the schema says string'],
  // enum and const
  [state, "({ state: 'up' as const })", '{"state":"up"}'],
  [
    state,
    "({ state: 'sideways' as const })",
    '{"state":"sideways"}',
    'state: the handler returns "sideways", the schema says "down" | "up"',
  ],
  [state, "({ state: 'up' })", '{"state":"up"}'], // the compiler widens what a method returns
  [state, '({ state: 5 })', '{"state":5}', 'state: the handler returns number, the schema says "down" | "up"'],
  ["{ const: 'a' }", "'a' as const", 'a'],
  ["{ const: 'a' }", "'b' as const", 'b', 'the handler returns "b", the schema says "a"'],
  ["{ type: 'boolean' }", "'yes'", 'yes', 'the handler returns string, the schema says boolean'],
  // maps
  [numbers, '({ a: 1, b: 2.5 })', '{"a":1,"b":2.5}'],
  [numbers, "({ a: 'x' })", '500', 'a: the handler returns string, the schema says number'],
  [numbers, "new Map([['a', 1]])", '500', 'the handler returns Map, the schema says object'],
  [patterns, "({ S_a: 'x', N_b: 1 })", '{"S_a":"x","N_b":1}'],
  [patterns, "({ S_a: 'x', other: 1 })", '{"S_a":"x"}'],
  [patterns, "({ N_b: 'x' })", '500', 'N_b: the handler returns string, the schema says number'],
  // unions
  [figures, "({ kind: 'circle' as const, r: 1, w: 2 })", '{"kind":"circle","r":1}'],
  [figures, "({ kind: 'box' as const, r: 1 })", '500', 'w: the handler returns nothing, the schema requires number'],
  [figures, "({ kind: 'circle' as const, r: '1' })", '500', 'r: the handler returns string, the schema says number'],
  [
    figures,
    "({ kind: 'line' as const, r: 1 })",
    '500',
    'kind: the handler returns "line", the schema says "box" | "circle"',
  ],
  [
    `{ type: 'array', items: ${figures} }`,
    "[{ kind: 'box' as const, w: true }]",
    '500',
    '[].w: the handler returns boolean, the schema says number',
  ],
  // tuples
  [pair, "['a', 1] as [string, number]", '["a",1]'],
  [pair, "['a', 'b'] as [string, string]", '500', '[1]: the handler returns string, the schema says number'],
  [pair, "['a'] as [string]", '["a"]', 'the handler returns [string], the schema says [string, number]'],
  // classes, dates, big numbers
  [named, "new (class { secret = 1; toJSON() { return { name: 'Ada' } } })()", '{"name":"Ada"}'],
  [
    named,
    "new (class { name = 'Ada'; toJSON() { return { name: 5 } } })()",
    '{"name":"5"}',
    'name: the handler returns number, the schema says string',
  ],
  [dated, '({ at: new Date(0) })', '{"at":"1970-01-01T00:00:00.000Z"}'],
  [
    dated,
    '({ text: new Date(0) })',
    '{"text":"1970-01-01T00:00:00.000Z"}',
    'text: the handler returns Date, the schema says string',
  ],
  [named, "({ name: 'a', age: 12345678901234567890n })", '{"name":"a","age":12345678901234567890}'],
  [named, '({ name: 5n })', '{"name":"5"}', 'name: the handler returns bigint, the schema says string'],
  // default inside a branch, references
  [branchDefault, '({ n: {} })', '{"n":{"x":1}}'],
  [branchDefault, '({ n: null })', '{"n":null}'],
  [branchDefault, "({ n: { x: 'a' } })", '500', 'n.x: the handler returns string, the schema says number'],
  [tree, "({ kids: [{ name: 'a', kids: [] }] })", '{"kids":[{"kids":[],"name":"a"}]}'],
  [
    tree,
    '({ kids: [{ name: 1, kids: [] }] })',
    '{"kids":[{"kids":[],"name":"1"}]}',
    'kids[].name: the handler returns number, the schema says string',
  ],
]

/**
 * A body schema, the declared type of the parameter, a body, and the handler's value. Then the compiler's sentence if
 * it refuses the type.
 */
export type RequestRow = readonly [schema: string, type: string, body: string, received: string, refused?: string]

const kinds = "{ type: 'object', required: ['kind'], properties: { kind: { enum: ['a', 'b'] } } }"
const defaulted = "{ type: 'object', properties: { n: { type: 'integer', default: 1 }, o: { type: 'integer' } } }"
const inBranch = "{ anyOf: [{ type: 'object', properties: { n: { type: 'integer', default: 1 } } }] }"

export const requestRows: readonly RequestRow[] = [
  [kinds, "{ kind: 'a' | 'b' }", '{"kind":"b"}', '{"kind":"b"}'],
  [
    kinds,
    "{ kind: 'a' }",
    '{"kind":"b"}',
    '{"kind":"b"}',
    'kind: the parameter is declared "a", the schema gives "a" | "b"',
  ],
  [defaulted, '{ n: number; o?: number }', '{}', '{"n":1}'],
  [
    defaulted,
    '{ n: number; o: number }',
    '{}',
    '{"n":1}',
    'o: the parameter is declared number, the schema gives number | undefined',
  ],
  [inBranch, '{ n?: number }', '{}', '{}'],
  [inBranch, '{ n: number }', '{}', '{}', 'n: the parameter is declared number, the schema gives number | undefined'],
  [patterns, '{ [key: string]: string | number }', '{"S_a":"x","other":1}', '{"S_a":"x"}'],
  [pair, '[string, number]', '["a",1]', '["a",1]'],
  [pair, '[string, string]', '["a",1]', '["a",1]', '[1]: the parameter is declared string, the schema gives number'],
  [nulls, '{ a?: string | null; b?: string | null; c?: string }', '{"a":null,"b":null}', '{"a":null,"b":null}'],
  [
    nulls,
    '{ a?: string }',
    '{"a":null}',
    '{"a":null}',
    'a: the parameter is declared string | undefined, the schema gives null | string | undefined',
  ],
  [dated, '{ at?: string }', '{"at":"1970-01-01T00:00:00.000Z"}', '{"at":"1970-01-01T00:00:00.000Z"}'],
  [
    dated,
    '{ at?: Date }',
    '{"at":"1970-01-01T00:00:00.000Z"}',
    '{"at":"1970-01-01T00:00:00.000Z"}',
    'at: the parameter is declared Date | undefined, the schema gives string | undefined',
  ],
]
