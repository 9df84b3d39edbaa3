// Types that `Infer` makes of schemas. It is compiled, not run.
import { Type } from '@sinclair/typebox'
import { type Infer, shared } from 'alcove'
import { z } from 'zod'
import { literal, same } from './same.js'

// primitives
same<Infer<{ type: 'string' }>, string>(true)
same<Infer<{ type: 'integer' }>, number>(true)
same<Infer<{ type: 'number' }>, number>(true)
same<Infer<{ type: 'boolean' }>, boolean>(true)
same<Infer<{ type: 'null' }>, null>(true)
same<Infer<true>, unknown>(true)
same<Infer<false>, never>(true)

// a type array, and nullable
same<Infer<{ type: readonly ['string', 'null'] }>, string | null>(true)
same<Infer<{ type: 'string'; nullable: true }>, string | null>(true)
same<Infer<{ enum: readonly ['a', 'b']; nullable: true }>, 'a' | 'b' | null>(true)

// enum and const
same<Infer<{ enum: readonly ['a', 1, null] }>, 'a' | 1 | null>(true)
same<Infer<{ type: 'string'; enum: readonly ['a', 'b'] }>, 'a' | 'b'>(true)
same<Infer<{ const: 5 }>, 5>(true)

// objects: required, optional, and what a default makes of it
const Person = literal({
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer' }, role: { type: 'string', default: 'user' } },
})
same<Infer<typeof Person>, { name: string; age?: number; role: string }>(true)

const Deep = literal({
  type: 'object',
  required: ['a'],
  properties: {
    a: {
      type: 'object',
      required: ['b'],
      properties: { b: { type: 'object', properties: { c: { type: 'array', items: { type: 'boolean' } } } } },
    },
  },
})
same<Infer<typeof Deep>, { a: { b: { c?: boolean[] } } }>(true)

// `as const` and `const` parameters give the same
const AsConst = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } as const
same<Infer<typeof AsConst>, { id: number }>(true)

// open objects
same<Infer<{ type: 'object' }>, { [key: string]: unknown }>(true)
same<Infer<{ type: 'object'; additionalProperties: { type: 'number' } }>, { [key: string]: number }>(true)
const open: Infer<{ type: 'object'; properties: { a: { type: 'string' } }; additionalProperties: true }> = { b: 1 }
const declared: string | undefined = open.a
same<Infer<{ type: 'object'; required: readonly ['x'] }>, { x: unknown }>(true)

// arrays and tuples
same<Infer<{ type: 'array'; items: { type: 'string' } }>, string[]>(true)
same<Infer<{ type: 'array' }>, unknown[]>(true)
type Pair = readonly [{ type: 'string' }, { type: 'number' }]
same<Infer<{ type: 'array'; items: Pair; minItems: 2; maxItems: 2 }>, [string, number]>(true)
same<Infer<{ type: 'array'; items: Pair; minItems: 2 }>, [string, number, ...unknown[]]>(true)
same<Infer<{ type: 'array'; items: Pair; additionalItems: false }>, [string?, number?]>(true)

// unions and intersections
same<Infer<{ oneOf: readonly [{ type: 'string' }, { type: 'number' }] }>, string | number>(true)
same<Infer<{ anyOf: readonly [{ type: 'string' }, { type: 'null' }] }>, string | null>(true)
const Both = literal({
  allOf: [
    { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    { type: 'object', required: ['b'], properties: { b: { type: 'number' } } },
  ],
})
const both: Infer<typeof Both> = { a: 'a', b: 1 }
// @ts-expect-error b is missing
const half: Infer<typeof Both> = { a: 'a' }

// the condition of one branch on properties of the whole
const Either = literal({
  type: 'object',
  properties: { mail: { type: 'string' }, phone: { type: 'string' } },
  anyOf: [{ required: ['mail'] }, { required: ['phone'] }],
})
const byMail: Infer<typeof Either> = { mail: 'a@b.c' }
// @ts-expect-error one of the two is required
const byNothing: Infer<typeof Either> = {}

// shared schemas, referred to at the root, in properties and in items
const User = shared('user', {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer', default: 18 } },
})
type User = Infer<typeof User>
same<User, { name: string; age: number }>(true)
same<Infer<typeof User.ref>, User>(true)
same<(typeof User.ref)['$ref'], 'user#'>(true)
// its properties, for a schema with some of them
const UserChange = shared('userChange', { type: 'object', properties: User.properties })
same<Infer<typeof UserChange>, { name?: string; age: number }>(true)
const { name } = User.properties
same<Infer<{ type: 'object'; required: readonly ['name']; properties: { name: typeof name } }>, { name: string }>(true)
const Team = shared('team', {
  type: 'object',
  required: ['lead', 'members'],
  properties: { lead: User.ref, members: { type: 'array', items: User.ref } },
})
same<Infer<typeof Team>, { lead: User; members: User[] }>(true)
same<Infer<{ type: 'array'; items: typeof Team.ref }>, Infer<typeof Team>[]>(true)

// references within one schema, cycles too
const Tree = shared('tree', {
  $id: 'tree',
  type: 'object',
  required: ['value'],
  properties: { value: { $ref: '#/definitions/value' }, children: { type: 'array', items: { $ref: '#' } } },
  definitions: { value: { type: 'number' } },
})
const tree: Infer<typeof Tree> = { value: 1, children: [{ value: 2, children: [] }] }
// @ts-expect-error the value of a child is a number
const badTree: Infer<typeof Tree> = { value: 1, children: [{ value: 'two' }] }

// TypeBox
const Box = Type.Object({
  a: Type.String(),
  b: Type.Optional(Type.Array(Type.Union([Type.Literal('x'), Type.Null()]))),
})
same<Infer<typeof Box>, { a: string; b?: ('x' | null)[] }>(true)
const SharedBox = shared('box', Type.Object({ n: Type.Number() }))
same<Infer<typeof SharedBox>, { n: number }>(true)
same<Infer<typeof SharedBox.ref>, { n: number }>(true)

// a library that follows Standard Schema
const Zod = z.object({ a: z.string(), n: z.number().default(1) })
same<Infer<typeof Zod>, { a: string; n: number }>(true)

// a schema that is not literal has no static information
const loose = { type: 'object', properties: { a: { type: 'string' } } }
same<Infer<typeof loose>, unknown>(true)

export { badTree, both, byMail, byNothing, declared, half, tree }
