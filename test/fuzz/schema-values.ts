import fc from 'fast-check'

/** The part of JSON Schema that these properties draw from. */
export interface Schema {
  type?: string | string[]
  nullable?: boolean
  const?: unknown
  enum?: unknown[]
  format?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  definitions?: Record<string, Schema>
  $ref?: string
}

export const names = ['a', 'b', 'constructor', 'x-1'] as const

/** Texts that a writer of JSON may get wrong. */
export const texts = [
  'x',
  '',
  '"',
  '\\',
  'é',
  '\u2028',
  '\ud83d\ude00',
  '</script>',
  'null',
  '12',
  '{}',
  'a\nb',
  '\u0000',
]

const unions = [
  ['string', 'null'],
  ['integer', 'null'],
  ['null', 'boolean'],
  ['string', 'integer'],
  ['number', 'boolean', 'null'],
]

const scalar = fc.oneof<fc.Arbitrary<Schema>[]>(
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean') }),
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean'), nullable: fc.boolean() }),
  fc.record({ type: fc.constantFrom<string[][]>(...unions) }),
  fc.record({ type: fc.constant('string'), enum: fc.constantFrom<string[][]>(['x'], ['x', 'null', '"']) }),
  fc.constantFrom<Schema>({ const: 'x' }, { const: 1 }, { type: 'string', const: 'é' }, { type: 'null' }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('date-time', 'date', 'time', 'uuid', 'email') }),
)

/** With one closed part and one open part, their common declarations would be unclear. */
function open({ additionalProperties: _, ...schema }: Schema): Schema {
  return schema
}

/** Every object has a `constructor`: the serializer cannot miss it. */
function isMissable(name: string, properties: object): boolean {
  return Object.hasOwn(properties, name) && !(name in Object.prototype)
}

const { schema: nested } = fc.letrec<{ schema: Schema; object: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    tie('object'),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ type: fc.constant<string[]>(['array', 'null']), items: tie('schema') }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('object').map(open), { minLength: 1, maxLength: 2 }) }),
    fc.constantFrom('one', 'two').map((name) => ({ $ref: `#/definitions/${name}` })),
  ),
  object: fc
    .record(
      {
        type: fc.constantFrom<string | string[]>('object', 'object', ['object', 'null']),
        properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
        additionalProperties: fc.oneof<fc.Arbitrary<boolean | Schema>[]>(fc.boolean(), scalar),
        patternProperties: fc.constantFrom<Record<string, Schema>>(
          { '^p': { type: 'integer' } },
          { '^p': { type: 'string' } },
        ),
      },
      { requiredKeys: ['type', 'properties'] },
    )
    // A required property without a declaration is not sent: such a schema does not fit an answer.
    .map(
      ({ required = [], ...rest }): Schema => ({
        ...rest,
        required: required.filter((name) => isMissable(name, rest.properties)),
      }),
    ),
}))

/** A schema whose definitions may refer to each other, but not to themselves: those have properties of their own. */
export const schemas: fc.Arbitrary<Schema> = fc
  .record({ root: nested, one: scalar, two: fc.record({ a: scalar, b: scalar }, { noNullPrototype: true }) })
  .map(({ root, one, two }) => {
    const definitions: Record<string, Schema> = { one, two: { type: 'object', properties: two } }
    return { type: 'object', properties: { value: root }, required: ['value'], definitions }
  })

/** Any value of an application: of any type, in any place. */
export const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown[]>(...texts, 0, 1, -5, 1.5, 1e21, true, false, null, Number.NaN, 12n, undefined),
    fc.constantFrom<unknown[]>(new Map([['a', 1]]), [], {}, () => 1, Symbol('x')),
    fc.dictionary(fc.constantFrom(...names, 'secret', 'p1'), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}))

const byType: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.constantFrom(...texts),
  integer: fc.integer(),
  number: fc.oneof(fc.integer(), fc.constantFrom(1.5, -0.25, 1e21, 5e-324)),
  boolean: fc.boolean(),
  null: fc.constant(null),
}

/** Texts of each format; no other text that is drawn has one. */
export const wellFormed: Record<string, readonly string[]> = {
  'date-time': ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05+01:00'],
  date: ['2026-01-02'],
  time: ['03:04:05Z'],
  uuid: ['00000000-0000-4000-8000-000000000000'],
  email: ['a@b.cd'],
}

/** Values that most likely fit a schema, with properties in them that it does not declare. */
export function likely(schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  const { $ref: ref, oneOf, anyOf, allOf } = schema
  if (ref !== undefined) return likely(targetOf(ref, root), root)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const branches = oneOf ?? anyOf
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => likely(branch, root)))
  if (allOf !== undefined) {
    return fc
      .tuple(...allOf.map((part) => likely({ ...part, type: 'object' }, root)))
      .map((parts) => Object.assign({}, ...parts))
  }
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(
    ...[...types, ...(schema.nullable === true ? ['null'] : [])].map((type) => ofType(type, schema, root)),
  )
}

function ofType(type: string, schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  if (type === 'array') return fc.array(likely(schema.items ?? {}, root), { maxLength: 3 })
  if (type === 'object') return objectOf(schema, root)
  const written = wellFormed[schema.format ?? '']
  if (type === 'string' && written !== undefined) return fc.constantFrom(...written)
  return byType[type] ?? fc.constant(null)
}

function objectOf(schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  const declared = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, likely(part, root)] as const)
  const pattern = schema.patternProperties?.['^p']
  const rest =
    typeof schema.additionalProperties === 'object' ? likely(schema.additionalProperties, root) : byType.string!
  const parts: Record<string, fc.Arbitrary<unknown>> = {
    ...Object.fromEntries(declared),
    ...(pattern !== undefined && { p1: likely(pattern, root) }),
    secret: rest,
    other: rest,
  }
  const requiredKeys = (schema.required ?? []).filter((name) => Object.hasOwn(parts, name))
  return fc.record(parts, { requiredKeys, noNullPrototype: true })
}

export function targetOf(ref: string, root: Schema): Schema {
  const target = root.definitions?.[ref.slice('#/definitions/'.length)]
  if (target === undefined) throw new Error(`the generator wrote ${ref}, which leads nowhere`)
  return target
}
