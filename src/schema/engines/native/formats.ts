import type { Format } from '../../emit/native-options.js'
import type { KnownFormats } from '../known-formats.js'

/** The formats that schemas may name, those of the application included. One that is none of ours to judge is left out. */
export function readFormats(known: KnownFormats): ReadonlyMap<string, Format> {
  const formats = new Map<string, Format>()
  for (const [name, definition] of Object.entries(known)) {
    const format = readFormat(definition)
    if (format !== null) formats.set(name, format)
  }
  return formats
}

function readFormat(definition: unknown): Format | null {
  if (definition === true) return { type: 'string', isRight: null }
  if (definition instanceof RegExp) return { type: 'string', isRight: (text: string) => definition.test(text) }
  if (typeof definition === 'function') return { type: 'string', isRight: (text) => definition(text) }
  if (typeof definition !== 'object' || definition === null) return null
  const { type = 'string', validate, async } = definition as Record<string, unknown> // read, not trusted
  if (async === true || (type !== 'string' && type !== 'number')) return null
  if (validate === true) return { type, isRight: null }
  const inner = typeof validate === 'object' && !(validate instanceof RegExp) ? null : readFormat(validate)
  return inner && { ...inner, type }
}
