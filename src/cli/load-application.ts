import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Inspection } from '../contracts/inspection.js'
import { cliCodes } from '../errors/cli-codes.js'
import type { CompiledApplication } from '../modules/compile-application.js'
import type { Answer, Problem, Question, Unseen, WarningMessage } from './answer.js'

/** An application as it was found: what it is, or what is wrong with it. */
export interface LoadedApplication {
  /** Null where there are problems. */
  readonly inspection: Inspection | null
  readonly problems: readonly Problem[]
  readonly unseen: readonly Unseen[]
  /** Where they were asked for: of what has no problems. */
  readonly warnings: readonly WarningMessage[]
  readonly written: CompiledApplication | null
  /** How many servers the entry created before this one. Null where the entry only exports its root module. */
  readonly made: number | null
}

/** A failure that another process has described. */
export class ReportedFailure {
  constructor(readonly problem: Problem) {}
}

/**
 * Loads and boots an application in a process of its own, and ends that. The output of the application goes to standard
 * error: standard output belongs to the command.
 *
 * @throws ReportedFailure where no application was found
 */
export async function loadApplication(question: Question, cwd: string): Promise<LoadedApplication> {
  const answer = await ask(question, cwd)
  if (answer.is === 'failed') throw new ReportedFailure(answer.problem)
  return answer
}

function ask(question: Question, cwd: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = fork(siblingOf(question.file, 'worker.js'), [JSON.stringify(question)], {
      cwd,
      execArgv: nodeFlags(question.envFiles),
      stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
    })
    const timer = setTimeout(() => process.stderr.write(`${waiting(question.file)}\n`), patience)
    let answer: Answer | null = null
    worker.once('message', (message) => {
      answer = message as Answer // the worker sends nothing else
    })
    worker.once('error', reject)
    worker.once('close', (status, signal) => {
      clearTimeout(timer)
      if (answer !== null) resolve(answer)
      else reject(new cliCodes.ALC_ERR_CLI_ENTRY_ENDED(question.file, signal ?? `status ${status}`))
    })
  })
}

/** How long an application may load and boot without a line about it, in milliseconds. */
const patience = 10_000

function waiting(file: string): string {
  const what = 'a top-level await, a plugin, a hook or an async provider'
  return `alcove: ${file} has not booted after ${patience / 1000} s. It waits for ${what}, or runs an endless loop. Press Ctrl+C to stop`
}

/** How node starts an application; it reads the files into the environment first, by its own rules. */
export function nodeFlags(envFiles: readonly string[]): string[] {
  return ['--enable-source-maps', ...envFiles.map((file) => `--env-file=${file}`)]
}

/** A program beside this one, in the alcove that the application itself uses: it alone can read its decorators. */
export function siblingOf(file: string, name: string): string {
  const own = join(dirname(fileURLToPath(import.meta.url)), name)
  try {
    const used = join(dirname(createRequire(file).resolve('alcove')), name)
    return existsSync(used) ? used : own
  } catch {
    return own // the application has none: then it has no decorators either
  }
}
