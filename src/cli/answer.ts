import { relative } from 'node:path'
import type { Inspection } from '../contracts/inspection.js'
import { mayFollow } from '../errors/may-follow.js'
import type { CompiledApplication } from '../modules/compile-application.js'
import type { RouteWarning } from '../server/warnings/boot-warnings.js'
import { type Position, readPlace } from '../support/place.js'
import type { Notes, Warning } from '../support/report.js'
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
