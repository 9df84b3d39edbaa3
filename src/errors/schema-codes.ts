import { defineError, defineErrors } from './coded-error.js'

/** Schemas: shared, of a route, compiled. */
export const schemaCodes = defineErrors(() => ({
  FST_ERR_SCH_MISSING_ID: defineError(
    500,
    (call = 'addSchema') =>
      `The schema of ${call} has no "$id" (a non-empty string), so no "$ref" can name it. Add a "$id"`,
  ),
  FST_ERR_SCH_ALREADY_PRESENT: defineError(
    500,
    (id: string, context: string, owner: string) =>
      `The shared schema "${id}" added in ${context} already exists in ${owner}, which ${context} sees. Give it another "$id", or add it once`,
  ),
  FST_ERR_SCH_DUPLICATE: defineError(
    500,
    (route: string) =>
      `The schema of ${route} has both "querystring" and "query", which are two names for one part. Remove one`,
  ),
  FST_ERR_SCH_CONTENT_MISSING_SCHEMA: defineError(
    500,
    (route: string, part: string, mediaType: string) =>
      `${route} declares "${mediaType}" in the "content" of its ${part} without a "schema". Write "${mediaType}": { schema: { … } }`,
  ),
  FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX: defineError(
    500,
    (route: string, key: string) =>
      `${route} has a response schema under "${key}", which is not a status. Use a status code (200), a class ("2xx") or "default" as the key`,
  ),
  FST_ERR_SCH_VALIDATION_BUILD: defineError(
    500,
    (route: string, part: string, pointer: string, problem: string) =>
      `The ${part} of ${route} cannot be compiled: at "${pointer}", ${problem}. Correct the schema there`,
  ),
  FST_ERR_SCH_SERIALIZATION_BUILD: defineError(
    500,
    (route: string, part: string, pointer: string, problem: string) =>
      `The ${part} of ${route} cannot be compiled: at "${pointer}", ${problem}. Correct the schema there`,
  ),
  FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN: defineError(
    500,
    (given: string) =>
      `The option schemaController.bucket is ${given}. Pass a function (parentSchemas) => ({ add, getSchema, getSchemas })`,
    'TypeError',
  ),
  FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN: defineError(
    500,
    (given: string) => `The schema error formatter is ${given}. Pass a synchronous function (errors, dataVar) => Error`,
    'TypeError',
  ),
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ: defineError(
    500,
    (given: string) => `The option validatorengine.customOptions is ${given}. Pass an object of validator options`,
    'TypeError',
  ),
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR: defineError(
    500,
    (given: string) =>
      `The option validatorengine.plugins is ${given}. Pass an array of plugin functions or [plugin, options] pairs`,
    'TypeError',
  ),
  ALC_ERR_SHARED_SCHEMA: defineError(
    500,
    (owner: string, part: string, pointer: string, problem: string) =>
      `The ${part} of ${owner} is not a valid schema: at "${pointer}", ${problem}. Correct the schema there`,
  ),
  ALC_ERR_SCHEMA_ASYNC: defineError(
    500,
    (owner: string, part: string, pointer: string) =>
      `The ${part} of ${owner} has "$async" at "${pointer}". Asynchronous validation can be flooded with requests. Remove "$async", and do the check in a preHandler hook`,
  ),
  ALC_ERR_SCHEMA_KEYWORD: defineError(
    500,
    (owner: string, part: string, pointer: string, advice: string) =>
      `The ${part} of ${owner} has an unknown keyword at "${pointer}"${advice}`,
  ),
  ALC_ERR_SCHEMA_REF: defineError(
    500,
    (owner: string, part: string, pointer: string, ref: string, advice: string) =>
      `The ${part} of ${owner} refers to "${ref}" at "${pointer}". ${advice}`,
  ),
  ALC_ERR_SERIALIZATION: defineError(
    500,
    (route: string, part: string, problem: string) =>
      `The answer of ${route} does not match its ${part}: ${problem}. Return a value that matches the schema, or change the schema`,
  ),
  ALC_ERR_SERIALIZER_ENGINE: defineError(
    500,
    (problem: string, fix: string) => `The option ${problem}. ${fix}`,
    'TypeError',
  ),
  ALC_ERR_VALIDATOR_OPTION: defineError(
    500,
    (option: string, version: number) =>
      `validatorengine.customOptions.${option} needs version ${version} of the validator. Set validatorengine.version: ${version}, or remove the option`,
  ),
  ALC_ERR_VALIDATOR_KEYWORDS: defineError(
    500,
    (place: string, problem: string, way: string) =>
      `validatorengine.customOptions.keywords${place} ${problem}. ${way}`,
    'TypeError',
  ),
  ALC_ERR_VALIDATOR_FORMATS: defineError(
    500,
    (place: string, problem: string) =>
      `validatorengine.customOptions.formats${place} ${problem}. A format is a regular expression, a function that returns true or false, or true for any value. An object { type: 'number', validate } is for numbers`,
    'TypeError',
  ),
  ALC_ERR_VALIDATOR_PLUGIN: defineError(
    500,
    (problem: string, fix: string) => `A validator plugin cannot be used: ${problem}. ${fix}`,
  ),
  ALC_ERR_VALIDATOR_ENGINE: defineError(
    500,
    (given: string) => `The option validatorengine.engine is ${given}. Use 'native' or 'ajv'`,
    'TypeError',
  ),
  ALC_ERR_VALIDATOR_VERSION: defineError(
    500,
    (given: string) => `The option validatorengine.version is ${given}. Use 6 or 8`,
  ),
  ALC_ERR_SCHEMA_DIALECT: defineError(
    500,
    (given: string, version: number) =>
      `The option validatorengine.dialect is ${given}, which version ${version} of the validator does not support. Use 'draft-07', or with version 8 also '2019-09' or '2020-12'`,
  ),
  ALC_ERR_PRECOMPILED_STALE: defineError(
    500,
    (change: string) =>
      `The precompiled schemas do not match this application: ${change}. Compile them again with "npx alcove compile"`,
  ),
  ALC_ERR_PRECOMPILED_UNUSED: defineError(
    500,
    () =>
      'compileServer created a server without the options that it passes. Write (options) => createServer({ ...options, … })',
  ),
  ALC_ERR_CODE_GENERATION: defineError(
    500,
    (route: string, part: string, reason: string | null) =>
      `Cannot compile the ${part} of ${route}: code generation is disabled (--disallow-code-generation-from-strings). ${
        reason === null
          ? 'Precompile it with "npx alcove compile", or remove the flag'
          : `It cannot be precompiled, because ${reason}. Change the schema, or remove the flag`
      }`,
  ),
  FST_ERR_VALIDATION: defineError(400, (message: string) => message),
  ALC_ERR_SCHEMA_FORMATTER_RESULT: defineError(
    500,
    (given: string) => `The schema error formatter returned ${given}. Return an Error, not a promise`,
  ),
  ALC_ERR_VALIDATOR_COMPILER_RESULT: defineError(
    500,
    (route: string, part: string, given: string) =>
      `The validator compiler returned ${given} for the ${part} of ${route}. Return a function (data) => result`,
  ),
  ALC_ERR_VALIDATOR_THREW: defineError(
    500,
    (route: string, part: string) =>
      `The validator of the ${part} of ${route} threw a value that is not an Error. Return { error } for invalid data`,
  ),
  ALC_ERR_SCHEMA_RESULT: defineError(
    500,
    (what: string, vendor: string, given: string) =>
      `The schema of ${vendor} for the ${what} returned ${given}. A Standard Schema returns { value } or { issues }, a list. Correct its validate function`,
  ),
  ALC_ERR_NESTED_TOO_DEEP: defineError(
    400,
    (route: string, part: string) => `The ${part} of ${route} is nested too deeply to be validated. Send fewer levels`,
  ),
  ALC_ERR_SERIALIZER_COMPILER_RESULT: defineError(
    500,
    (route: string, part: string, given: string) =>
      `The serializer compiler returned ${given} for the ${part} of ${route}. Return a function (data) => string`,
  ),
  ALC_ERR_RESPONSE_INVALID: defineError(
    500,
    (route: string, status: string, issues: string) =>
      `The answer of ${route} does not match its schema for ${status}: ${issues}. Return a value that matches the schema`,
  ),
  ALC_ERR_BODY_NOT_VALIDATED: defineError(
    415,
    (route: string, mediaType: string) =>
      `${route} validates JSON bodies and does not accept "${mediaType}". Send application/json. To accept it, declare a schema for it in body.content, or set bodyValidation to "parsed"`,
  ),
  ALC_ERR_BODY_MEDIA_TYPE: defineError(
    415,
    (route: string, mediaType: string, accepted: string) =>
      `${route} does not accept "${mediaType}". Send one of ${accepted}. To accept it, declare a schema for it in body.content`,
  ),
}))
