import { _ } from 'ajv'
import type { ValidatorEngineOptions } from '../../contracts/schema.js'

/** Options of a validator that keeps the source of what it compiles. */
export function writingEngine(options: ValidatorEngineOptions): ValidatorEngineOptions {
  const { version = 6, customOptions = {} } = options
  const code = { ...Object(customOptions.code), source: true, formats: _`formats` }
  const writing = version === 6 ? { sourceCode: true } : { code }
  return { ...options, customOptions: { ...customOptions, ...writing } }
}
