import { createRequire } from 'node:module'
import type { WrittenModule } from '../../contracts/precompiled.js'
import { schemaCodes } from '../../errors/schema-codes.js'
import { equality8 } from '../engines/ajv-equality.js'
import type { EngineOptions } from '../engines/engine-options.js'
import { linearFormats, openApiFormats6 } from '../engines/linear-formats.js'
import { createNativeCheck } from '../model/native-branches.js'

const requireOwn = createRequire(import.meta.url)

/** What written code may ask for: libraries of ours, wherever the artefact itself lies. */
const allowed = /^(?:ajv\/dist\/runtime\/\w+|ajv-formats\/dist\/(?:formats|limit))$/

function requireAllowed(name: string): unknown {
  if (allowed.test(name)) return requireOwn(name)
  throw new schemaCodes.ALC_ERR_PRECOMPILED_STALE(`it asks for ${name}`)
}

const natively = createNativeCheck('must')

/** Runs what was written as the body of a module, and gives what it exports. */
export function runModule(run: WrittenModule, formats: Readonly<Record<string, unknown>>): unknown {
  const module: { exports: unknown } = { exports: {} }
  run({ require: requireAllowed, module, formats, natively, equality: equality8 })
  return module.exports
}

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
