import { lazy } from '../../../support/lazy.js'
import type { NativeOptions } from '../../emit/native-options.js'
import { type EngineOptions, regExpOf } from '../engine-options.js'
import { readFormats } from '../formats.js'

/** Values of options that ask for the behaviour that native code has anyway. */
const agreeing: Readonly<Record<string, readonly unknown[]>> = {
  coerceTypes: [true, false, 'array'],
  useDefaults: [true, false, 'empty'],
  removeAdditional: [true, false],
  allErrors: [false],
  verbose: [false],
  messages: [true],
  nullable: [true],
  jsonPointers: [true],
  ownProperties: [false],
}

const anything: ReadonlySet<string> = new Set(['formats', 'keywords', 'logger', 'sourceCode'])
/** Options of the library's code that do not change its behaviour. */
const ofCode: ReadonlySet<string> = new Set(['source', 'formats', 'regExp'])

/** The options of native code that replaces ajv; `null`: options of the application need the library. */
export function readNativeOptions(options: EngineOptions): NativeOptions | null {
  const { version, dialect, engine, customOptions, plugins, onCreate } = options
  if (engine === 'ajv' || plugins.length > 0 || onCreate !== null) return null
  for (const [name, value] of Object.entries(customOptions)) {
    if (value !== undefined && !isAgreeing(name, value)) return null
  }
  const { coerceTypes = true, useDefaults = true } = customOptions
  return {
    version,
    dialect,
    flags: version === 6 ? '' : 'u',
    regExp: regExpOf(customOptions),
    coercion: coerceTypes === false ? 'none' : coerceTypes === true ? 'scalars' : 'scalars and arrays',
    defaults:
      useDefaults === false ? 'nowhere' : useDefaults === true ? 'for what is missing' : 'for what is missing or empty',
    formats: lazy(() => readFormats(options)),
    types: new Map(),
  }
}

function isAgreeing(name: string, value: unknown): boolean {
  if (name === 'code') return Object.keys(Object(value)).every((option) => ofCode.has(option))
  return anything.has(name) || agreeing[name]?.includes(value) === true
}
