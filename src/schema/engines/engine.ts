import type { ValidateFunction } from '../../contracts/schema.js'
import type { LinkedSchema } from '../model/schema-linker.js'

/** Which properties are removed from a part of a request before or while it is validated. */
export type Removal = 'undeclared' | 'nothing'

/** Compiles the schemas of a server: native code, or a version of ajv. The first that takes a schema compiles it. */
export interface Engine {
  /** @throws Unsupported where the next engine has to compile the schema; whatever is wrong with it */
  compile(linked: LinkedSchema, removal: Removal): ValidateFunction
}
