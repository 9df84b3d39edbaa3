import type { Inner, Part } from './parts.js'

/** What is written in the place of a value. */
export type ValuePlan =
  | { kind: 'any' | ScalarKind }
  | { kind: 'null'; pointer: string }
  | { kind: 'constant'; text: string }
  | { kind: 'nullable'; plan: ValuePlan }
  | { kind: 'choice'; options: readonly TypedPlan[]; pointer: string }
  /** An object, an array or a choice among branches, by its number: such plans may contain themselves. */
  | { kind: 'compound'; number: number }
  /** What `$ref`s lead to: it is planned for itself. */
  | { kind: 'reference'; together: { parts: readonly Part[]; ways: number } }

export type ScalarKind = 'string' | 'dateTime' | 'date' | 'time' | 'unsafe' | 'integer' | 'number' | 'boolean'

export interface TypedPlan {
  type: string
  plan: ValuePlan
}

export interface ObjectPlan {
  kind: 'object'
  /** In the order in which they are written. */
  properties: readonly PropertyPlan[]
  /** Required, but not declared: looked for and not written. */
  demanded: readonly string[]
  /** How properties are written whose names match; the first that does holds. */
  patterns: readonly { pattern: string; plan: ValuePlan }[]
  /** How further properties are written; `null`: not at all. */
  rest: ValuePlan | null
  pointer: string
  /** In place of `null`. */
  ofNull: string
}

export interface PropertyPlan {
  name: string
  plan: ValuePlan
  isRequired: boolean
  /** Written where there is no value. */
  fallback: string | null
}

export interface ArrayPlan {
  kind: 'array'
  /** Items by their places, each with the condition that it has to fulfil. */
  tuple: readonly TuplePlan[]
  /** All further items; `null`: there may be none. */
  items: ValuePlan | null
  pointer: string
  ofNull: string
}

export interface TuplePlan {
  plan: ValuePlan
  /** One of these; `null`: any. */
  types: readonly string[] | null
}

/** The first branch is written that the value is valid for. */
export interface BranchPlan {
  kind: 'branch'
  isNullable: boolean
  branches: readonly { condition: Inner; plan: ValuePlan }[]
  /** Where no branch holds; `null`: the value does not fit. */
  otherwise: ValuePlan | null
  pointer: string
}

export type CompoundPlan = ObjectPlan | ArrayPlan | BranchPlan

export interface JsonPlan {
  root: ValuePlan
  compounds: readonly CompoundPlan[]
}
