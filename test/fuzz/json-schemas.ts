import fc from 'fast-check'

/** Response schemas of every keyword that decides how a value is written, or in which branch. */
export type ResponseSchema = Record<string, unknown>

const names = ['a', 'b', 'p1', '7'] as const
const name = fc.constantFrom(...names)

const scalar = fc.oneof<fc.Arbitrary<ResponseSchema>[]>(
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null') }),
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean'), nullable: fc.boolean() }),
  fc.record({ type: fc.constantFrom(['string', 'null'], ['integer', 'string'], ['boolean', 'null', 'number']) }),
  fc.record({ type: fc.constant('string'), minLength: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^[\\w-.]+$', '^\\d+$', 'x') }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -1, max: 3 }) }),
  fc.record({
    type: fc.constant('number'),
    exclusiveMaximum: fc.integer({ min: 0, max: 9 }),
    multipleOf: fc.constantFrom(1, 0.5, 2),
  }),
  fc.record({ type: fc.constant('string'), default: fc.constantFrom('d', '"') }),
  fc.constantFrom<ResponseSchema>(
    { const: 'x' },
    { const: 1 },
    { enum: ['x', 1, null] },
    { type: 'string', enum: ['x', ''] },
  ),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('date-time', 'date', 'time') }),
)

const { schema: nested } = fc.letrec<{ schema: ResponseSchema; object: ResponseSchema; part: ResponseSchema }>(
  (tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      scalar,
      tie('object'),
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      fc.record({
        type: fc.constant('array'),
        items: fc.array(scalar, { minLength: 1, maxLength: 3 }),
        additionalItems: fc.boolean(),
      }),
      fc.record({ type: fc.constant('array'), minItems: fc.integer({ min: 0, max: 2 }), uniqueItems: fc.boolean() }),
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(tie('part'), { minLength: 1, maxLength: 3 }) }),
      fc
        .tuple(tie('object'), fc.record({ if: tie('part'), then: tie('part'), else: tie('part') }))
        .map(([object, rest]) => ({ ...object, ...rest })),
      fc
        .tuple(tie('object'), fc.record({ anyOf: fc.array(tie('part'), { minLength: 1, maxLength: 3 }) }))
        .map(([object, rest]) => ({ ...object, ...rest })),
      fc.constantFrom('one', 'two', 'three').map((to) => ({ $ref: `#/definitions/${to}` })),
      fc.constantFrom('one', 'two', 'three').map((to) => ({ $ref: `#/definitions/${to}`, description: 'a note' })),
      fc.constantFrom('one', 'two').map((to) => ({ $ref: `#/definitions/${to}`, nullable: true })),
      fc
        .constantFrom('two', 'three')
        .map((to) => ({ allOf: [{ $ref: `#/definitions/${to}` }, { properties: { b: {} } }] })),
      fc.constantFrom('two', 'three').map((to) => ({ nullable: true, allOf: [{ $ref: `#/definitions/${to}` }] })),
    ),
    object: fc.record(
      {
        type: fc.constantFrom<string | string[]>('object', 'object', ['object', 'null']),
        nullable: fc.boolean(),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
        additionalProperties: fc.oneof<fc.Arbitrary<unknown>[]>(fc.boolean(), scalar),
        patternProperties: fc.constantFrom<ResponseSchema>(
          { '^p': { type: 'integer' } },
          { '^p': { type: 'string' }, '1$': {} },
        ),
        not: fc.constantFrom<ResponseSchema>({ required: ['secret'] }, { type: 'array' }),
        minProperties: fc.integer({ min: 0, max: 2 }),
        propertyNames: fc.constantFrom<ResponseSchema>({ maxLength: 6 }, { pattern: '^[a-z]' }),
        dependencies: fc.constantFrom<ResponseSchema>({ a: ['b'] }, { b: { required: ['a'] } }),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    part: fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 2, noNullPrototype: true }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 1 }),
      },
      { requiredKeys: ['properties'] },
    ),
  }),
)

/** `three` contains itself. */
export const responseSchemas: fc.Arbitrary<ResponseSchema> = fc
  .record({ root: nested, one: scalar, two: fc.record({ a: scalar, b: scalar }, { noNullPrototype: true }) })
  .map(({ root, one, two }) => {
    const three = { type: 'object', properties: { a: { type: 'string' }, next: { $ref: '#/definitions/three' } } }
    const definitions = { one, two: { type: 'object', properties: two }, three }
    return { type: 'object', properties: { value: root }, required: ['value'], definitions }
  })

const leaf = fc.constantFrom<unknown[]>(
  'x',
  '',
  '12',
  'a-b.c',
  '2026-01-02T03:04:05Z',
  0,
  1,
  2,
  -5,
  1.5,
  7,
  true,
  false,
  null,
)

/** Values as applications give them: JSON, dates, objects of classes. */
export const { value: responseValues } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.constantFrom<unknown[]>(new Date(0), /a"b/, undefined, [], {}, 12n, Number.NaN, Number.POSITIVE_INFINITY),
    fc.dictionary(fc.constantFrom(...names, 'secret', 'next'), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.dictionary(fc.constantFrom(...names, 'secret', 'next'), leaf, { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}))
