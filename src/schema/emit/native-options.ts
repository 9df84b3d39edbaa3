import type { SchemaDialect } from '../../contracts/validator-options.js'

export interface Format {
  type: 'string' | 'number'
  /** `null`: any value is right. */
  isRight: ((value: never) => unknown) | null
}

/** How patterns are read: the same in replies as in requests. */
export type PatternFlags = '' | 'u'

/** Makes regular expressions of patterns in the place of `RegExp`, as ajv's option `code.regExp`. */
export type RegExpEngine = (pattern: string, flags: string) => { test(text: string): boolean }

/** The version of ajv whose results native code reproduces, and the options of that version. */
export interface NativeOptions {
  readonly version: 6 | 8
  readonly dialect: SchemaDialect
  readonly flags: PatternFlags
  /** `null`: the engine of the runtime. */
  readonly regExp: RegExpEngine | null
  readonly coercion: 'none' | 'scalars' | 'scalars and arrays'
  /** Where defaults are filled in. */
  readonly defaults: 'nowhere' | 'for what is missing' | 'for what is missing or empty'
  /** The known formats; `null`: native code cannot check it. */
  readonly formats: () => ReadonlyMap<string, Format | null>
}
