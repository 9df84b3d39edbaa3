import type { SchemaFailure } from './schema.js'

/**
 * The validators and serializers of an application, written ahead of time: what the file that `alcove compile` writes
 * exports. Its parts are ours to change; nothing but the option `precompiled` should read them.
 */
export interface Precompiled {
  readonly format: number
  /** What it was made by and from. */
  readonly made: Readonly<Record<string, string>>
  /** Keys of the sets of shared schemas that were checked. */
  readonly shared: readonly string[]
  /** Functions of version 6 of the validator, which call each other. */
  readonly units: readonly WrittenUnit[]
  /** Rules of our own, which call each other by number. */
  readonly rules: WrittenRules
  /** By key of schema; `null`: nothing was written, it compiles at boot. */
  readonly validators: Readonly<Record<string, WrittenValidator | null>>
  /** What writes JSON, and what chooses its branches: units that call each other by number. */
  readonly json: WrittenRules
  /** Number of a unit by key of schema; `null`: nothing was written, it compiles at boot. */
  readonly serializers: Readonly<Record<string, number | null>>
}

/** What a module gives to a function that was written as the body of one. */
export interface WrittenScope {
  require: (name: string) => unknown
  module: { exports: unknown }
  formats: Readonly<Record<string, unknown>>
  natively: unknown
  equality: unknown
}

export type WrittenModule = (scope: WrittenScope) => void

/** A function of version 6 as the validator makes it, with what it is made from. */
export interface WrittenUnit {
  readonly make: (...parts: unknown[]) => UnitFunction
  /** The numbers of the units that it calls, by number of its own. */
  readonly calls: readonly (number | null)[]
  /** The unit of the schema around it. */
  readonly root: number
  readonly defaults: readonly unknown[]
  /** What it reads at run time, if it does. */
  readonly schema: (() => unknown) | null
}

export interface UnitFunction {
  (this: unknown, ...parts: unknown[]): boolean
  errors?: SchemaFailure[] | null
  schema?: unknown
}

/** Called with what rules call by name. */
export type WrittenRules = (judging: never) => readonly WrittenPiece[]

export interface WrittenPiece {
  readonly called: readonly number[]
  readonly make: (called: unknown, formats: unknown) => unknown
}

/** Rules of our own, or what the library compiled. */
export type WrittenValidator = WrittenRuleValidator | WrittenLibraryValidator

export interface WrittenRuleValidator {
  /** Number of its piece. */
  readonly rules: number
  /** Whether coercion may replace the whole value. */
  readonly replacesRoot: boolean
}

export interface WrittenLibraryValidator {
  /** The unit of version 6, or the module of version 8. */
  readonly run: number | WrittenModule
  /** Whether coercion may replace the whole value. */
  readonly replacesRoot: boolean
  /** The removal of undeclared properties; `null`: none. The first is where it begins. */
  readonly removal: (() => readonly WrittenRemoval[]) | null
}

export interface WrittenRemoval {
  readonly object: WrittenObjectRemoval | null
  readonly array: { readonly byIndex: readonly number[]; readonly rest: number } | null
}

/** Numbers are those of other removals; -1: nothing is removed there. */
export interface WrittenObjectRemoval {
  readonly named: readonly (readonly [string, number])[]
  readonly patterns: readonly (readonly [string, number])[]
  readonly rest: number
  readonly isClosed: boolean
  readonly make: ((...slots: unknown[]) => (value: Record<string, unknown>) => void) | null
}
