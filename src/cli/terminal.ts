import type { loadApplication } from './load-application.js'
import { createPaper, type Output, type Paper } from './paper.js'
import type { Ask } from './project-choices.js'

/** Where a command runs. */
export interface Surroundings {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** How an application is loaded. */
  readonly load: typeof loadApplication
  /** Asks who sits there; `null` where nobody does. */
  readonly ask: Ask | null
}

/** The exit codes of a command, documented in docs/reference/command-line.md. */
export const exitCodes = { done: 0, problems: 1, misused: 2 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The output of a command, as JSON or as text for people. */
export class Terminal {
  readonly paper: Paper
  readonly errorPaper: Paper

  constructor(
    readonly surroundings: Surroundings,
    readonly isJson: boolean,
  ) {
    const { stdout, stderr, env } = surroundings
    this.paper = createPaper(stdout, env)
    this.errorPaper = createPaper(stderr, env)
  }

  /** The result of a command: `data` with `--json`, else what `show` makes of it. */
  write(data: unknown, show: (paper: Paper) => string): void {
    const text = this.isJson ? `${JSON.stringify(data, null, 2)}\n` : show(this.paper)
    this.surroundings.stdout.write(text)
  }

  /** Writes a failure: with `--json` it is the result. */
  fail(data: unknown, show: (paper: Paper) => string): void {
    if (this.isJson) this.write(data, show)
    else this.surroundings.stderr.write(show(this.errorPaper))
  }

  /** A line for people that is not a part of the result. */
  note(text: string): void {
    this.surroundings.stderr.write(`${text}\n`)
  }
}
