/** Takes a problem. What makes one either ends there, or goes on to find the next. */
export type Report = (problem: unknown) => void

/** The first problem is the end. */
export const failFast: Report = (problem) => {
  throw problem
}

/** Runs `run`; what it throws is a problem to report. Gives undefined for it, where the report lets go on. */
export function attempt<T>(report: Report, run: () => T): T | undefined {
  try {
    return run()
  } catch (problem) {
    report(problem)
    return undefined
  }
}
