import type { ErrorRule } from './runtime.js'

/** What the code of a unit makes: it is called by what the code of other units says. */
export type UnitFunction = (...given: never[]) => unknown

/** A function of native code; `null` until it is made. */
export interface Runnable {
  run: UnitFunction | null
}

/** Code that is written from a schema and makes one function. Units call each other, in circles as well. */
export interface CodeUnit extends Runnable {
  /** The body of a function that gives it; empty while it is written. */
  code: string
  called: CodeUnit[]
  /** What its errors report, by number. */
  rules: readonly ErrorRule[]
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

/** The expression for the function of a unit, in the code of one that calls those in a list. */
export function callTo(unit: CodeUnit, called: CodeUnit[]): string {
  const known = called.indexOf(unit)
  return `called[${known === -1 ? called.push(unit) - 1 : known}].run`
}
