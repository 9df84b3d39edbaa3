import { fork } from 'node:child_process'
import { siblingOf } from './load-application.js'

/** The message to the process that compiles the library. */
export interface WarmUp {
  readonly code: string
  /** The key of each of alcove's bundles in the library, by the name of its file. */
  readonly entries: Readonly<Record<string, string>>
}

/** Milliseconds that the process may take. */
const longest = 60_000

/** The answer of the process: compiled code, or the reason why there is none. */
export type Warmed = { readonly cache: Uint8Array } | { readonly failure: string }

/**
 * Compiles the functions of the library that a start and a request run. A child process runs small servers for this. It
 * runs no code of the application.
 */
export function compileCode(entry: string, warmUp: WarmUp): Promise<Warmed> {
  return new Promise((resolve) => {
    const worker = fork(siblingOf(entry, 'warm-up.js'), {
      serialization: 'advanced',
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      timeout: longest,
      killSignal: 'SIGKILL', // it may be in an endless loop
    })
    let errors = ''
    let warmed: Warmed | null = null
    worker.stderr?.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    worker.once('message', (message) => {
      warmed = message as Warmed // the worker sends nothing else
    })
    worker.once('error', (error) => resolve({ failure: String(error) }))
    worker.once('close', (status, signal) => {
      const end = `The process that compiles alcove ended with ${signal ?? `status ${status}`}.`
      resolve(warmed ?? { failure: errors.trim() || end })
    })
    worker.send(warmUp)
  })
}
