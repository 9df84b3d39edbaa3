import { defineError, defineErrors, quoted } from './coded-error.js'

/** Routes. */
export const routeCodes = defineErrors(() => ({
  FST_ERR_DUPLICATED_ROUTE: defineError(
    500,
    (route: string, first: string, second: string, advice: string | null = null) =>
      `${route} is declared twice: by ${first} and by ${second}. ${advice ?? 'Give one of them another path, prefix, method or constraint'}`,
  ),
  FST_ERR_INVALID_URL: defineError(
    400,
    (method: string, got: string) => `The path of a ${method} route must be a string, got ${got}`,
    'TypeError',
  ),
  FST_ERR_ROUTE_OPTIONS_NOT_OBJ: defineError(
    500,
    (route: string, got = 'another value') =>
      `The options of route ${route} must be an object, as in get(path, { schema }, handler), got ${got}`,
    'TypeError',
  ),
  FST_ERR_ROUTE_DUPLICATED_HANDLER: defineError(
    500,
    (route: string) => `Route ${route} has two handlers: one in its options and one as last argument. Remove one`,
  ),
  FST_ERR_ROUTE_HANDLER_NOT_FN: defineError(
    500,
    (what: string, route: string, got: string) => `The ${what} of route ${route} must be a function, got ${got}`,
    'TypeError',
  ),
  FST_ERR_ROUTE_MISSING_HANDLER: defineError(
    500,
    (route: string) => `Route ${route} has no handler. Give one as the last argument or in the option "handler"`,
  ),
  FST_ERR_ROUTE_METHOD_INVALID: defineError(
    500,
    (got: string) => `A method must be one of node's HTTP methods in upper case, such as 'GET', got ${got}`,
    'TypeError',
  ),
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: defineError(
    500,
    (method: string) => `Method ${method} is not supported. Call addHttpMethod('${method}') first`,
  ),
  FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED: defineError(
    500,
    (
      route: string,
      problem = 'has a body schema, but bodies of this method are not parsed. Remove the schema, or change the method',
    ) => `Route ${route} ${problem}`,
  ),
  FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT: defineError(
    500,
    (where: string, got: string) =>
      `Option "bodyLimit" of ${where} must be a whole number of bytes above 0, got ${got}`,
    'TypeError',
  ),
  FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT: defineError(
    500,
    (where: string, got: string) =>
      `Option "handlerTimeout" of ${where} must be a whole number of milliseconds, or 0 for no limit, got ${got}`,
    'TypeError',
  ),
  FST_ERR_ROUTE_LOG_LEVEL_INVALID: defineError(
    500,
    (route: string, got: string, levels: readonly string[]) =>
      `Option "logLevel" of route ${route} is ${got}, which is not a level of the logger. Use one of ${quoted(levels)}`,
    'TypeError',
  ),
  ALC_ERR_ROUTE_CONSTRAINT: defineError(500, (problem: string) => problem, 'TypeError'),
  ALC_ERR_CONSTRAINT_STRATEGY: defineError(500, (problem: string) => problem, 'TypeError'),
  ALC_ERR_ROUTE_PATH: defineError(500, (route: string, reason: string, advice: string | null) =>
    advice === null
      ? `The router refuses the path of ${route}: ${reason}. Change the path`
      : `The path of ${route} cannot work: ${reason}. ${advice}`,
  ),
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: defineError(
    400,
    (method: string) => `Method '${method}' must provide a 'Content-Type' header.`,
  ),
}))
