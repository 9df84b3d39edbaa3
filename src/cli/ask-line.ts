import { createInterface } from 'node:readline/promises'

/** Asks on the terminal. Ctrl+C and Ctrl+D give `null`. */
export async function askLine(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  try {
    return await Promise.race([lines.question(question), closed])
  } finally {
    lines.close()
  }
}
