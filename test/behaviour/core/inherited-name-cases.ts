/** Names that objects inherit, such as `toString` and `__proto__`, and one name that they do not inherit. */
export const names = [...Object.getOwnPropertyNames(Object.prototype), 'plain']

/** An object with a key of its own, also where the key is `__proto__`. */
export function keyed(...entries: (readonly [string, unknown])[]): object {
  const object = {}
  for (const [key, value] of entries) Object.defineProperty(object, key, { value, enumerable: true, writable: true })
  return object
}

function json(name: string, value: string): string {
  return `{${JSON.stringify(name)}:${value}}`
}

export const integer = { type: 'integer' }
const open = { type: 'object', additionalProperties: true }

/** The parsed form of a body; `null`: 400. */
export type Expected = readonly (readonly [body: string, expected: string | null])[]

export const requests: Record<string, (name: string) => readonly [schema: object, Expected]> = {
  'a property': (name) => [
    { type: 'object', properties: keyed([name, integer], ['hasOwnProperty', integer]) },
    [
      ['{}', '{}'],
      ['{"more":1}', '{}'],
      [json(name, '"12"'), json(name, '12')],
      [json(name, '"x"'), null],
      [json(name, '{}'), null],
    ],
  ],
  'a property beside nine others, one called hasOwnProperty': (name) => [
    {
      type: 'object',
      properties: keyed(...[...'abcdefgh', 'hasOwnProperty', name].map((key) => [key, integer] as const)),
      additionalProperties: { type: 'boolean' },
    },
    [
      ['{"a":"1","more":"true"}', '{"a":1,"more":true}'],
      [json(name, '"12"'), json(name, '12')],
      [json(name, '"x"'), null],
    ],
  ],
  'a property that holds an object': (name) => [
    { type: 'object', properties: keyed([name, { type: 'object', properties: { a: integer } }]) },
    [
      ['{}', '{}'],
      [json(name, '{"a":"1","b":2}'), json(name, '{"a":1}')],
    ],
  ],
  'one of many properties': (name) => [
    {
      type: 'object',
      properties: keyed([name, integer], ...Array.from('abcdefghijklmnopqrstuvwxyz', (key) => [key, integer] as const)),
    },
    [
      ['{"1":1}', '{}'],
      [`{"${name}":"1","a":"2","1":1}`, `{"${name}":1,"a":2}`],
    ],
  ],
  'a required property': (name) => [
    { ...open, properties: keyed([name, integer]), required: [name] },
    [
      ['{}', null],
      [json(name, '"1"'), json(name, '1')],
    ],
  ],
  'a property beside a required one': (name) => [
    { ...open, properties: keyed([name, integer]), required: ['a'] },
    [
      ['{"a":1}', '{"a":1}'],
      ['{}', null],
    ],
  ],
  'a required property that nothing else names': (name) => [
    { ...open, required: [name] },
    [
      ['{}', null],
      [json(name, '1'), json(name, '1')],
    ],
  ],
  'a dependency': (name) => [
    { ...open, dependencies: keyed([name, ['a']], ['b', [name]]) },
    [
      ['{}', '{}'],
      [json(name, '1'), null],
      ['{"b":1}', null],
      [`{"${name}":1,"a":2,"b":3}`, `{"${name}":1,"a":2,"b":3}`],
    ],
  ],
  'a dependency with a schema': (name) => [
    { ...open, dependencies: keyed([name, { required: ['a'] }]) },
    [
      ['{}', '{}'],
      [json(name, '1'), null],
    ],
  ],
  'a pattern of names': (name) => [
    { ...open, patternProperties: keyed([name, integer]) },
    [
      ['{"a":"1"}', '{"a":"1"}'],
      [json(name, '"1"'), json(name, '1')],
      [json(name, '"x"'), null],
    ],
  ],
  'a pattern of texts': (name) => [
    { type: 'object', properties: { a: { type: 'string', pattern: name } } },
    [
      ['{"a":"x"}', null],
      [json('a', `"${name}"`), json('a', `"${name}"`)],
    ],
  ],
  'a property with a default': (name) => [
    { type: 'object', properties: keyed([name, { type: 'integer', default: 5 }]) },
    [
      ['{}', json(name, '5')],
      [json(name, '7'), json(name, '7')],
      [json(name, '"x"'), null],
    ],
  ],
  'a key of a default': (name) => [
    { type: 'object', properties: { a: { ...open, default: keyed([name, 1]) } } },
    [['{}', json('a', json(name, '1'))]],
  ],
  'a property of a branch': (name) => [
    {
      oneOf: [
        { type: 'object', properties: keyed([name, integer]), required: [name] },
        { type: 'object', properties: { b: integer }, required: ['b'] },
      ],
    },
    [
      ['{}', null],
      ['{"b":1,"c":2}', '{"b":1}'],
      [json(name, '1'), json(name, '1')],
    ],
  ],
  'a property that a condition asks for': (name) => [
    { ...open, if: { required: [name] }, then: { required: ['a'] } },
    [
      ['{}', '{}'],
      [json(name, '1'), null],
    ],
  ],
  'a further property': (name) => [
    { type: 'object', properties: { a: integer }, additionalProperties: false },
    [[`{"a":1,"${name}":2}`, '{"a":1}']],
  ],
  'a definition': (name) => [
    { type: 'object', definitions: keyed([name, integer]), properties: { a: { $ref: `#/definitions/${name}` } } },
    [
      ['{"a":"1"}', '{"a":1}'],
      ['{"a":"x"}', null],
    ],
  ],
}

/** The serialized form of a value; `null`: 500. */
export const replies: Record<
  string,
  (name: string) => readonly [schema: object, (readonly [object, string | null])[]]
> = {
  'a property': (name) => [
    { type: 'object', properties: keyed([name, integer], ['hasOwnProperty', integer]) },
    [
      [{ more: 1 }, '{}'],
      [keyed([name, 12], ['more', 1]), json(name, '12')],
    ],
  ],
  'a required property': (name) => [
    { type: 'object', properties: keyed([name, integer]), required: [name] },
    [
      [{}, null],
      [keyed([name, 1]), json(name, '1')],
    ],
  ],
  'a pattern of names': (name) => [
    { type: 'object', patternProperties: keyed([name, integer]) },
    [
      [{ a: 1 }, '{}'],
      [keyed([name, 1]), json(name, '1')],
    ],
  ],
  'a property with a default': (name) => [
    { type: 'object', properties: keyed([name, { type: 'integer', default: 5 }]) },
    [
      [{}, json(name, '5')],
      [keyed([name, 7]), json(name, '7')],
    ],
  ],
  'a key of a default': (name) => [
    { type: 'object', properties: { a: { ...open, default: keyed([name, 1]) } } },
    [[{}, json('a', json(name, '1'))]],
  ],
  'a key of a constant': (name) => [
    { anyOf: [{ const: keyed([name, 1]) }, { type: 'object', properties: { b: integer } }] },
    [
      [keyed([name, 1]), json(name, '1')],
      [{ b: 1 }, '{"b":1}'],
    ],
  ],
  'a property of a branch': (name) => [
    {
      anyOf: [
        { type: 'object', properties: keyed([name, integer]), required: [name] },
        { type: 'object', properties: { b: integer } },
      ],
    },
    [
      [keyed([name, 1], ['b', 2]), json(name, '1')],
      [{ b: 1 }, '{"b":1}'],
    ],
  ],
  'a property that a condition asks for': (name) => [
    {
      type: 'object',
      if: { required: [name] },
      then: { properties: keyed([name, integer]) },
      else: { properties: { b: integer } },
    },
    [
      [keyed([name, 1], ['b', 2]), json(name, '1')],
      [{ b: 1, c: 2 }, '{"b":1}'],
    ],
  ],
  'a dependency': (name) => [
    {
      anyOf: [
        { ...open, required: ['z'], dependencies: keyed([name, ['a']]) },
        { type: 'object', properties: { b: integer } },
      ],
    },
    [
      [{ z: 1 }, '{"z":1}'],
      [keyed(['z', 1], ['b', 2], [name, 3]), '{"b":2}'],
    ],
  ],
}
