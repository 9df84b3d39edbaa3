export interface AjvValidate {
  (...given: never[]): unknown
  errors?: unknown
}

/** The members that the two versions of ajv have in common. */
interface AjvValidator {
  addSchema(schema: object): unknown
  addMetaSchema(schema: object): unknown
  validateSchema(schema: object | boolean): unknown
  compile(schema: object | boolean): AjvValidate
  getSchema(ref: string): AjvValidate | undefined
  /** The definition that a plugin gave for a keyword, or whether the validator knows the keyword. */
  getKeyword(keyword: string): unknown
}

/** A version of ajv with its options, and the behaviour in which the versions differ. */
export interface AjvLibrary {
  readonly validator: AjvValidator
  /** Runs after the plugins. */
  finish?(): void
  /** Names of its known formats; `null` if unknown ones are allowed. */
  formats(): readonly string[] | null
  /** Our own cache holds the compiled functions, by the text of their schemas. */
  forget?(schema: object | boolean): void
  /** `holder.value` receives the value when the value itself is coerced; `null`: it cannot be. */
  run(validate: AjvValidate, data: unknown, holder: { value: unknown } | null): unknown
}
