import type { Place } from './place.js'

/** Takes a problem. What makes one either ends there, or goes on to find the next. */
export type Report = (problem: unknown, notes?: Notes) => void

/** What a problem does not say itself. */
export interface Notes {
  /** What has thrown it, as a person would name it. */
  readonly from?: string
  /** An earlier failure that the problem may only follow from; null where there is none. */
  readonly doubt?: string | null
}

/** The first problem is the end. */
export const failFast: Report = (problem) => {
  throw problem
}

/** Something that boots, and has no effect or may surprise: for those who look, such as `alcove check`. */
export interface Warning {
  /** `POST /users, body`. */
  readonly subject: string
  readonly message: string
  /** Where it is declared; null where that is not known. */
  readonly place: Place | null
}

/** Where the boot says what is wrong. */
export interface Findings {
  readonly report: Report
  /** A problem that was reported turns out to be none: the application has dealt with it. */
  readonly withdraw: (problem: unknown) => void
  /** Something could not be looked at, because of a problem that was reported. */
  readonly unseen: (what: string, because: string) => void
  /** Takes warnings; null: nobody asks for them, so nothing is searched for them. */
  readonly warn: ((warning: Warning) => void) | null
}

/** Nobody collects: there is never a second problem. */
export const firstOnly: Findings = { report: failFast, withdraw: () => {}, unseen: () => {}, warn: null }

/** Runs `run`; what it throws is a problem to report. Gives undefined for it, where the report lets go on. */
export function attempt<T>(report: Report, run: () => T): T | undefined {
  try {
    return run()
  } catch (problem) {
    report(problem)
    return undefined
  }
}

/** Problems that were found together with one that was thrown, by that one. */
const others = new WeakMap<object, readonly unknown[]>()

/** Throws the first of the problems that were found in one go, and keeps the others with it. */
export function throwTogether(problems: readonly unknown[]): void {
  const [first, ...more] = problems.flatMap(foundTogether)
  if (first === undefined) return
  if (more.length > 0 && typeof first === 'object' && first !== null) others.set(first, more)
  throw first
}

/** Does something with each of several, and throws together what was thrown. */
export function attemptEach<T>(items: Iterable<T>, run: (item: T) => void): void {
  const problems: unknown[] = []
  for (const item of items) {
    attempt(
      (problem) => problems.push(problem),
      () => run(item),
    )
  }
  throwTogether(problems)
}

/** A problem, and those that were found together with it. */
export function foundTogether(problem: unknown): unknown[] {
  const more = typeof problem === 'object' && problem !== null ? others.get(problem) : undefined
  return [problem, ...(more ?? [])]
}
