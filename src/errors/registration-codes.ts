import { defineError, defineErrors } from './coded-error.js'

/** Registrations into a context: plugins, hooks, decorations, parsers and error handlers. */
export const registrationCodes = defineErrors(() => ({
  FST_ERR_ERROR_HANDLER_NOT_FN: defineError(
    500,
    (context: string, got: string) =>
      `setErrorHandler in context "${context}" got ${got}. Pass a function (error, request, reply)`,
    'TypeError',
  ),
  FST_ERR_ERROR_HANDLER_ALREADY_SET: defineError(
    500,
    (context: string) =>
      `Context "${context}" already has an error handler. Remove one, or set the server option allowErrorHandlerOverride: true`,
    'TypeError',
  ),
  ALC_ERR_NOT_FOUND_HANDLER_ALREADY_SET: defineError(
    500,
    (prefix: string, first: string, second: string) =>
      `The not-found handler for the prefix "${prefix}" is set twice: in context "${first}" and in "${second}". Remove one, or give one of the contexts its own prefix`,
  ),
  FST_ERR_CTP_ALREADY_PRESENT: defineError(
    500,
    (type: string, context: string) =>
      `Content type parser '${type}' already present in context "${context}". Remove it first with removeContentTypeParser, or register yours in its own plugin`,
  ),
  FST_ERR_CTP_INVALID_TYPE: defineError(
    500,
    (got: string) => `A content type must be a string such as 'text/csv', '*', or a RegExp, got ${got}`,
    'TypeError',
  ),
  FST_ERR_CTP_EMPTY_TYPE: defineError(
    500,
    () => `The content type cannot be an empty string. Use '*' for a parser that accepts every type`,
    'TypeError',
  ),
  FST_ERR_CTP_INVALID_HANDLER: defineError(
    500,
    (type: string, got: string) => `The parser for '${type}' must be a function (request, payload, done), got ${got}`,
    'TypeError',
  ),
  FST_ERR_CTP_INVALID_PARSE_TYPE: defineError(
    500,
    (type: string, got: string) =>
      `parseAs of the parser for '${type}' must be 'string' or 'buffer' (or absent, for the stream), got ${got}`,
    'TypeError',
  ),
  FST_ERR_CTP_INSTANCE_ALREADY_STARTED: defineError(
    400,
    (call: string) => `${call} was called after boot. Call it inside a plugin, or before ready() and listen()`,
  ),
  FST_ERR_DEC_ALREADY_PRESENT: defineError(
    500,
    (name: string, what: string, context: string, [plugin, parent]: readonly string[]) => {
      const registered = parent === undefined ? '' : `, which "${parent}" registers`
      const by = plugin === undefined ? '' : ` by the plugin "${plugin}"${registered}`
      return `The decorator '${name}' has already been added to the ${what} in context "${context}"${by}. Choose another name, or register one of the two in its own plugin`
    },
  ),
  FST_ERR_DEC_DEPENDENCY_INVALID_TYPE: defineError(
    500,
    (name: string) => `The dependencies of decorator '${name}' must be an array of names`,
    'TypeError',
  ),
  FST_ERR_DEC_MISSING_DEPENDENCY: defineError(
    500,
    (name: string, dependency: string, context: string) =>
      `The decorator '${name}' needs '${dependency}', which context "${context}" does not see. First declare it here or in a context above`,
  ),
  FST_ERR_DEC_AFTER_START: defineError(
    500,
    (name: string) =>
      `The decorator '${name}' was added after boot. Decorate inside a plugin, or before ready() and listen()`,
  ),
  FST_ERR_DEC_REFERENCE_TYPE: defineError(
    500,
    (name: string, what: string) =>
      `The decorator '${name}' of the ${what} is an object, which all requests would share. Use { getter }, or declare null and set the value in an onRequest hook. In a module, use Token.from(fn)`,
  ),
  FST_ERR_DEC_UNDECLARED: defineError(500, (name: string, what: string, givers: readonly string[] = [], way = '') =>
    givers.length === 0
      ? `No decorator '${name}' is declared on ${what}. Declare it in this context or in one above`
      : `The ${what} has no value '${name}' yet. The guard ${givers.join(' or ')} provides it. ${way}`,
  ),
  FST_ERR_HOOK_INVALID_TYPE: defineError(
    500,
    (got: string) => `The hook name must be a string, got ${got}`,
    'TypeError',
  ),
  FST_ERR_HOOK_INVALID_HANDLER: defineError(
    500,
    (name: string, got: string) => `${name} hook should be a function, instead got ${got}`,
    'TypeError',
  ),
  FST_ERR_HOOK_INVALID_ASYNC_HANDLER: defineError(
    500,
    (name: string, member: string | null) =>
      `The async ${name} hook ${member === null ? '' : `${member} `}has a 'done' parameter, but ends with its promise. Remove the parameter, or the word async`,
    'TypeError',
  ),
  FST_ERR_HOOK_NOT_SUPPORTED: defineError(
    500,
    (name: string, known: readonly string[]) => `${name} hook not supported! Known hooks are ${known.join(', ')}`,
    'TypeError',
  ),
  ALC_ERR_HOOK_REJECTED: defineError(
    500,
    (title: string, got: string) => `The ${title} failed with ${got}. Throw or reject with an Error`,
  ),
  FST_ERR_HOOK_TIMEOUT: defineError(
    500,
    (name: string, fn: string) =>
      `A callback for '${name}' hook${fn} timed out. You may have forgotten to call 'done' function or to resolve a Promise`,
  ),
}))
