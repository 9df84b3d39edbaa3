// `Infer` of branches, closed objects, lengths and references: each value that the schema refuses is refused by its
// type. It is compiled, not run.
import type { Infer } from 'alcove'
import { literal, same } from './same.js'

// a default is filled in at the root and below `allOf`, not inside `anyOf`, `oneOf` and `if`
type WithDefault = { type: 'object'; properties: { n: { type: 'integer'; default: 1 } } }
same<Infer<{ anyOf: readonly [WithDefault, { type: 'string' }] }>, { n?: number } | string>(true)
same<Infer<{ allOf: readonly [WithDefault] }>['n'], number>(true)

// keys that a closed object does not declare are refused, although a sibling declares them
const Either = literal({
  type: 'object',
  properties: { at: { type: 'integer' } },
  anyOf: [
    { properties: { mail: { type: 'string' } }, required: ['mail'], additionalProperties: false },
    { properties: { phone: { type: 'string' } }, required: ['phone'] },
  ],
})
export const byPhone: Infer<typeof Either> = { phone: '1', at: 2 }
// @ts-expect-error the first branch is closed, so `at` is not allowed beside `mail`
export const byMail: Infer<typeof Either> = { mail: 'a', at: 2 }
// @ts-expect-error neither branch fits
export const byNothing: Infer<typeof Either> = { at: 2 }

const Closed = literal({
  type: 'object',
  properties: { a: { type: 'string' } },
  additionalProperties: false,
  allOf: [{ properties: { b: { type: 'string' } } }],
})
// @ts-expect-error the object is closed, so the branch adds no key
export const more: Infer<typeof Closed> = { a: '', b: '' }
same<Infer<{ type: 'object'; properties: object; required: readonly ['x']; additionalProperties: false }>['x'], never>(
  true,
)

// no value fits the rules of both branches for undeclared keys, so there are none
const Disjoint = literal({
  type: 'object',
  allOf: [
    { properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: { type: 'boolean' } },
    { additionalProperties: { type: 'string' } },
  ],
})
export const alone: Infer<typeof Disjoint> = { a: '' }
// @ts-expect-error a key that is not declared is a boolean and a string
export const besides: Infer<typeof Disjoint> = { a: '', b: '' }
type Alike = {
  allOf: readonly [
    { additionalProperties: { enum: readonly [1, 2] } },
    { additionalProperties: { enum: readonly [2, 3] } },
  ]
}
export const alike: Infer<Alike & { type: 'object' }> = { b: 2 }
// @ts-expect-error only 2 is in both
export const unlike: Infer<Alike & { type: 'object' }> = { b: 1 }

// patterns of names and further properties
type Patterns = { type: 'object'; patternProperties: { '^S': { type: 'string' }; '^I': { type: 'integer' } } }
same<Infer<Patterns & { additionalProperties: false }>, { [key: string]: string | number }>(true)
same<Infer<Patterns & { additionalProperties: { type: 'boolean' } }>, { [key: string]: string | number | boolean }>(
  true,
)
same<Infer<{ additionalProperties: { type: 'boolean' } }>, { [key: string]: boolean }>(true)

// discriminated unions
const Shape = literal({
  oneOf: [
    { type: 'object', required: ['kind', 'r'], properties: { kind: { const: 'circle' }, r: { type: 'number' } } },
    { type: 'object', required: ['kind', 'w'], properties: { kind: { const: 'box' }, w: { type: 'number' } } },
  ],
})
export const areaOf = (shape: Infer<typeof Shape>) => (shape.kind === 'circle' ? shape.r : shape.w)
// @ts-expect-error a box has no radius
export const box: Infer<typeof Shape> = { kind: 'box', r: 1 }

// if, then, else
const Pet = literal({
  type: 'object',
  required: ['kind'],
  properties: { kind: { enum: ['cat', 'dog'] }, claws: { type: 'integer' }, tricks: { type: 'integer' } },
  if: { properties: { kind: { const: 'dog' } } },
  then: { required: ['tricks'] },
  else: { required: ['claws'] },
})
export const dog: Infer<typeof Pet> = { kind: 'dog', tricks: 3 }
export const cat: Infer<typeof Pet> = { kind: 'cat', claws: 18 }
// @ts-expect-error `then` requires tricks
export const lazyDog: Infer<typeof Pet> = { kind: 'dog', claws: 18 }
// @ts-expect-error `else` requires claws
export const bareCat: Infer<typeof Pet> = { kind: 'cat', tricks: 3 }

// not
same<Infer<{ enum: readonly ['a', 'b', 'c']; not: { const: 'c' } }>, 'a' | 'b'>(true)
export const anything: Infer<{ not: { type: 'boolean' } }> = { of: 'JSON' }
// @ts-expect-error a boolean is excluded
export const yes: Infer<{ not: { type: 'boolean' } }> = true
// the value of a property is excluded, too
const Animal = literal({
  type: 'object',
  required: ['kind'],
  properties: { kind: { enum: ['cat', 'dog', 'boat'] } },
  not: { properties: { kind: { const: 'boat' } } },
})
same<Infer<typeof Animal>['kind'], 'cat' | 'dog'>(true)
// no type expresses this `not`, so nothing is excluded
same<Infer<{ type: 'string'; not: { type: 'string'; pattern: '^x' } }>, string>(true)

// the values of an enum that its type refuses
same<Infer<{ type: 'string'; enum: readonly ['a', 1] }>, 'a'>(true)
same<Infer<{ type: 'string'; const: null }>, never>(true)

// lengths of tuples
type Pair = { type: 'array'; items: readonly [{ type: 'string' }, { type: 'number' }] }
same<Infer<Pair & { additionalItems: false }>, [string?, number?]>(true)
same<Infer<Pair & { minItems: 1; additionalItems: false }>, [string, number?]>(true)
same<Infer<Pair & { minItems: 3 }>, [string, number, unknown, ...unknown[]]>(true)
same<Infer<Pair & { minItems: 3; additionalItems: false }>, never>(true)
same<Infer<Pair & { maxItems: 1 }>, [string?]>(true)
same<Infer<Pair & { minItems: 2; maxItems: 3; additionalItems: { type: 'boolean' } }>, [string, number, boolean?]>(true)
// @ts-expect-error the branches allow one item, or three and more
export const two: Infer<Pair & { anyOf: readonly [{ maxItems: 1 }, { minItems: 3 }] }> = ['a', 1]

// references
const Tree = literal({
  $id: 'tree',
  type: 'object',
  properties: {
    name: { $ref: '#/definitions/user/properties/name' },
    size: { $ref: '#size' },
    children: { type: 'array', items: { $ref: 'tree#' } },
  },
  definitions: {
    user: { type: 'object', properties: { name: { type: 'string' } } },
    size: { $id: '#size', type: 'integer' },
  },
})
type Tree = Infer<typeof Tree>
same<Tree['name'], string | undefined>(true)
same<Tree['size'], number | undefined>(true)
export const nested = (tree: Tree): string | undefined => tree.children?.[0]?.children?.[0]?.name
same<Infer<{ $ref: 'tree#/definitions/size' }, [typeof Tree]>, number>(true)
same<Infer<{ $ref: 'tree#/properties/name' }, [typeof Tree]>, string>(true)
same<Infer<{ $ref: 'tree#size' }, [typeof Tree]>, number>(true)
same<Infer<{ $ref: 'elsewhere#' }>, unknown>(true)
