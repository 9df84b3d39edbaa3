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
  /** Native code that validates: units that call each other by number. */
  readonly native: WrittenCode
  /** By key of schema; `null`: nothing was written, it compiles at boot. */
  readonly validators: Readonly<Record<string, WrittenValidator | null>>
  /** What writes JSON, and what chooses its branches: units that call each other by number. */
  readonly json: WrittenCode
  /** Number of a unit by key of schema; `null`: nothing was written, it compiles at boot. */
  readonly serializers: Readonly<Record<string, number | null>>
}

/** Called with what native code calls by name. */
export type WrittenCode = (functions: never) => readonly WrittenUnit[]

export interface WrittenUnit {
  /** The numbers of the units that it calls. */
  readonly called: readonly number[]
  readonly make: (called: unknown, formats: unknown) => unknown
}

export interface WrittenValidator {
  /** Number of its unit. */
  readonly unit: number
  /** Whether coercion may replace the whole value. */
  readonly replacesRoot: boolean
}
