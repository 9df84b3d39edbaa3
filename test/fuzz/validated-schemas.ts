import fc from 'fast-check'

export type ObjectSchema = Record<string, unknown>

export const names = ['a', 'b', 'c', 'x-1'] as const
const name = fc.constantFrom(...names)
const some = { maxLength: 3, minLength: 1 }
const small = fc.integer({ min: -2, max: 4 })

const constrained: readonly fc.Arbitrary<ObjectSchema>[] = [
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object') }),
  fc.record(
    { type: fc.constant('string'), minLength: fc.nat(2), maxLength: fc.nat(4), default: fc.constantFrom('', 'abc') },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    type: fc.constant('string'),
    format: fc.constantFrom('date-time', 'date', 'time', 'email', 'uuid', 'ipv4', 'uri', 'hostname', 'regex'),
  }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^[a-z]+$', '1', '^.$', '\u00e9') }),
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: small,
      maximum: small,
      exclusiveMinimum: small,
      exclusiveMaximum: small,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      default: small,
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom<unknown[]>('a', 1, true, null, '1'), some) }),
  fc.record({ const: fc.constantFrom<unknown[]>('a', 1, false, null) }),
  fc.record({ type: fc.constantFrom('string', 'integer', 'boolean'), nullable: fc.boolean() }),
  fc.record({ type: fc.uniqueArray(fc.constantFrom('string', 'integer', 'boolean', 'null', 'array', 'object'), some) }),
]
const leaf = fc.oneof(...constrained)

const trees = fc.letrec<{ any: ObjectSchema; object: ObjectSchema; array: ObjectSchema; union: ObjectSchema }>(
  (tie) => ({
    any: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      tie('object'),
      tie('array'),
      fc.constant({ $ref: '#/definitions/one' }),
    ),
    object: fc.record(
      {
        type: fc.constantFrom<unknown[]>('object', ['object', 'null']),
        properties: fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: fc.oneof<fc.Arbitrary<unknown>[]>(fc.boolean(), leaf),
        patternProperties: fc.dictionary(fc.constantFrom('^p', '1$'), leaf, { maxKeys: 1, noNullPrototype: true }),
        propertyNames: fc.constantFrom<unknown[]>({ maxLength: 3 }, { pattern: '^[a-z]' }),
        minProperties: fc.nat(2),
        maxProperties: fc.nat(4),
        dependencies: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 1 }), {
          maxKeys: 1,
          noNullPrototype: true,
        }),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    array: fc
      .record(
        {
          type: fc.constantFrom<unknown[]>('array', ['array', 'null']),
          items: fc.oneof<fc.Arbitrary<unknown>[]>(tie('any'), fc.array(leaf, some)),
          additionalItems: fc.boolean(),
          minItems: fc.nat(1),
          maxItems: fc.nat(3),
          uniqueItems: fc.boolean(),
          contains: leaf,
        },
        { requiredKeys: ['type', 'items'] },
      )
      .map(({ contains, ...rest }) => {
        // ajv 8 skips "contains" for lists shorter than a list in "items" (docs/reference/schema-differences.md)
        return contains === undefined || Array.isArray(rest.items) ? rest : { ...rest, contains }
      }),
    union: fc.oneof(
      fc.record({ oneOf: fc.array(tie('any'), some) }),
      fc.record({ anyOf: fc.array(tie('any'), some) }),
      fc.record({ allOf: fc.array(tie('any'), some) }),
      fc.record({ not: leaf }),
      fc.record({ if: tie('any'), then: tie('any'), else: tie('any') }, { requiredKeys: ['if', 'then'] }),
    ),
  }),
)

function rooted(schema: fc.Arbitrary<ObjectSchema>): fc.Arbitrary<ObjectSchema> {
  return fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(name, schema, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    required: fc.uniqueArray(name, { maxLength: 1 }),
    definitions: fc.record({ one: leaf }, { noNullPrototype: true }),
  })
}

/** Schemas of objects without branches: a value has one meaning for them. */
export const plainSchemas = rooted(trees.any)
/** Schemas of objects with branches as well. */
export const branchedSchemas = rooted(fc.oneof(trees.any, trees.union))
/** Schemas of what is sent as text: no objects in them. */
export const textSchemas = fc.record({
  type: fc.constant('object'),
  properties: fc.dictionary(name, fc.oneof(leaf, fc.record({ type: fc.constant('array'), items: leaf })), {
    minKeys: 1,
    maxKeys: 4,
    noNullPrototype: true,
  }),
  required: fc.uniqueArray(name, { maxLength: 2 }),
})

export const words = ['a', 'b', '1', '', '0', 'abcd', 'true', 'null', '-1', '1.5', '1e3', 'a@b.cd', '2026-01-02', 'é']

/** Values of the size that the schemas speak of, and somewhat beyond it. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown[]>(...words, 0, 1, 2, -1, 1.5, true, false, null),
    fc.dictionary(fc.constantFrom(...names, 'd', 'p1'), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}))
/** Values that are near to a schema: of its types mostly, with what it does not declare among them. */
function near(schema: unknown, root: ObjectSchema): fc.Arbitrary<unknown> {
  const own: ObjectSchema = Object(Object(schema).$ref === undefined ? schema : Object(root.definitions).one)
  const branches = own.oneOf ?? own.anyOf ?? own.allOf
  if (Array.isArray(branches)) return fc.oneof(...branches.map((branch) => near(branch, root)))
  if (own.then !== undefined) return fc.oneof(near(own.if, root), near(own.then, root))
  if (Array.isArray(own.enum)) return fc.constantFrom(...own.enum)
  if ('const' in own) return fc.constant(own.const)
  const [type] = [own.type].flat()
  const wanted = ofType(String(type), own, root)
  return fc.oneof({ weight: 6, arbitrary: wanted }, { weight: 1, arbitrary: value })
}

function ofType(type: string, own: ObjectSchema, root: ObjectSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectNear(own, root)
    case 'array': {
      const items: unknown = Array.isArray(own.items) ? own.items[0] : own.items
      return fc.array(near(items, root), { maxLength: 3 })
    }
    case 'integer':
      return fc.constantFrom<unknown[]>(0, 1, 2, 3, '1')
    case 'number':
      return fc.constantFrom<unknown[]>(0, 1, 1.5, 2, '0.5')
    case 'boolean':
      return fc.constantFrom<unknown[]>(true, false, 'true')
    case 'null':
      return fc.constantFrom<unknown[]>(null, '')
    case 'string':
      return fc.constantFrom(...words)
    default:
      return value
  }
}

function objectNear(own: ObjectSchema, root: ObjectSchema): fc.Arbitrary<object> {
  const parts = Object.entries(Object(own.properties)).map(([key, part]) => [key, near(part, root)] as const)
  const rest = typeof own.additionalProperties === 'object' ? near(own.additionalProperties, root) : value
  const all: Record<string, fc.Arbitrary<unknown>> = { d: rest, p1: value, ...Object.fromEntries(parts) }
  const requiredKeys = [own.required ?? []].flat().map(String)
  for (const key of requiredKeys) all[key] ??= value
  return fc.record(all, { requiredKeys, noNullPrototype: true })
}

/** A schema, and bodies that are near to it. */
export function withBodies(schemas: fc.Arbitrary<ObjectSchema>): fc.Arbitrary<[ObjectSchema, object[]]> {
  return schemas.chain((schema) => {
    return fc.tuple(fc.constant(schema), fc.array(objectNear(schema, schema), { minLength: 1, maxLength: 12 }))
  })
}

/** A schema of what is sent as text, and texts that are near to it. */
export function withTexts(
  schemas: fc.Arbitrary<ObjectSchema>,
): fc.Arbitrary<[ObjectSchema, Record<string, string | string[]>[]]> {
  const text = fc.constantFrom(...words)
  const list = fc.array(text, { minLength: 2, maxLength: 3 })
  return schemas.chain((schema) => {
    const parts = Object.entries(Object(schema.properties)).map(([key, part]) => {
      const isList = [Object(part).type].flat().includes('array')
      return [
        key,
        isList ? fc.oneof(list, text) : fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: list }),
      ] as const
    })
    const requiredKeys = [schema.required ?? []]
      .flat()
      .map(String)
      .filter((key) => Object.hasOwn(Object(schema.properties), key))
    const all: Record<string, fc.Arbitrary<string | string[]>> = { d: text, ...Object.fromEntries(parts) }
    const texts = fc.record(all, { requiredKeys, noNullPrototype: true })
    return fc.tuple(fc.constant(schema), fc.array(texts, { minLength: 1, maxLength: 12 }))
  })
}
