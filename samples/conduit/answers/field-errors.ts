import type { SchemaFailure, ValidationContext } from 'alcove'
import type { FieldErrors } from './problem.js'

const blank = "can't be blank"

/**
 * Converts a failed validation into the specification's form. Its keys are the fields that a person filled in, without
 * the object around them (`user`, `article`, `comment`).
 */
export function fieldErrors(failures: readonly SchemaFailure[], part: ValidationContext): FieldErrors {
  const said: Record<string, Set<string>> = {}
  for (const failure of failures) {
    const field = fieldOf(failure, part)
    said[field] ??= new Set()
    said[field].add(sentence(failure))
  }
  // A blank field is also too short: one message is enough.
  return Object.fromEntries(
    Object.entries(said).map(([field, sentences]) => [field, sentences.has(blank) ? [blank] : [...sentences]]),
  )
}

function fieldOf({ instancePath = '', keyword, params }: SchemaFailure, part: ValidationContext): string {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') path.push(String(params?.missingProperty))
  const depth = part === 'body' && path.length > 1 ? 1 : 0
  return path[depth] ?? part
}

function sentence({ keyword, params, message = 'is invalid' }: SchemaFailure): string {
  switch (keyword) {
    case 'required':
    case 'pattern': // the only pattern in use requires a character that is not a space
      return blank
    case 'format':
    case 'not':
      return 'is invalid'
    case 'minLength':
      return `is too short (minimum is ${params?.limit} characters)`
    case 'maxLength':
      return `is too long (maximum is ${params?.limit} characters)`
    case 'maxItems':
      return `has too many entries (maximum is ${params?.limit})`
    default:
      return message
  }
}
