import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { inRepository } from '../support/repository.js'

type Child = ChildProcessByStdio<null, Readable, Readable>

/** How a sample ended. */
export interface SampleEnd {
  readonly status: number | null
  readonly signal: string | null
}

/** A sample that runs as a program of its own, as a user starts it. */
export class RunningSample {
  readonly #child: Child
  readonly #ended: Promise<SampleEnd>
  #output = ''
  #errors = ''

  private constructor(child: Child) {
    this.#child = child
    this.#ended = once(child, 'close').then(([status, signal]) => ({ status, signal }))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text
    })
  }

  /** Starts `samples/<name>/main.ts` as built, on a free port, and waits for the last line that it prints. */
  static async start(
    name: string,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<RunningSample> {
    const sample = RunningSample.launch(name, args, env)
    await sample.#waitForLastLine()
    return sample
  }

  static launch(name: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): RunningSample {
    const program = inRepository('build', 'samples', name, 'main.js')
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return new RunningSample(child)
  }

  get output(): string {
    return this.#output
  }

  /** The address that it printed. */
  get address(): string {
    return /^Listening at (\S+)$/m.exec(this.#output)?.[1] ?? ''
  }

  get errors(): string {
    return this.#errors
  }

  get ended(): Promise<SampleEnd> {
    return this.#ended
  }

  /** Asks it to end, and waits until it has. */
  stop(): Promise<SampleEnd> {
    this.#child.kill('SIGTERM')
    return this.#ended
  }

  /** Ends it whatever it does; for a test that failed. */
  kill(): void {
    this.#child.kill('SIGKILL')
  }

  async #waitForLastLine(): Promise<void> {
    const ended = this.#ended.then(() => 'ended')
    while (!this.#output.includes('Ctrl-C ends it.\n')) {
      const event = await Promise.race([once(this.#child.stdout, 'data'), ended])
      if (event === 'ended') throw new Error(`the sample ended before it listened:\n${this.#output}\n${this.#errors}`)
    }
  }
}
