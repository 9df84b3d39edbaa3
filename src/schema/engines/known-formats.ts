import { createRequire } from 'node:module'
import type { EngineOptions } from './engine-options.js'
import { linearFormats, openApiFormats6 } from './linear-formats.js'

const requireOwn = createRequire(import.meta.url)

export type KnownFormats = Readonly<Record<string, unknown>>

/** The formats that both versions begin with, before any plugin, and those of the application. */
export function knownFormats({ version, customOptions }: EngineOptions): KnownFormats {
  const builtIn: unknown =
    version === 6
      ? requireOwn('ajv6/lib/compile/formats')(customOptions.format)
      : requireOwn('ajv-formats/dist/formats').fullFormats
  const ours = version === 6 ? { ...openApiFormats6, ...linearFormats[6] } : linearFormats[8]
  const formats: Record<string, unknown> = { ...Object(builtIn), ...ours }
  for (const [name, format] of Object.entries(Object(customOptions.formats))) {
    formats[name] = typeof format === 'string' ? new RegExp(format) : format
  }
  return formats
}
