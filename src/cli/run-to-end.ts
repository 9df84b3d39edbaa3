import { spawn } from 'node:child_process'
import { endGroup, ownGroup } from './process-group.js'

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
