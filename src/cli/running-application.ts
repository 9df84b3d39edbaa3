import { type ChildProcess, spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import type { Inspection } from '../contracts/inspection.js'
import { endGroup, ownGroup } from './child-process.js'
import { nodeFlags, siblingOf } from './load-application.js'

/** How long an application may take to close, in milliseconds. */
const patience = 5_000

export interface RunningOptions {
  readonly cwd: string
  /** Files that node reads into the environment before the application starts. */
  readonly envFiles: readonly string[]
  /** The stream that gets the standard output of the application. */
  readonly stdout: 'stdout' | 'stderr'
  /** Called when the application has booted and is asked to listen. */
  readonly inspected: (inspection: Inspection) => void
  /** Called when the application ends without a call of `stop`. */
  readonly ended: (status: string) => void
}

/** An application in a child process, which runs as in production. The process sends its inspection when it listens. */
export class RunningApplication {
  readonly #process: ChildProcess
  readonly #closed: Promise<void>
  #isStopping = false

  constructor(file: string, args: readonly string[], { cwd, envFiles, stdout, inspected, ended }: RunningOptions) {
    const reporter = pathToFileURL(siblingOf(file, 'reporter.js')).href
    const flags = [...nodeFlags(envFiles), '--import', reporter]
    this.#process = spawn(process.execPath, [...flags, file, ...args], {
      ...ownGroup,
      cwd,
      stdio: ['inherit', process[stdout], process.stderr, 'ipc'],
    })
    this.#process.on('message', (inspection) => inspected(inspection as Inspection)) // the reporter sends nothing else
    this.#closed = new Promise((resolve) => {
      this.#process.once('error', () => resolve())
      this.#process.once('close', (status, signal) => {
        resolve()
        if (!this.#isStopping) ended(signal ?? `status ${status}`)
      })
    })
  }

  /** Sends SIGTERM to the application. Sends SIGKILL if it has not ended in time. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#process.kill('SIGTERM')
    const timer = setTimeout(() => endGroup(this.#process, 'SIGKILL'), patience)
    await this.#closed
    clearTimeout(timer)
  }
}
