import type { Ajv, CodeKeywordDefinition, Options, ValidateFunction } from 'ajv'
import type { SchemaDialect } from '../../contracts/schema.js'
import { formatsPlugin8, version8, version8Of2019, version8Of2020 } from '../../packages/libraries.cjs'
import { changeKeywords8 } from './ajv-keywords.js'
import type { AjvLibrary } from './engine.js'
import type { EngineOptions } from './engine-options.js'
import { linearFormats } from './formats.js'

const baseline: Options = {
  useDefaults: true,
  coerceTypes: true,
  logger: false,
}

// Our own check finds unknown keywords: it names the place and the likely keyword. The rest of strict mode refuses
// schemas that version 6 accepts (a default at the root, tuples without length). `log` keeps unknown formats an error.
const strictness: Options = { strictSchema: 'log', strictTypes: false, strictTuples: false, allowUnionTypes: true }

const classes: Record<SchemaDialect, () => new (options: Options) => Ajv> = {
  'draft-07': () => version8().Ajv,
  '2019-09': version8Of2019,
  '2020-12': version8Of2020,
}

/** The default validator, version 8, with the baseline of version 6 (`nullable` is built in). */
export function createAjv8(options: EngineOptions, isChecked: boolean): AjvLibrary {
  const { customOptions, plugins } = options
  const AjvOfDialect = classes[options.dialect]()
  const ajv = new AjvOfDialect({
    ...baseline,
    ...('strict' in customOptions ? {} : strictness),
    removeAdditional: false,
    validateSchema: isChecked,
    meta: isChecked,
    ...customOptions,
  })
  changeKeywords8(ajv)
  refuseInfinity(ajv)
  const hasFormats = plugins.some(([plugin]) => plugin.name === 'formatsPlugin')
  if (!hasFormats) formatsPlugin8().default(ajv)
  return {
    validator: ajv,
    finish: () => {
      replaceFormats(ajv)
      restoreFormats(ajv, customOptions.formats)
    },
    formats: () => (isLax(customOptions) ? null : Object.keys(ajv.formats)),
    forget: (schema) => {
      if (typeof schema === 'object') ajv.removeSchema(schema)
      forgetValues(ajv)
    },
    run: (validate: ValidateFunction, data, holder) => {
      return holder === null ? validate(data) : validate(data, contextOf(data, holder))
    },
  }
}

function isLax({ strict, strictSchema, validateFormats }: EngineOptions['customOptions']): boolean {
  return strict === false || strictSchema === false || validateFormats === false
}

/**
 * Drops values that compiled code has already read. The library keeps them for each schema that it has ever compiled.
 * The number of schemas that requests compile is not limited.
 */
function forgetValues({ scope }: Ajv): void {
  const byKey: Record<string, Map<unknown, unknown>> = Reflect.get(scope, '_values')
  const byNumber: Record<string, unknown[]> = Reflect.get(scope, '_scope')
  for (const name of ['schema', 'validate', 'wrapper', 'pattern']) {
    byKey[name]?.clear()
    byNumber[name]?.splice(0)
  }
}

type CallContext = NonNullable<Parameters<ValidateFunction>[1]>

function contextOf(data: unknown, holder: { value: unknown }): CallContext {
  const rootData = data as CallContext['rootData'] // the types declare an object; it is any value that was sent
  return { instancePath: '', parentData: holder, parentDataProperty: 'value', rootData, dynamicAnchors: {} }
}

/**
 * Refuses a text that is coerced to infinity, as a value of another type. The library checks the type before it
 * coerces, and no keyword about numbers applies to infinity. Such a text would pass any `maximum`.
 */
function refuseInfinity(ajv: Ajv): void {
  const { _, stringify } = version8()
  const keyword = '$finite'
  const definition: CodeKeywordDefinition = {
    keyword,
    implements: ['type'],
    error: {
      message: ({ parentSchema }) => `must be ${parentSchema?.type}`,
      params: ({ parentSchema }) => _`{type: ${stringify(parentSchema?.type)}}`,
    },
    code: (cxt) => {
      const { data, it, parentSchema } = cxt
      const isNumeric = [parentSchema.type].flat().some((type) => type === 'number' || type === 'integer')
      if (!isNumeric || it.opts.coerceTypes === false) return
      Object.assign(cxt, { keyword: 'type' }) // its failure is reported as one of `type`
      cxt.fail(_`${data} === Infinity || ${data} === -Infinity`)
    },
  }
  // Added to the rules directly: `addKeyword` accepts no second implementation of `type`.
  const group = ajv.RULES.rules.find(({ type }) => type === undefined)
  group?.rules.unshift({ keyword, definition: { ...definition, type: [], schemaType: [] } })
}

/** Replaces the library's formats that take quadratic time, also if a plugin added them. */
function replaceFormats(ajv: Ajv): void {
  for (const [name, format] of Object.entries(linearFormats[8])) {
    // `get` accepts any name
    if (ajv.formats[name] === formatsPlugin8().default.get(name as 'url')) ajv.addFormat(name, format)
  }
}

/** The application's formats replace those of the same name that came with the plugin. */
function restoreFormats(ajv: Ajv, formats: unknown): void {
  if (typeof formats !== 'object' || formats === null) return
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
}
