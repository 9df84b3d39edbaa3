import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ask, BootFigures, ProcessFigures, Reply } from './servers/messages.js'

const program = fileURLToPath(new URL('./servers/process.js', import.meta.url))

function nextReply(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const onExit = (status: number | null): void => reject(new Error(`a server process ended with ${status}`))
    child.once('exit', onExit)
    child.once('message', (reply: Reply) => {
      child.off('exit', onExit)
      resolve(reply)
    })
  })
}

/** One server in a process of its own, and how to ask it for figures. */
export class ServerProcess {
  private constructor(
    readonly kind: string,
    readonly child: ChildProcess,
    readonly port: number,
    readonly boot: BootFigures,
  ) {}

  /** `node` is the program that runs it, `flags` are its own. */
  static async start(
    kind: string,
    workload: string,
    node: string,
    flags: readonly string[] = [],
  ): Promise<ServerProcess> {
    const child = fork(program, [kind, workload], {
      execPath: node,
      execArgv: ['--expose-gc', ...flags],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const reply = await nextReply(child)
    if (reply.kind !== 'listening') throw new Error(`a server process said ${reply.kind} before it listened`)
    return new ServerProcess(kind, child, reply.port, reply.boot)
  }

  async figures(): Promise<ProcessFigures> {
    const reply = await this.#ask('figures')
    if (reply.kind !== 'figures') throw new Error(`a server process said ${reply.kind} when asked for figures`)
    return reply.figures
  }

  /** Full collections while the server has nothing to do. */
  async collect(): Promise<void> {
    await this.#ask('collect')
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return
    const gone = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.send('stop' satisfies Ask)
    await gone
  }

  #ask(ask: Ask): Promise<Reply> {
    const reply = nextReply(this.child)
    this.child.send(ask)
    return reply
  }
}
