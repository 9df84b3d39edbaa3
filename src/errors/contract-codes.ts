import { defineError } from './coded-error.js'

/** Routes whose declarations contradict each other, and answers that contradict the declarations of their route. */
export const contractCodes = {
  ALC_ERR_STATUS: defineError(
    'ALC_ERR_STATUS',
    500,
    (route: string, problem: string, advice: string) => `${route} ${problem}. ${advice}`,
  ),
  ALC_ERR_RESPONSE_UNDECLARED: defineError(
    'ALC_ERR_RESPONSE_UNDECLARED',
    500,
    (route: string, status: number, mediaType: string | null) =>
      mediaType === null
        ? `${route} answers with the status ${status}, for which it declares no response schema, so nothing of the answer was sent. Declare response.${status}, or set strictResponses to false`
        : `${route} answers with the media type "${mediaType}", which the content of its response ${status} does not name, so nothing of the answer was sent. Declare the media type there, or set strictResponses to false`,
  ),
} as const
