import type { SchemaFailure } from '../../contracts/schema.js'
import type { Bundle } from '../model/bundle.js'
import type { PlainObject } from '../model/plain-data.js'

/** A compiled schema of one version of the validator. */
export interface RawValidate {
  /** `holder.value` receives the value when the value itself is coerced; `null`: it cannot be. */
  run(data: unknown, holder: { value: unknown } | null): boolean
  errors(): SchemaFailure[] | null
}

/** What the two versions of the validator have in common. */
export interface ValidatorVersion {
  validator: unknown
  /** Runs after the plugins. */
  finish(): void
  hasKeyword(keyword: string): boolean
  /** What a plugin defined for a keyword, if anything. */
  keyword(keyword: string): unknown
  /** Names of the formats it knows; `null` where unknown ones are allowed. */
  formats(): readonly string[] | null
  hasSchema(ref: string): boolean
  /** Makes draft 7 itself known, where it is not from the beginning. */
  addMetaSchema(): void
  /** Makes a shared schema known, whose `$id` is its key. */
  add(schema: PlainObject): void
  compile(schema: Bundle): RawValidate
  /** Whether the meta-schema of the dialect allows a schema. */
  isValidSchema(schema: unknown): boolean
  /** Compiles a schema that was added. */
  compileAdded(key: string): RawValidate
}
