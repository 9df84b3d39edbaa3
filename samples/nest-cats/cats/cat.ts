import type { Infer } from 'alcove'

export const Cat = {
  type: 'object',
  required: ['name', 'age', 'breed'],
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 }, breed: { type: 'string' } },
} as const

export type Cat = Infer<typeof Cat>
