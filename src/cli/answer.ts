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
  /** Whether its schemas are to be written ahead of time. */
  readonly writes: boolean
  /** Whether its schemas are to be searched for what boots and may surprise clients. */
  readonly warns: boolean
  /** Files that node reads into the environment first. */
  readonly envFiles: readonly string[]
  /** Added to the option `override` of the application, if not null. */
  readonly overriding: Overriding | null
}

/** The file of `--override`. */
export interface Overriding {
  /** As the user has written it. */
  readonly given: string
  /** Its path; where it is loaded, that of its JavaScript. */
  readonly file: string
}

/** Something that is wrong with an application. */
export interface Problem {
  readonly code: string | null
  readonly message: string
  /** The error's place in the application's files; null where none is known. */
  readonly at: string | null
  /** The page about the code, where there is one. */
  readonly help: string | null
  /** Messages of its causes, outermost first. */
  readonly causes: readonly string[]
  /** The place that threw, for an error without a code of alcove. */
  readonly from: string | null
  /** An earlier failure that it may only follow from. */
  readonly doubt: string | null
}

/** Something that boots, and has no effect or may surprise. */
export interface WarningMessage extends Omit<Warning, 'place'> {
  /** Its place in the application's files; null where none is known. */
  readonly place: string | null
  /** Null where it is about none. */
  readonly route: string | null
  readonly part: string | null
  /** JSON pointer into the schema of the part. */
  readonly at: string | null
  readonly key: string | null
}

/** Something that could not be looked at. */
export interface Unseen {
  readonly what: string
  readonly because: string
}

export type Answer =
  | {
      readonly is: 'inspected'
      readonly inspection: Inspection | null
      readonly problems: readonly Problem[]
      readonly unseen: readonly Unseen[]
      readonly warnings: readonly WarningMessage[]
      /** The result of `compile`; null for other commands. */
      readonly written: CompiledApplication | null
      /** How many servers the entry created before this one. Null where the entry only exports its root module. */
      readonly made: number | null
    }
  /** No application was found; the error is of the command line. */
  | { readonly is: 'failed'; readonly problem: Problem }

/** An error as it goes from process to process. */
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

/** A warning as it goes from process to process. */
export function toWarningMessage(warning: Warning | RouteWarning): WarningMessage {
  const { subject, message, place } = warning
  const { route, part, at, key } = 'route' in warning ? warning : { route: null, part: null, at: null, key: null }
  return { subject, message, place: place === null ? null : shownPosition(readPlace(place)), route, part, at, key }
}

/** A path that the error carries, as seen from here. */
function pathIn(error: unknown, property: 'declaredAt' | 'help'): string | null {
  const path = readProperty(error, property)
  return typeof path === 'string' ? relative(process.cwd(), path) : null
}

/** The first line of a stack that is the application's own. */
function placeOf(error: unknown): string | null {
  const stack = readProperty(error, 'stack')
  if (typeof stack !== 'string') return null
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
  return shownPosition(readPlace({ stack: ['', ...frames].join('\n') }))
}

/** A position as seen from here. */
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
