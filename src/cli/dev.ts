import type { Inspection } from '../contracts/inspection.js'
import { type Change, compareInspections } from '../inspect/compare-inspections.js'
import { messageOf } from '../support/values.js'
import { visible } from '../support/visible.js'
import { type Problem, toProblem } from './answer.js'
import { findEntry, findEnvFiles } from './find-entry.js'
import { type Paper, table } from './paper.js'
import { type Built, buildEntry } from './project.js'
import { RunningApplication } from './running-application.js'
import { showProblems } from './show-problems.js'
import { SourceWatch } from './source-watch.js'
import { drawToFit } from './survey.js'
import { type ExitCode, exitCodes, type Loading } from './terminal.js'

const marks = { added: '+', removed: '-', changed: '~' } as const

/** Milliseconds without another change before a build starts. Editors write several files at once. */
const patience = 100

/**
 * Builds and runs the application, and repeats both on each change, until the first signal. A signal also ends a
 * running build.
 */
export async function dev(loading: Loading): Promise<ExitCode> {
  const interruption = new AbortController()
  const interrupted = new Promise<void>((resolve) => {
    interruption.signal.addEventListener('abort', () => resolve())
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
  const { cwd } = loading.terminal.surroundings
  const envFiles = await findEnvFiles(cwd, loading.options)
  const entry = await findEntry(cwd, loading.options.entry)
  const session = new DevSession(loading, { entry, envFiles }, interruption.signal)
  await session.begin()
  await interrupted
  await session.end()
  return exitCodes.done
}

/** An event, as `--json` prints it. */
type DevEvent =
  | { readonly event: 'built' }
  | { readonly event: 'failed'; readonly problems: readonly Problem[] }
  | { readonly event: 'started'; readonly inspection: Inspection }
  | { readonly event: 'changed'; readonly changes: readonly Change[] }
  | { readonly event: 'ended'; readonly status: string }
  | { readonly event: 'unwatched'; readonly folder: string; readonly reason: string }

interface DevFiles {
  readonly entry: string
  readonly envFiles: readonly string[]
}

class DevSession {
  readonly #watch: SourceWatch
  #running: RunningApplication | null = null
  #last: Inspection | null = null
  #timer: NodeJS.Timeout | null = null
  /** Turns run one after the other. A change during a turn starts the next one when the turn has ended. */
  #turns = Promise.resolve()

  /** @param interruption its abort ends a running build; after it, no turn starts a build or an application */
  constructor(
    private readonly loading: Loading,
    private readonly files: DevFiles,
    private readonly interruption: AbortSignal,
  ) {
    this.#watch = new SourceWatch(
      () => this.#changed(),
      files.envFiles,
      (folder, error) => this.#reportUnwatched(folder, messageOf(error)),
    )
  }

  begin(): Promise<void> {
    this.#turns = this.#turn()
    return this.#turns
  }

  async end(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#turns
    this.#watch.close() // after the last turn, because a turn adds watchers
    await this.#running?.stop()
  }

  #changed(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#turns = this.#turns.then(() => this.#turn())
    }, patience)
  }

  async #turn(): Promise<void> {
    if (this.interruption.aborted) return
    const built = await this.#build()
    if (built === null || this.interruption.aborted) return
    await this.#running?.stop()
    const { args, terminal } = this.loading
    this.#running = new RunningApplication(built.file, args, {
      cwd: terminal.surroundings.cwd,
      envFiles: this.files.envFiles,
      // The application writes to standard output. With `--json`, a program reads the events there instead.
      stdout: terminal.isJson ? 'stderr' : 'stdout',
      inspected: (inspection) => this.#reportStart(inspection),
      ended: (status) => this.#report({ event: 'ended', status }, `ended with ${status}: waiting for a change`),
    })
  }

  /** Null if the build fails. The running application then continues. */
  async #build(): Promise<Built | null> {
    const { options, terminal } = this.loading
    try {
      const built = await buildEntry(this.files.entry, options, this.interruption)
      await this.#watch.follow(this.files.entry, built.project)
      this.#report({ event: 'built' }, 'built')
      return built
    } catch (error) {
      if (this.interruption.aborted) return null
      await this.#watch.follow(this.files.entry, null)
      const problem = toProblem(error)
      this.#report(
        { event: 'failed', problems: [problem] },
        'the build failed: waiting for a change',
        showProblems(terminal.errorPaper, [problem]),
      )
      return null
    }
  }

  #reportStart(inspection: Inspection): void {
    const { errorPaper } = this.loading.terminal
    const before = this.#last
    this.#last = inspection
    if (before === null) {
      this.#report({ event: 'started', inspection }, 'started', drawToFit(errorPaper, inspection))
      return
    }
    const changes = compareInspections(before, inspection)
    this.#report({ event: 'changed', changes }, 'started again', showChanges(errorPaper, changes))
  }

  /** The system limits the number of watched folders, for all programs of a user together. */
  #reportUnwatched(folder: string, reason: string): void {
    const fix = 'End other programs that watch files, or raise that limit (Linux: fs.inotify.max_user_watches)'
    this.#report({ event: 'unwatched', folder, reason }, `changes in ${folder} do not build: ${reason}. ${fix}`)
  }

  /** Writes one line of JSON with `--json`, or else a title with a body below it. */
  #report(event: DevEvent, title: string, body = ''): void {
    const { terminal } = this.loading
    const { isJson, surroundings, errorPaper } = terminal
    if (isJson) surroundings.stdout.write(`${JSON.stringify(event)}\n`)
    else terminal.note(`${errorPaper.dim('alcove:')} ${title}${body === '' ? '' : `\n${body.trimEnd()}`}`)
  }
}

/** The changes of an application since its last inspection. */
function showChanges(paper: Paper, changes: readonly Change[]): string {
  if (changes.length === 0) return `${paper.dim('the tree is the same')}\n`
  const colours = {
    added: (text: string) => paper.good(text),
    removed: (text: string) => paper.bad(text),
    changed: (text: string) => paper.odd(text),
  }
  const rows = visible(changes).map(({ change, what, id, of }) => {
    return [colours[change](`${marks[change]} ${what}`), `${id}${of.length === 0 ? '' : `: ${of.join(', ')}`}`]
  })
  return `${table(paper, rows).join('\n')}\n`
}
