import { spawn } from 'node:child_process'

/** Runs a program without a shell and gives all that it wrote; its status is a result, not an error. */
export function runToEnd(program: string, args: readonly string[]): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = (text: string) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, output }))
  })
}
