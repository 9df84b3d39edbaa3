import { basename, relative } from 'node:path'
import type { Inspection } from '../contracts/inspection.js'
import { injectionCodes } from '../errors/injection-codes.js'
import { pluginCodes } from '../errors/plugin-codes.js'
import { registrationCodes } from '../errors/registration-codes.js'
import { schemaCodes } from '../errors/schema-codes.js'
import type { CompiledApplication } from '../modules/compile-application.js'
import type { RouteWarning } from '../server/warnings/boot-warnings.js'
import { type Position, readPlace } from '../support/place.js'
import { type Findings, foundTogether, type Notes, type Warning } from '../support/report.js'
import { messageOf, readProperty } from '../support/values.js'

// Messages between the process that loads the application and the one that the user started.

/** The entry to load, and how. */
export interface Question {
  readonly file: string
  /** `--export`. */
  readonly exported: string | null
  /** The application's part of `process.argv`, after its own file. */
  readonly args: readonly string[]
  /** Whether the worker writes the schemas of the application ahead of time. */
  readonly writes: boolean
  /** Whether the answer contains warnings, such as a declaration without an effect. */
  readonly warns: boolean
  /** Files that node reads into the environment before the application starts. */
  readonly envFiles: readonly string[]
  /** The worker adds these overrides to the option `override` of the application. Null: none. */
  readonly overriding: Overriding | null
}

/** The file of `--override`. */
export interface Overriding {
  /** The path that the user has written. */
  readonly given: string
  /** The absolute path of the source. In a `Question` it is the path of the compiled JavaScript. */
  readonly file: string
}

/** A problem of an application, in the form that processes send to each other. */
export interface Problem {
  readonly code: string | null
  readonly message: string
  /** `file:line:column` in the application's files; null if the place is not known. */
  readonly at: string | null
  /** The page about the code; null for an error without a page. */
  readonly help: string | null
  /** Messages of its causes, outermost first. */
  readonly causes: readonly string[]
  /** The source of an error without a code of alcove, in words; null for coded errors. */
  readonly from: string | null
  /** An earlier failure that may have caused this problem; null if there is none. */
  readonly doubt: string | null
}

/** A warning about a declaration that boots, but has no effect or may surprise. */
export interface WarningMessage extends Omit<Warning, 'place'> {
  /** The declaration's place in the application's files; null if the place is not known. */
  readonly place: string | null
  /** The route of the declaration. Null if the warning is not about a route. */
  readonly route: string | null
  readonly part: string | null
  /** JSON pointer into the schema of the part. */
  readonly at: string | null
  readonly key: string | null
}

/** A part of the application that the boot could not check, because of a problem. */
export interface Unseen {
  readonly what: string
  readonly because: string
}

/** The result of loading an application: its inspection, or its problems. */
export interface LoadedApplication {
  /** Null if there are problems. */
  readonly inspection: Inspection | null
  readonly problems: readonly Problem[]
  readonly unseen: readonly Unseen[]
  /** Empty unless the question asks for warnings. Parts with problems have no warnings. */
  readonly warnings: readonly WarningMessage[]
  /** The result of `compile`; null for other commands. */
  readonly written: CompiledApplication | null
  /**
   * The number of servers that the entry created before the application's server. Null if that server was created after
   * the entry had loaded.
   */
  readonly made: number | null
}

export type Answer =
  | (LoadedApplication & { readonly is: 'inspected' })
  /** The worker found no application. The command line reports the problem as its own. */
  | { readonly is: 'failed'; readonly problem: Problem }

/** An error in the form that processes send to each other. */
export function toProblem(error: unknown, { from, doubt }: Notes = {}): Problem {
  const code = readProperty(error, 'code')
  const isCoded = typeof code === 'string' && /^(?:ALC|FST)_ERR_/.test(code)
  return {
    code: typeof code === 'string' ? code : null,
    message: messageOf(error),
    at: pathIn(error, 'declaredAt') ?? placeOf(error),
    help: pathIn(error, 'help'),
    causes: causesOf(error),
    from: isCoded ? null : (from ?? null),
    doubt: mayFollow(error) ? (doubt ?? null) : null,
  }
}

/** A warning in the form that processes send to each other. */
export function toWarningMessage(warning: Warning | RouteWarning): WarningMessage {
  const { subject, message, place } = warning
  const { route, part, at, key } = 'route' in warning ? warning : { route: null, part: null, at: null, key: null }
  return { subject, message, place: place === null ? null : shownPosition(readPlace(place)), route, part, at, key }
}

/** A path in a property of the error, relative to the current folder. */
function pathIn(error: unknown, property: 'declaredAt' | 'help'): string | null {
  const path = readProperty(error, property)
  return typeof path === 'string' ? relative(process.cwd(), path) : null
}

/** The position of the first line of a stack in the application's own files. */
function placeOf(error: unknown): string | null {
  const stack = readProperty(error, 'stack')
  if (typeof stack !== 'string') return null
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
  return shownPosition(readPlace({ stack: ['', ...frames].join('\n') }))
}

/** A position as text, with a path relative to the current folder. */
function shownPosition(position: Position | null): string | null {
  return position === null ? null : `${relative(process.cwd(), position.file)}:${position.line}:${position.column}`
}

function causesOf(error: unknown): string[] {
  const causes: string[] = []
  const seen = new Set([error]) // an error can be its own cause
  for (let cause = readProperty(error, 'cause'); !seen.has(cause); cause = readProperty(cause, 'cause')) {
    if (cause === undefined || cause === null) break
    seen.add(cause)
    causes.push(messageOf(cause))
  }
  return causes
}

/** The problems and warnings that the boot of an application reports. */
export class Collected implements Findings {
  readonly #problems = new Map<unknown, Problem>()
  readonly left: Unseen[] = []
  readonly warnings: Warning[] = []

  readonly report = (given: unknown, notes: Notes = {}): void => {
    for (const problem of foundTogether(given)) this.#problems.set(problem, toProblem(problem, notes))
  }

  readonly withdraw = (problem: unknown): void => {
    this.#problems.delete(problem)
  }

  readonly unseen = (what: string, because: string): void => {
    this.left.push({ what, because })
  }

  readonly warn = (warning: Warning): void => {
    this.warnings.push(warning)
  }

  /** Reports that the entry has thrown after it created an application. */
  addEntry(file: string, error: unknown): void {
    this.report(error)
    this.unseen(`the rest of ${basename(file)}`, 'it failed before')
  }

  /** The problems without repetitions. A boot may report one problem several times. */
  get problems(): Problem[] {
    return [...new Map([...this.#problems.values()].map((problem) => [problem.message, problem])).values()]
  }
}

/** Errors about a missing value or registration. */
const lacks = () => [
  TypeError, // properties of undefined
  pluginCodes.FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED,
  pluginCodes.FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE,
  registrationCodes.FST_ERR_DEC_MISSING_DEPENDENCY,
  schemaCodes.ALC_ERR_SCHEMA_REF,
  injectionCodes.ALC_ERR_PROVIDER_INVISIBLE,
  injectionCodes.ALC_ERR_VALUE_INVISIBLE,
  injectionCodes.ALC_ERR_NAME_INVISIBLE,
]

/** Whether an error may only be a result of an earlier failure. */
function mayFollow(error: unknown): boolean {
  if (error instanceof injectionCodes.ALC_ERR_PROVIDER_FAILED) return mayFollow(error.cause)
  return lacks().some((Lack) => error instanceof Lack)
}
