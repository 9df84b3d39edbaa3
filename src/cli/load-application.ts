import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cliCodes } from '../errors/cli-codes.js'
import type { Answer, LoadedApplication, Problem, Question } from './answer.js'

/** A failure that the worker process has reported. */
export class ReportedFailure {
  constructor(readonly problem: Problem) {}
}

/**
 * Loads and boots an application in a child process, and ends that process. The output of the application goes to
 * standard error, because standard output has the result of the command.
 *
 * @throws ReportedFailure if the worker found no application
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
    const timer = setTimeout(() => process.stderr.write(`${waiting(question)}\n`), patience)
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

/** Milliseconds after which the command reports that an application still loads, boots or is examined. */
const patience = 10_000

function waiting({ file, warns }: Question): string {
  const waits = 'It waits for a top-level await, a plugin, a hook or an async provider, or runs an endless loop'
  const examined = warns ? '. Or alcove examines the patterns of its schemas, up to 2 s for each' : ''
  return `alcove: ${file} is not ready after ${patience / 1000} s. ${waits}${examined}. Press Ctrl+C to stop`
}

/**
 * The flags of node for an application. Node itself reads the files into the environment before it runs the
 * application.
 */
export function nodeFlags(envFiles: readonly string[]): string[] {
  return ['--enable-source-maps', ...envFiles.map((file) => `--env-file=${file}`)]
}

/**
 * The path of a program beside this file, in the copy of alcove that the application uses. Only that copy can read the
 * decorators of the application.
 */
export function siblingOf(file: string, name: string): string {
  const own = join(dirname(fileURLToPath(import.meta.url)), name)
  try {
    const used = join(dirname(createRequire(file).resolve('alcove')), name)
    return existsSync(used) ? used : own
  } catch {
    return own // without alcove, the application has no decorators either
  }
}
