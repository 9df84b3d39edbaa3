import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { BootstrapOptions } from 'alcove'
import { inRepository } from '../support/repository.js'

export interface Exit {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
}

/** The program of service.ts, or another of this folder, as a process that tests send real signals to. */
export class RunningService {
  output = ''
  errors = ''
  port = 0
  readonly exit: Promise<Exit>
  readonly #child: ChildProcess

  private constructor(options: BootstrapOptions, { DESCRIPTORS = '', PROGRAM = 'service', ...env }: NodeJS.ProcessEnv) {
    const start = DESCRIPTORS === '' ? 'exec "$0" "$1"' : `ulimit -n ${DESCRIPTORS} && exec "$0" "$1"`
    const program = inRepository('build', 'test', 'reliability', `${PROGRAM}.js`)
    this.#child = spawn('sh', ['-c', start, process.execPath, program], {
      env: { ...process.env, ...env, OPTIONS: JSON.stringify(options) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text
    })
    this.exit = once(this.#child, 'close').then(([status, signal]) => ({ status, signal }))
  }

  /** `DESCRIPTORS` in the environment is the number of files and sockets that it may have open. */
  static async start(options: BootstrapOptions = {}, env: NodeJS.ProcessEnv = {}): Promise<RunningService> {
    const service = RunningService.launch(options, env)
    await service.until(/127\.0\.0\.1:\d+\n/)
    service.port = Number(/127\.0\.0\.1:(\d+)/.exec(service.output)?.[1])
    return service
  }

  /** Starts a service, and does not wait until it listens. */
  static launch(options: BootstrapOptions = {}, env: NodeJS.ProcessEnv = {}): RunningService {
    return new RunningService(options, env)
  }

  /** The lines of its standard output, without the line of its address. */
  get lines(): readonly string[] {
    return this.output.split('\n').filter((line) => line !== '' && !line.startsWith('http://'))
  }

  /** Waits until its output or error output matches. */
  async until(expected: RegExp): Promise<void> {
    const { stdout, stderr } = this.#child
    while (!expected.test(this.output + this.errors)) {
      const more = [stdout, stderr].map((stream) => stream && once(stream, 'data'))
      const ended = this.exit.then(() => 'ended')
      if ((await Promise.race([...more, ended])) === 'ended' && !expected.test(this.output + this.errors)) {
        throw new Error(`it ended before it said ${expected}:\n${this.output}${this.errors}`)
      }
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** Ends a service that a failed test has left running. */
  kill(): void {
    if (this.#child.exitCode === null) this.#child.kill('SIGKILL')
  }
}
