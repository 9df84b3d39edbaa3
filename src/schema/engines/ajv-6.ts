import type Ajv6 from 'ajv6'
import { lazy } from '../../support/lazy.js'
import { createNativeCheck, nativelyKeyword } from '../keywords/natively.js'
import { compareByUs6, comparingVersion6, processCode6 } from './ajv-equality.js'
import type { AjvLibrary } from './ajv-library.js'
import type { EngineOptions } from './engine-options.js'
import { acceptKeywordObjects, takeKeywordList } from './keyword-objects.js'
import { linearFormats, openApiFormats6 } from './linear-formats.js'

/** docs/guide/validation.md. Undeclared properties are removed before the validator runs, and not by it. */
const baseline: Ajv6.Options = {
  useDefaults: true,
  coerceTypes: true,
  nullable: true,
  jsonPointers: true,
  // A keyword beside a `$ref` counts, as in version 8 and in the serializer: ignoring a constraint is no default.
  extendRefs: true,
  logger: false,
  // Compiled functions are kept by us, by what they were compiled from.
  serialize: false,
  cache: { put: () => {}, get: () => undefined, del: () => {}, clear: () => {} },
}

/** Where no plugin adds keywords, those that are added are ours: to check them compiles schemas with absolute ids. */
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
    meta: isChecked, // to take in the meta-schema costs as much as some hundred schemas, and nothing else needs it
    ...customOptions,
    formats: { ...openApiFormats6, ...linearFormats[6], ...Object(customOptions.formats) },
    processCode: processCode6(customOptions.processCode),
  })
  compareByUs6(ajv)
  acceptKeywordObjects(ajv)
  for (const keyword of keywords) ajv.addKeyword(keyword as string, undefined!) // a name or an object, as the types do not say
  ajv.addKeyword(nativelyKeyword, {
    errors: true,
    // It reads values that we wrote; the validator completes its errors.
    validate: createNativeCheck(6) as Ajv6.SchemaValidateFunction,
  })
  return {
    validator: ajv,
    finish: () => {},
    formats: () => ('unknownFormats' in options.customOptions ? null : Object.keys(Reflect.get(ajv, '_formats'))),
    forget: () => {},
    run: (validate: Ajv6.ValidateFunction, data, holder) => {
      // The types say object; it is whatever was sent.
      return holder === null ? validate(data) : validate(data, '', holder, 'value', data as object)
    },
  }
}
