import type { SchemaFailure } from '../../contracts/schema.js'
import type { LinkedSchema } from '../model/schema-linker.js'

/** What an engine makes of a schema. */
export interface CompiledSchema {
  /** `holder.value` receives the value when the value itself is coerced; `null`: it cannot be. */
  run(data: unknown, holder: { value: unknown } | null): boolean
  /** What the last run refused; `null`: nothing. */
  errors(): SchemaFailure[] | null
}

/** Which properties are removed from a part of a request before or while it is validated. */
export type Removal = 'undeclared' | 'nothing'

/** Compiles the schemas of a server: native code, or a version of ajv. The first that takes a schema compiles it. */
export interface Engine {
  /** @throws Unsupported where the next engine has to compile the schema; whatever is wrong with it */
  compile(linked: LinkedSchema, removal: Removal): CompiledSchema
}
