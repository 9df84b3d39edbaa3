import { lazy } from '../../../support/lazy.js'
import { type KnownFormats, knownFormats } from '../../precompiled/written-scope.js'
import type { EngineOptions } from '../engine-options.js'
import { type Format, readFormats } from './formats.js'

/** What the rules of a schema depend on besides the schema: the version that they stand in for, and its options. */
export interface RuleOptions {
  version: 6 | 8
  coercion: 'none' | 'scalars' | 'scalars and arrays'
  /** Where defaults are filled in. */
  defaults: 'nowhere' | 'for what is missing' | 'for what is missing or empty'
  formats: () => ReadonlyMap<string, Format>
}

/** Options that say nothing else than that which the rules do anyway. */
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

const anything: ReadonlySet<string> = new Set(['formats', 'logger', 'sourceCode'])
/** Options of the code that the library writes, with which it does the same. */
const ofCode: ReadonlySet<string> = new Set(['source', 'formats'])

/** The options of rules in the place of a validator of the library's; `null`: it has options that they have not. */
export function readRuleOptions(
  options: EngineOptions,
  known: () => KnownFormats = lazy(() => knownFormats(options)),
): RuleOptions | null {
  const { version, dialect, customOptions, plugins, onCreate } = options
  if (dialect !== 'draft-07' || plugins.length > 0 || onCreate !== null) return null
  for (const [name, value] of Object.entries(customOptions)) {
    if (value !== undefined && !isAgreeing(name, value)) return null
  }
  const { coerceTypes = true, useDefaults = true } = customOptions
  return {
    version,
    coercion: coerceTypes === false ? 'none' : coerceTypes === true ? 'scalars' : 'scalars and arrays',
    defaults:
      useDefaults === false ? 'nowhere' : useDefaults === true ? 'for what is missing' : 'for what is missing or empty',
    formats: lazy(() => readFormats(known())),
  }
}

function isAgreeing(name: string, value: unknown): boolean {
  if (name === 'code') return Object.keys(Object(value)).every((option) => ofCode.has(option))
  return anything.has(name) || agreeing[name]?.includes(value) === true
}
