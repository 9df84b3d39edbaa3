import type { ContextView } from '../../context/context.js'
import { createStandardSerialize, createStandardValidate, isStandardSchema } from '../../standard/standard-schema.js'

/** Schemas of other libraries validate requests themselves, unless the application has its own compiler. */
export function validateForeign({
  isDefaultValidator,
  prepareValidator,
}: ContextView): ContextView['prepareValidator'] {
  if (!isDefaultValidator) return prepareValidator
  return (input) => {
    const { schema, method, url, httpPart } = input
    if (!isStandardSchema(schema)) return prepareValidator(input)
    return createStandardValidate(schema, `${httpPart} of ${method} ${url}`)
  }
}

/** Schemas of other libraries serialize answers themselves, unless the application has its own compiler. */
export function serializeForeign({
  isDefaultSerializer,
  prepareSerializer,
}: ContextView): ContextView['prepareSerializer'] {
  if (!isDefaultSerializer) return prepareSerializer
  return (input) => {
    const { schema, method, url, httpStatus } = input
    if (!isStandardSchema(schema)) return prepareSerializer(input)
    return createStandardSerialize(schema, `${method} ${url}`, httpStatus)
  }
}
