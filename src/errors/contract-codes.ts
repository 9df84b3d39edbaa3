import { defineError } from './coded-error.js'

/** Routes whose declarations contradict each other, and answers that contradict the declarations of their route. */
export const contractCodes = {
  ALC_ERR_STATUS: defineError(
    'ALC_ERR_STATUS',
    500,
    (route: string, problem: string, advice: string) => `${route} ${problem}. ${advice}`,
  ),
} as const
