import { spawn } from 'node:child_process'

export interface CommandResult {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  readonly cwd: string
  /** Variables to add to the environment. `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Runs a program to its end, without a shell; a status other than 0 is a result, not an error. */
export function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const out = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      out.stderr += text
    })
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, ...out }))
  })
}

/** As {@link runCommand}, but a status other than 0 is an error with the output of the program. */
export async function runOrThrow(
  program: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const result = await runCommand(program, args, options)
  if (result.status === 0) return result
  throw new Error(`${program} ${args.join(' ')} ended with ${result.status}\n${result.stdout}\n${result.stderr}`)
}
