import { defineError } from './coded-error.js'

/** Schemas: shared, of a route, compiled. */
export const schemaCodes = {
  FST_ERR_SCH_MISSING_ID: defineError(
    'FST_ERR_SCH_MISSING_ID',
    500,
    () => 'addSchema needs a schema with a "$id" (a non-empty string): the "$id" is what a "$ref" names',
  ),
} as const
