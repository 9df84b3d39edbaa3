import { compilerVersions } from '../../packages/libraries.cjs'
import { asFastify } from '../../support/as-fastify.js'
import { readEngineOptions } from '../engines/engine-options.js'
import { isPlainObject } from '../model/plain-data.js'
import { digest } from '../model/schema-keys.js'
import type { SchemaOptions } from './ahead-of-time.js'

export const artefactFormat = 9

/** The drop-in compiles some schemas differently. */
const server = asFastify ? 'alcove/fastify' : 'alcove'

/**
 * The values besides the schemas on which compiled schemas depend: the versions of all packages involved, and the
 * options.
 */
export function madeOf({ validatorengine, serializerOptions, alcoveVersion }: SchemaOptions): Record<string, string> {
  const made: Record<string, string> = { 'the server': server, alcove: alcoveVersion, ...compilerVersions() }
  made['the option validatorengine'] = shortOf(textOf(readEngineOptions(validatorengine)))
  made['the option serializerOpts'] = shortOf(textOf(serializerOptions))
  return made
}

/** The options that most applications have are short. A digest of them would load node:crypto at each start: 8 ms. */
function shortOf(text: string): string {
  return text.length > 300 ? digest(text) : text
}

/** Options as text, functions by their source. */
function textOf(options: unknown): string {
  const above = new Set<unknown>()
  const write = (value: unknown): string => {
    if (typeof value === 'function' || value instanceof RegExp) return String(value)
    if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`
    if (above.has(value)) return 'above'
    if (!Array.isArray(value) && !isPlainObject(value)) return `a ${value.constructor?.name}`
    above.add(value)
    const text = `{${Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${write(entry)}`)}}`
    above.delete(value)
    return text
  }
  return write(options)
}
