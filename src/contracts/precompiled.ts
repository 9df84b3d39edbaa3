/**
 * The validators and serializers of an application, written ahead of time: the exports of the file that `alcove
 * compile` writes. Its parts can change in any release, so read them only through the option `precompiled`.
 */
export interface Precompiled {
  /** The version of this form. Another one is a boot error. */
  readonly format: number
  /** The versions and inputs that it was made from. */
  readonly made: Readonly<Record<string, string>>
  /** Keys of the sets of shared schemas that were checked. */
  readonly shared: readonly string[]
  /** Native code that validates, in units that call each other by number. */
  readonly native: WrittenCode
  /** Validators by key of the schema. `null`: no code was written for the schema, so it compiles at boot. */
  readonly validators: Readonly<Record<string, WrittenValidator | null>>
  /** Code that writes JSON and chooses its branches, in units that call each other by number. */
  readonly json: WrittenCode
  /** Numbers of units by key of the schema. `null`: no code was written for the schema, so it compiles at boot. */
  readonly serializers: Readonly<Record<string, number | null>>
}

/** Gets the functions that native code calls by name. */
export type WrittenCode = (functions: never) => readonly WrittenUnit[]

export interface WrittenUnit {
  /** The numbers of the units that it calls. */
  readonly called: readonly number[]
  /** Creates the function from those that it calls. */
  readonly make: (called: unknown, formats: unknown) => unknown
}

export interface WrittenValidator {
  /** Number of its unit. */
  readonly unit: number
  /** Whether coercion may replace the whole value. */
  readonly replacesRoot: boolean
}
