import type { SourceMap } from 'node:module'
import { fileURLToPath, nodeModule, pathToFileURL, readFileSync } from '../packages/node.cjs'
import { lazy } from './lazy.js'
import { ownPackage } from './own-package.js'

/** The place of a declaration in an application's files, as a stack. The stack is read only for an error. */
export interface Place {
  readonly stack?: string
}

/** A line of a file of the application. With a source map it is the line that the author wrote. */
export interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The line itself, without its indentation; null if the file cannot be read. */
  readonly code: string | null
}

/** Frames of a stack. A frame takes 64 bytes as long as the place exists. */
const frames = 14
/** The frames above a decorator of a method or parameter: up to seven of alcove, reflect-metadata and the compiler. */
export const framesOfMember = 9
/** The frames above a decorator of a class: up to four of others. */
export const framesOfClass = 6
/** The files of the package, as paths and as URLs, compiled and as in source maps. */
const ownFiles = lazy((): readonly string[] => {
  const own = ownPackage()
  if (own === null) return []
  return ['dist/', 'src/'].map((folder) => new URL(folder, own)).flatMap((url) => [url.href, fileURLToPath(url)])
})
/** `at name (file:line:column)`, or without a name. Names of folders may contain spaces and brackets. */
const frame = /^\s*at (?:async )?(?:[^(]*? \((.+):(\d+):(\d+)\)|(.+):(\d+):(\d+))$/
const decorating = /^\s*at (?:async )?(?:__decorate|_ts_decorate|__decorateClass)\b/

/**
 * Remembers the place of its caller. The text of the stack is made when it is read, because making it takes time.
 *
 * @param above the stack begins with the caller of this function
 */
export function capturePlace(limit: number = frames, above: (...args: never[]) => unknown = capturePlace): Place {
  const place: Place = {}
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = limit
  Error.captureStackTrace(place, above)
  Error.stackTraceLimit = stackTraceLimit
  return place
}

/**
 * The position of the first caller outside this package. It is null if there is none, and inside a bundle, which is one
 * file.
 */
export function readPlace({ stack }: Place): Position | null {
  if (ownPackage() === null) return null
  if (typeof stack !== 'string') return null // an application may format stacks itself
  const lines = stack.split('\n').slice(1)
  const start = lines.findLastIndex((line) => decorating.test(line)) + 1
  const line = lines.slice(start).find((each) => !isInside(each))
  const found = line === undefined ? null : frame.exec(line)
  if (found === null) return null
  const [file = '', row, column] = found.slice(1).filter((part) => part !== undefined)
  return withCode(toSource({ file: toPath(file), line: Number(row), column: Number(column) }))
}

/** `file:line:column`; null if the place is not known. */
export function spotOf(place: Place | null): string | null {
  const position = place === null ? null : readPlace(place)
  return position === null ? null : `${position.file}:${position.line}:${position.column}`
}

/** Whether a line of a stack does not help the author of the application. */
export function isInside(line: string): boolean {
  return (
    ownFiles().some((folder) => line.includes(folder)) ||
    /\b(?:bun|node):|node_modules\/(?:reflect-metadata|tsyringe|avvio|tslib)\/|\(<anonymous>\)/.test(line)
  )
}

function toPath(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file
}

type Spot = Omit<Position, 'code'>

/** The line of the source. Without a source map, or with a broken one, it is the compiled line. */
function toSource(spot: Spot): Spot {
  try {
    const entry = readMap(spot.file)?.findEntry(spot.line - 1, spot.column - 1)
    if (entry === undefined || !('originalSource' in entry)) return spot
    const { originalSource, originalLine, originalColumn } = entry
    return { file: resolve(originalSource, spot.file), line: originalLine + 1, column: originalColumn + 1 }
  } catch {
    return spot
  }
}

/** Undefined if node maps lines itself, because it was started with `--enable-source-maps`. */
function readMap(file: string): SourceMap | undefined {
  if (nodeModule().findSourceMap(file) !== undefined) return undefined
  const url = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(file, 'utf8'))?.[1]
  if (url === undefined) return undefined
  const inline = /^data:application\/json[^,]*;base64,(.*)$/.exec(url)?.[1]
  const text =
    inline === undefined ? readFileSync(resolve(url, file), 'utf8') : Buffer.from(inline, 'base64').toString()
  return new (nodeModule().SourceMap)(JSON.parse(text))
}

function resolve(url: string, file: string): string {
  return toPath(new URL(url, pathToFileURL(file)).href)
}

function withCode(spot: Spot): Position {
  return { ...spot, code: readLine(spot.file, spot.line) }
}

function readLine(file: string, line: number): string | null {
  try {
    return readFileSync(file, 'utf8').split('\n')[line - 1]?.trim() ?? null
  } catch {
    return null // the map names sources that do not exist
  }
}
