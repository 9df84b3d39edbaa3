import type { SchemaFailure } from '../../contracts/schema.js'

/** A function that a version of ajv compiled. */
export interface AjvValidate {
  (...given: never[]): unknown
  errors?: unknown
}

/** What the two versions of ajv have in common. */
interface AjvValidator {
  addSchema(schema: object): unknown
  addMetaSchema(schema: object): unknown
  validateSchema(schema: object | boolean): unknown
  compile(schema: object | boolean): AjvValidate
  getSchema(ref: string): AjvValidate | undefined
  /** What a plugin defined for a keyword; or whether the validator knows it. */
  getKeyword(keyword: string): unknown
}

/** A version of ajv with its options, and what each version does in its own way. */
export interface AjvLibrary {
  readonly validator: AjvValidator
  /** Runs after the plugins. */
  finish(): void
  /** Names of the formats it knows; `null` where unknown ones are allowed. */
  formats(): readonly string[] | null
  /** Compiled functions are kept by us, by what they were compiled from. */
  forget(schema: object | boolean): void
  /** `holder.value` receives the value when the value itself is coerced; `null`: it cannot be. */
  run(validate: AjvValidate, data: unknown, holder: { value: unknown } | null): unknown
}

/** ajv's own error objects. */
export function failuresOf({ errors }: AjvValidate): SchemaFailure[] | null {
  return (errors ?? null) as SchemaFailure[] | null // as the types of both say
}
