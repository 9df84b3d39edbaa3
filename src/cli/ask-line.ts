import { createInterface } from 'node:readline/promises'

/** Asks a question on the terminal. Resolves to null after Ctrl+C or Ctrl+D. */
export async function askLine(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  try {
    return await Promise.race([lines.question(question), closed])
  } finally {
    lines.close()
  }
}
