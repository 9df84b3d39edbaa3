import { defineError } from './coded-error.js'

/** The module that serves the OpenAPI document. */
export const openApiCodes = {
  ALC_ERR_OPENAPI_OPTION: defineError(
    'ALC_ERR_OPENAPI_OPTION',
    500,
    (option: string, got: string, expected: string) => `Option ${option} of OpenApi is ${got}. Pass ${expected}`,
    'TypeError',
  ),
} as const
