import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/** A server in a process group of its own, so that its child processes end with it. */
export function startServer(
  cwd: string,
  program: string,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): ChildProcess {
  const env = { ...process.env, NODE_OPTIONS: undefined, PORT: '0', ...more }
  const options: SpawnOptions = { cwd, env, detached: true }
  return spawn(program, args, options)
}

/** The address in the log of a server, once it listens. */
export function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (more: string) => {
      text += more
      const address = /listening at (http:\/\/[^\s"]+)/.exec(text)?.[1]
      if (address !== undefined) resolve(address)
    }
    server.stdout?.setEncoding('utf8').on('data', read)
    server.stderr?.setEncoding('utf8').on('data', read)
    server.once('close', () => reject(new Error(`it ended:\n${text}`)))
  })
}

/** Uses a server that listens. It and all that it started end. */
export async function whileItRuns(server: ChildProcess, use: (address: string) => Promise<void>): Promise<void> {
  try {
    await use(await addressOf(server))
  } finally {
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid, 'SIGKILL')
  }
}
