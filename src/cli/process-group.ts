import type { ChildProcess } from 'node:child_process'

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
