import { basename } from 'node:path'
import { type Findings, foundTogether, type Notes, type Warning } from '../support/report.js'
import { type Problem, toProblem, type Unseen } from './answer.js'

/** The problems and warnings that the boot of an application reports. */
export class Collected implements Findings {
  readonly #problems = new Map<unknown, Problem>()
  readonly left: Unseen[] = []
  readonly warnings: Warning[] = []

  readonly report = (given: unknown, notes: Notes = {}): void => {
    for (const problem of foundTogether(given)) this.#problems.set(problem, toProblem(problem, notes))
  }

  readonly withdraw = (problem: unknown): void => {
    this.#problems.delete(problem)
  }

  readonly unseen = (what: string, because: string): void => {
    this.left.push({ what, because })
  }

  readonly warn = (warning: Warning): void => {
    this.warnings.push(warning)
  }

  /** Reports that the entry has thrown after it created an application. */
  addEntry(file: string, error: unknown): void {
    this.report(error)
    this.unseen(`the rest of ${basename(file)}`, 'it failed before')
  }

  /** The problems without repetitions. A boot may report one problem several times. */
  get problems(): Problem[] {
    return [...new Map([...this.#problems.values()].map((problem) => [problem.message, problem])).values()]
  }
}
