import { readFileSync } from 'node:fs'
import { findSourceMap, SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where in an application's files something was declared: the way there, read only when there is an error to tell. */
export interface Place {
  readonly stack?: string
}

/** A line of a file of the application, as the author wrote it where a source map tells. */
export interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The line itself, without its indentation; null where the file cannot be read. */
  readonly code: string | null
}

/** Decorators on parameters and methods are called by functions of compilers and of reflect-metadata. */
const frames = 14
/** Of the package, as files and as URLs, compiled and as source maps show them. */
const ownFiles = ['dist/', 'src/'].flatMap((folder) => {
  const url = new URL(`../../${folder}`, import.meta.url)
  return [url.href, fileURLToPath(url)]
})
const decorating = /^\s*at (?:async )?(?:__decorate|_ts_decorate|__decorateClass)\b/

/** Remembers from where it is called. About one microsecond; the text is made when it is read. */
export function capturePlace(): Place {
  const place: Place = {}
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = frames
  Error.captureStackTrace(place, capturePlace)
  Error.stackTraceLimit = stackTraceLimit
  return place
}

/** The position of the first caller that is no file of ours, or null where there is none. */
export function readPlace({ stack }: Place): Position | null {
  if (typeof stack !== 'string') return null // an application may format stacks in its own way
  const lines = stack.split('\n').slice(1)
  const start = lines.findLastIndex((line) => decorating.test(line)) + 1
  const line = lines.slice(start).find((each) => !isInside(each))
  const found = line === undefined ? null : /\(?([^\s()]+):(\d+):(\d+)\)?$/.exec(line)
  if (found === null) return null
  const [, file = '', row, column] = found
  return toSource({ file: toPath(file), line: Number(row), column: Number(column) })
}

/** A line of a stack that says nothing to who wrote the application. */
export function isInside(line: string): boolean {
  return (
    ownFiles.some((folder) => line.includes(folder)) ||
    /\bnode:|node_modules\/(?:reflect-metadata|tsyringe|avvio|tslib)\/|\(<anonymous>\)/.test(line)
  )
}

function toPath(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file
}

/** Node has done it already where it was started with `--enable-source-maps`. */
function toSource(position: Omit<Position, 'code'>): Position {
  const entry = readMap(position.file)?.findEntry(position.line - 1, position.column - 1)
  const isMapped = entry !== undefined && 'originalSource' in entry
  const source = isMapped
    ? {
        file: resolve(entry.originalSource, position.file),
        line: entry.originalLine + 1,
        column: entry.originalColumn + 1,
      }
    : position
  return { ...source, code: readLine(source.file, source.line) }
}

function readMap(file: string): SourceMap | undefined {
  try {
    const known = findSourceMap(file)
    if (known !== undefined) return undefined
    const text = readFileSync(file, 'utf8')
    const url = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(text)?.[1]
    if (url === undefined) return undefined
    const inline = /^data:application\/json[^,]*;base64,(.*)$/.exec(url)?.[1]
    const payload =
      inline === undefined ? readFileSync(resolve(url, file), 'utf8') : Buffer.from(inline, 'base64').toString()
    return new SourceMap(JSON.parse(payload))
  } catch {
    return undefined // without a map, or with a broken one, the compiled line is the best there is
  }
}

function resolve(url: string, file: string): string {
  return toPath(new URL(url, `file://${file}`).href)
}

function readLine(file: string, line: number): string | null {
  try {
    return readFileSync(file, 'utf8').split('\n')[line - 1]?.trim() ?? null
  } catch {
    return null // the sources are not where the map says
  }
}
