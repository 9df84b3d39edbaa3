import { defineError, defineErrors } from './coded-error.js'

/** Routes whose declarations contradict each other, and answers that contradict the declarations of their route. */
export const contractCodes = defineErrors(() => ({
  ALC_ERR_STATUS: defineError(
    500,
    (route: string, problem: string, advice: string) => `${route} ${problem}. ${advice}`,
  ),
  ALC_ERR_SCHEMA_PART: defineError(
    500,
    (route: string, problem: string, advice: string) => `The schema of ${route} ${problem}. ${advice}`,
  ),
  ALC_ERR_NEST_DECORATOR: defineError(
    500,
    (places: readonly string[]) =>
      `alcove does not read decorators and tokens of Nest, so these have no effect:\n${places.map((place) => `  ${place}`).join('\n')}`,
  ),
  ALC_ERR_NEST_CALL: defineError(
    500,
    (subject: string, method: string, instead: string) =>
      `${subject} calls ${method}(…) of an object of Nest, which alcove does not pass. alcove calls ${instead}`,
  ),
  ALC_ERR_PARAMETER_TYPE: defineError(
    500,
    (route: string, position: number, declared: string, source: string, advice: string) =>
      `Parameter ${position} of ${route} is declared as ${declared}, but no schema converts ${source} to it. ${advice}`,
  ),
  ALC_ERR_EVENT_FIELD: defineError(
    500,
    (field: string, got: string, wanted: string) => `event(…) got ${got} as ${field}. Give ${wanted}`,
    'TypeError',
  ),
  ALC_ERR_MESSAGE_INVALID: defineError(400, (problem: string) => `The message ${problem}`),
  ALC_ERR_RESPONSE_UNDECLARED: defineError(500, (route: string, status: number, mediaType: string | null) =>
    mediaType === null
      ? `${route} answers with the status ${status}, but declares no response schema for it, so the answer was not sent. Declare response.${status}, or set strictResponses to false`
      : `${route} answers with the media type "${mediaType}", which the content of its response ${status} does not declare. So the answer was not sent. Set the media type with reply.type(), declare it, or set strictResponses to false`,
  ),
}))

/**
 * Problems of the declarations of a route. One error of the boot lists all of them. Decorators of Nest are not among
 * them, because they cause other problems.
 */
export const declarationCodes: ReadonlySet<string> = new Set([
  ...['ALC_ERR_STATUS', 'ALC_ERR_SCHEMA_PART', 'ALC_ERR_PARAMETER_TYPE'],
  ...['ALC_ERR_PATH_PARAMETER', 'ALC_ERR_SCHEMA_CONFLICT', 'ALC_ERR_SCHEMA_ASYNC', 'ALC_ERR_SCHEMA_KEYWORD'],
  ...['ALC_ERR_SCHEMA_REF', 'ALC_ERR_SHARED_SCHEMA', 'FST_ERR_SCH_VALIDATION_BUILD'],
  ...['FST_ERR_SCH_SERIALIZATION_BUILD', 'FST_ERR_SCH_DUPLICATE', 'FST_ERR_SCH_CONTENT_MISSING_SCHEMA'],
  'FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX',
  ...['FST_ERR_HOOK_INVALID_ASYNC_HANDLER', 'ALC_ERR_OPTION_UNKNOWN'],
])
