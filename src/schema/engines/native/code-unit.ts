import type { Mode } from '../../emit/check.js'
import type { NativeOptions } from '../../emit/native-options.js'
import type { ErrorRule } from '../../emit/runtime.js'
import type { PlainObject } from '../../model/plain-data.js'

/** What native code calls and is: a function, made when all code of a server is. */
export interface Runnable {
  run: ((value: unknown, parent: object, key: string | number) => boolean) | null
}

/** The code of one schema, or of the removal of undeclared properties. Units call each other, in circles as well. */
export interface CodeUnit extends Runnable {
  /** The body of a function that makes the function; empty while it is written. */
  code: string
  /** What its errors report, by number. */
  rules: readonly ErrorRule[]
  called: readonly CodeUnit[]
  /** Whether its code has been added to what is compiled. */
  isAdded: boolean
}

export function newUnit(): CodeUnit {
  return { code: '', rules: [], called: [], isAdded: false, run: null }
}

/** A unit and all that it calls, directly or not. */
export function unitsBelow(unit: CodeUnit): readonly CodeUnit[] {
  const found = new Set([unit])
  for (const each of found) for (const called of each.called) found.add(called)
  return [...found]
}

/** What the code of a schema needs to know about other schemas. */
export interface Surroundings {
  readonly options: NativeOptions
  /** What a `$ref` points to, and whether ajv writes it in place of the `$ref`. @throws Unsupported */
  resolve(from: PlainObject): { target: unknown; isInlined: boolean }
  /** A `$ref` as the application wrote it, which errors report. */
  refById(from: PlainObject): string
  /** The unit of what a `$ref` points to. */
  unitOf(from: PlainObject, mode: Mode): CodeUnit
  /** The unit that removes undeclared properties from a value of a schema; `null`: nothing is to be removed. */
  removalOf(schema: PlainObject): CodeUnit | null
}
