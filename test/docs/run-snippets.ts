import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'

export interface Dialogue {
  /** A line of curl. */
  readonly request: string
  /** The body of the answer, or its status and body: `…` is anything, `$NAME` what lines below it call so. */
  readonly promised: string
}

export interface SnippetRun {
  /** The compiled file. */
  readonly file: string
  /** Requests to send while the program listens. */
  readonly dialogue: readonly Dialogue[]
}

export interface SnippetEnd {
  readonly output: string
  /** The error that ended the program; `null` when it came to its end. */
  readonly thrown: { readonly code: string | null; readonly text: string } | null
  /** `status body` for each request. */
  readonly answers: readonly string[]
}

/** The body of an answer, `status body`. */
export function bodyOf(answer: string): string {
  return answer.replace(/^\d+ ?/, '')
}

/** Begins the line that ends the output of a program; the rest of that line describes the end. */
export const endOfSnippet = '@@end-of-snippet '

/** Runs programs one after the other in a process of their own, and returns how each has ended. */
export async function runSnippets(name: string, runs: readonly SnippetRun[]): Promise<readonly SnippetEnd[]> {
  const folder = inRepository('build', 'snippets', `${name}-files`)
  const list = join(folder, 'list.json')
  await mkdir(dirname(list), { recursive: true })
  await writeFile(list, JSON.stringify(runs))
  const program = inRepository('build', 'test', 'docs', 'snippet-process.js')
  // Programs write files; these folders are only for them.
  const temporary = await mkdtemp(join(tmpdir(), 'alcove-snippets-'))
  const env = { NODE_ENV: undefined, TMPDIR: temporary }
  const result = await runCommand(process.execPath, [program, list], { cwd: folder, env })
  await rm(temporary, { recursive: true, force: true })
  const pieces = result.stdout.split(new RegExp(`\\n${endOfSnippet}(.*)\\n`))
  const ends = runs.map((_, index): SnippetEnd | null => {
    const [output, end] = pieces.slice(2 * index, 2 * index + 2)
    return end === undefined ? null : { output: output ?? '', ...JSON.parse(end) }
  })
  const last = ends.indexOf(null)
  if (last >= 0)
    throw new Error(
      `the process ended with ${result.status} in ${runs[last]?.file}\n${result.stderr}\n${pieces.at(-1)}`,
    )
  return ends.filter((end) => end !== null)
}
