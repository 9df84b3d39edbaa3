import type Ajv6 from 'ajv6'
import { lazy } from '../../support/lazy.js'
import { createNativeCheck, nativelyKeyword } from '../keywords/natively.js'
import { compareByUs6, comparingVersion6, processCode6 } from './ajv-equality.js'
import type { AjvLibrary } from './ajv-library.js'
import type { EngineOptions } from './engine-options.js'
import { acceptKeywordObjects, takeKeywordList } from './keyword-objects.js'
import { linearFormats, openApiFormats6 } from './linear-formats.js'

/**
 * The options that alcove sets (docs/guide/validation.md). Undeclared properties are removed before the validator runs,
 * and not by it.
 */
const baseline: Ajv6.Options = {
  useDefaults: true,
  coerceTypes: true,
  nullable: true,
  jsonPointers: true,
  // A keyword beside a `$ref` counts, as in version 8 and in the serializer: a default must not ignore a constraint.
  extendRefs: true,
  logger: false,
  // Our own cache holds the compiled functions, by the text of their schemas.
  serialize: false,
  cache: { put: () => {}, get: () => undefined, del: () => {}, clear: () => {} },
}

/** If no plugin adds keywords, all added keywords are ours. To check them would compile schemas with absolute ids. */
const trustingVersion6 = lazy(() => {
  return class Ajv extends comparingVersion6() {
    override validateKeyword(): boolean {
      return true
    }
  }
})

/** The default validator, version 6. */
export function createAjv6(options: EngineOptions, isChecked: boolean): AjvLibrary {
  const { options: customOptions, keywords } = takeKeywordList(options.customOptions)
  const Ajv = isChecked ? comparingVersion6() : trustingVersion6()
  const ajv = new Ajv({
    ...baseline,
    removeAdditional: false,
    validateSchema: isChecked,
    meta: isChecked, // to read the meta-schema costs as much as some hundred schemas, and nothing else needs it
    ...customOptions,
    formats: { ...openApiFormats6, ...linearFormats[6], ...Object(customOptions.formats) },
    processCode: processCode6(customOptions.processCode),
  })
  compareByUs6(ajv)
  acceptKeywordObjects(ajv)
  // A name or an object; the types omit that.
  for (const keyword of keywords) ajv.addKeyword(keyword as string, undefined!)
  ajv.addKeyword(nativelyKeyword, {
    errors: true,
    // The keyword reads values that our code wrote. The validator completes its errors.
    validate: createNativeCheck(6) as Ajv6.SchemaValidateFunction,
  })
  return {
    validator: ajv,
    finish: () => {},
    formats: () => ('unknownFormats' in options.customOptions ? null : Object.keys(Reflect.get(ajv, '_formats'))),
    forget: () => {},
    run: (validate: Ajv6.ValidateFunction, data, holder) => {
      // The types declare an object; it is any value that was sent.
      return holder === null ? validate(data) : validate(data, '', holder, 'value', data as object)
    },
  }
}
