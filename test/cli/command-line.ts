import type { LoadedApplication } from '#dist/cli/answer.js'
import { loadApplication } from '#dist/cli/load-application.js'
import { run } from '#dist/cli/program.js'
import { inRepository } from '../support/repository.js'

/** The output of a command, and its exit code. */
export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** A terminal, if the command writes to one. */
export interface Screen {
  readonly columns?: number
  readonly rows?: number
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly load?: typeof loadApplication
  /** Answers the questions of the command. */
  readonly ask?: (question: string) => Promise<string | null>
}

const loaded = new Map<string, Promise<LoadedApplication>>()

/** Loads each application only once, because the fixtures do not change. */
const loadOnce: typeof loadApplication = (question, cwd) => {
  const key = JSON.stringify([question, cwd])
  const known = loaded.get(key) ?? loadApplication(question, cwd)
  loaded.set(key, known)
  return known
}

/** Runs a command line as `alcove` does. The output is plain text unless `columns` is given. */
export async function alcove(
  args: readonly string[],
  { columns, rows, env = {}, cwd = inRepository('test', 'cli'), load = loadApplication, ask }: Screen = {},
): Promise<Ran> {
  const written = { stdout: '', stderr: '' }
  const output = (name: 'stdout' | 'stderr') => ({
    ...(columns === undefined ? {} : { isTTY: true, columns, ...(rows !== undefined && { rows }) }),
    write: (text: string) => {
      written[name] += text
    },
  })
  const status = await run(args, {
    stdout: output('stdout'),
    stderr: output('stderr'),
    env,
    cwd,
    load,
    ask: ask ?? null,
  })
  return { status, ...written }
}

/** Runs a command for an application among the fixtures, which are compiled with the tests. */
export function alcoveOf(fixture: string, args: readonly string[], screen: Screen = {}): Promise<Ran> {
  const entry = inRepository('build', 'test', 'cli', 'fixtures', `${fixture}.js`)
  return alcove([...args, '--no-build', '--entry', entry], { load: loadOnce, ...screen })
}
