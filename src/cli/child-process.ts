import { type ChildProcess, spawn } from 'node:child_process'

const hasGroups = process.platform !== 'win32'

/**
 * Options of `spawn` that put a process into a group of its own. Ctrl+C in a terminal then interrupts only the group of
 * the command. The command ends its child processes in order.
 */
export const ownGroup = { detached: hasGroups } as const

/**
 * Sends a signal to a process with `ownGroup` and to its child processes. For example, tsc runs its compiler in a child
 * process. On Windows only the process itself gets the signal.
 */
export function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid, exitCode, signalCode } = child
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  if (hasGroups) process.kill(-pid, signal)
  else child.kill(signal)
}

/**
 * Runs a program without a shell. Resolves to its output and its status, also for a status other than 0.
 *
 * @param signal ends the program and its child processes; the promise then rejects with the reason of the signal
 */
export async function runToEnd(
  program: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<{ status: number | null; output: string }> {
  signal?.throwIfAborted()
  // Without a signal the program stays in the process group that Ctrl+C interrupts.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(signal ? ownGroup : {}) })
  const end = () => endGroup(child, 'SIGTERM')
  signal?.addEventListener('abort', end)
  let output = ''
  const take = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal?.throwIfAborted()
    return { status, output }
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
