// Schemas and types that the return check below `@Schema` is tried with.

export const Named = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'number' } },
} as const
export const Numbers = { type: 'object', additionalProperties: { type: 'number' } } as const
export const Mixed = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' } },
  additionalProperties: { type: 'string' },
} as const
export const Patterns = {
  type: 'object',
  patternProperties: { '^S_': { type: 'string' }, '^N_': { type: 'number' } },
  additionalProperties: false,
} as const
export const State = { type: 'object', required: ['state'], properties: { state: { enum: ['up', 'down'] } } } as const
export const Kept = { type: 'object', properties: { kept: { const: true } } } as const
export const Circle = {
  type: 'object',
  required: ['kind', 'r'],
  properties: { kind: { const: 'circle' }, r: { type: 'number' } },
} as const
export const Rectangle = {
  type: 'object',
  required: ['kind', 'w'],
  properties: { kind: { const: 'rectangle' }, w: { type: 'number' } },
} as const
export const Figure = { oneOf: [Circle, Rectangle] } as const
export const Pair = {
  type: 'array',
  items: [{ type: 'string' }, { type: 'number' }],
  minItems: 2,
  maxItems: 2,
} as const
export const OpenPair = { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } as const
export const Dated = {
  type: 'object',
  properties: { at: { type: 'string', format: 'date-time' }, text: { type: 'string' } },
} as const
export const Tree = {
  type: 'object',
  required: ['name', 'kids'],
  properties: { name: { type: 'string' }, kids: { type: 'array', items: { $ref: '#' } }, scores: Numbers },
} as const
export const Grid = { type: 'array', items: { type: 'array', items: Named } } as const

export interface Scores {
  a: number
  b: number
}
export interface Texts {
  a: number
  b: string
}
export interface Branch {
  name: string
  kids: Branch[]
  scores: Scores
}
export class Counter {
  a = 1
  total() {
    return this.a
  }
}
export class NamedByJson {
  secret = 1
  toJSON() {
    return { name: 'Ada' }
  }
}
export class MisnamedByJson {
  name = 'Ada'
  toJSON() {
    return { name: 5 }
  }
}
export class Money {
  constructor(readonly cents: number) {}
  toJSON() {
    return (this.cents / 100).toFixed(2)
  }
}
