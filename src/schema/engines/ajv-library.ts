import type { Bundle } from '../model/bundle.js'
import type { PlainObject } from '../model/plain-data.js'
import type { CompiledSchema } from './engine.js'

/** What the two versions of ajv have in common. */
export interface AjvLibrary {
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
  compile(schema: Bundle): CompiledSchema
  /** Compiles a schema that was added. */
  compileAdded(key: string): CompiledSchema
  /** Whether the meta-schema of the dialect allows a schema. */
  isValidSchema(schema: unknown): boolean
}
