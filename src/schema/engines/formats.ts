import { formatsOf6, formatsOf8 } from '../../packages/libraries.cjs'
import type { Format } from '../emit/native-options.js'
import type { EngineOptions } from './engine-options.js'
import { linearFormats, openApiFormats6 } from './linear-formats.js'

/** The formats that schemas may name before any plugin adds others: those of a version and of the application. */
function knownFormats({ version, customOptions }: EngineOptions): Readonly<Record<string, unknown>> {
  const builtIn = version === 6 ? formatsOf6(customOptions.format) : formatsOf8()
  const ours = version === 6 ? { ...openApiFormats6, ...linearFormats[6] } : linearFormats[8]
  const formats: Record<string, unknown> = { ...builtIn, ...ours }
  for (const [name, format] of Object.entries(Object(customOptions.formats))) {
    formats[name] = typeof format === 'string' ? new RegExp(format) : format
  }
  return formats
}

export function formatNames(options: EngineOptions): readonly string[] {
  return Object.keys(knownFormats(options))
}

/** The formats that native code checks. */
export function readFormats(options: EngineOptions): ReadonlyMap<string, Format> {
  const read = Object.entries(knownFormats(options)).flatMap(([name, definition]): [string, Format][] => {
    const format = readFormat(definition)
    return format === null ? [] : [[name, format]]
  })
  return new Map(read)
}

function readFormat(definition: unknown): Format | null {
  if (definition === true) return { type: 'string', isRight: null }
  if (definition instanceof RegExp) return { type: 'string', isRight: (text: string) => definition.test(text) }
  if (typeof definition === 'function') return { type: 'string', isRight: (text) => definition(text) }
  if (typeof definition !== 'object' || definition === null) return null
  const { type = 'string', validate, async } = definition as Record<string, unknown> // the values are checked below
  if (async === true || (type !== 'string' && type !== 'number')) return null
  if (validate === true) return { type, isRight: null }
  const inner = typeof validate === 'object' && !(validate instanceof RegExp) ? null : readFormat(validate)
  return inner && { ...inner, type }
}
