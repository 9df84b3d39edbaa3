import { createInterface } from 'node:readline/promises'
import { visibleJson } from '../support/visible.js'
import type { Problem } from './answer.js'
import type { loadApplication } from './load-application.js'
import { createPaper, type Output, type Paper } from './paper.js'
import type { Ask } from './project-choices.js'
import { showProblems } from './show-problems.js'

/** The streams, environment and folder of a command. */
export interface Surroundings {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Loads an application. Tests replace this function. */
  readonly load: typeof loadApplication
  /** Asks a question on the terminal. Null if the input or output is not a terminal. */
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

  /** Writes the result of a command: `data` with `--json`, or else the text of `show`. */
  write(data: unknown, show: (paper: Paper) => string): void {
    const text = this.isJson ? visibleJson(`${JSON.stringify(data, null, 2)}\n`) : show(this.paper)
    this.surroundings.stdout.write(text)
  }

  /** Writes problems: as the result with `--json`, or else to standard error. Returns the exit code for them. */
  fail(problems: readonly Problem[]): ExitCode {
    if (this.isJson) this.write({ problems }, () => '')
    else this.surroundings.stderr.write(showProblems(this.errorPaper, problems))
    return exitCodes.problems
  }

  /** Writes a line to standard error that is not a part of the result. */
  note(text: string): void {
    this.surroundings.stderr.write(`${text}\n`)
  }
}

/** Asks a question on the terminal. Resolves to null after Ctrl+C or Ctrl+D. */
export async function askLine(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  try {
    return await Promise.race([lines.question(question), closed])
  } finally {
    lines.close()
  }
}

/** Options of all commands that load an application. */
export interface LoadingOptions {
  readonly entry?: string
  readonly export?: string
  readonly build: boolean
  /** Files that node reads into the environment. A later file overrides an earlier one. */
  readonly envFile?: readonly string[]
  /** A file whose default export replaces providers, modules and controllers. */
  readonly override?: string
}

/** Arguments of all commands that load an application, besides their own. */
export interface Loading {
  readonly options: LoadingOptions
  readonly terminal: Terminal
  /** The arguments of the application, which follow `--`. */
  readonly args: readonly string[]
}
