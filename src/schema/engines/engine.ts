import type { ValidateFunction } from '../../contracts/schema.js'
import type { LinkedSchema } from '../model/schema-linker.js'

/** The properties that are removed from a part of a request before or while it is validated. */
export type Removal = 'undeclared' | 'nothing'

/**
 * Compiles the schemas of a server: native code, or a version of ajv. The first engine that accepts a schema compiles
 * it.
 */
export interface Engine {
  /** @throws Unsupported if the next engine has to compile the schema; an error for each problem of the schema */
  compile(linked: LinkedSchema, removal: Removal): ValidateFunction
}
