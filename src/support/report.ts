import type { Place } from './place.js'

/** Receives a problem. It throws to end the caller, or it returns so that the caller finds further problems. */
export type Report = (problem: unknown, notes?: Notes) => void

/** Facts about a problem that are not in its message. */
export interface Notes {
  /** The source of the problem, in words. */
  readonly from?: string
  /** An earlier failure that may be the cause of the problem; null if there is none. */
  readonly doubt?: string | null
}

/** Throws the first problem. */
export const failFast: Report = (problem) => {
  throw problem
}

/** A declaration that boots, but has no effect or may surprise. For tools such as `alcove check`. */
export interface Warning {
  /** `POST /users, body`. */
  readonly subject: string
  readonly message: string
  /** The place of its declaration; null if it is not known. */
  readonly place: Place | null
}

/** Receives warnings. */
export type Warn = (warning: Warning) => void

/** The receiver of the problems of a boot. */
export interface Findings {
  readonly report: Report
  /** Takes back a reported problem, because the application has handled it. */
  readonly withdraw: (problem: unknown) => void
  /** Reports that a check was not possible, because of a reported problem. */
  readonly unseen: (what: string, because: string) => void
  /** Receives warnings. If it is null, the boot does not search for any. */
  readonly warn: Warn | null
}

/** Findings without a tool that collects them. There is never a second problem. */
export const firstOnly: Findings = { report: failFast, withdraw: () => {}, unseen: () => {}, warn: null }

/** Runs `run` and reports its error as a problem. Returns undefined after an error, if the report does not throw. */
export function attempt<T>(report: Report, run: () => T): T | undefined {
  try {
    return run()
  } catch (problem) {
    report(problem)
    return undefined
  }
}

/** The problems that were found together with a thrown problem. */
const others = new WeakMap<object, readonly unknown[]>()

/** Throws the first of the problems that were found together, and stores the others with it. */
export function throwTogether(problems: readonly unknown[]): void {
  const [first, ...more] = problems.flatMap(foundTogether)
  if (first === undefined) return
  if (more.length > 0 && typeof first === 'object' && first !== null) others.set(first, more)
  throw first
}

/** Runs `run` for each item, and throws all errors together. */
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

/** A problem, and the problems that were found together with it. */
export function foundTogether(problem: unknown): unknown[] {
  const more = typeof problem === 'object' && problem !== null ? others.get(problem) : undefined
  return [problem, ...(more ?? [])]
}
