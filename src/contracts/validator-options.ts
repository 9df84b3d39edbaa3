/** Factory option `validatorengine` (docs/guide/validators.md). */
export interface ValidatorEngineOptions {
  /** Major version of the default validator: 6 (default) or 8. */
  version?: 6 | 8
  /** The dialect of JSON Schema of all schemas of the server. Dialects after draft 7 need version 8. */
  dialect?: SchemaDialect
  /**
   * `native` (default): code that alcove writes validates, with the same results as this version of ajv. Ajv validates
   * only schemas that need it, such as those with keywords of a plugin. `ajv`: ajv validates all schemas.
   */
  engine?: 'native' | 'ajv'
  /** Changes to the default options of ajv (docs/guide/validators.md). */
  customOptions?: Record<string, unknown>
  /** Validator plugins: `plugin` or `[plugin, options]`. */
  plugins?: readonly (ValidatorPlugin | readonly [ValidatorPlugin, unknown])[]
  /** Called with the validator before its first use. */
  onCreate?: (validator: unknown) => void
}

/** Drafts 6 and 7 (default), which differ only by added keywords; 2019-09; or 2020-12. */
export type SchemaDialect = 'draft-07' | '2019-09' | '2020-12'

/** A validator plugin gets the validator. The type of the validator depends on the version. */
// biome-ignore lint/suspicious/noExplicitAny: plugins are typed for one major version of ajv, this list accepts both
export type ValidatorPlugin = (validator: any, options?: any) => unknown
