import { dirname, relative, resolve } from 'node:path'
import { cliCodes } from '../errors/cli-codes.js'
import { plural } from '../support/plural.js'
import { bundle } from './bundle.js'
import { load } from './commands.js'
import { showUnwritten } from './show-problems.js'
import { type ExitCode, exitCodes, type Loading } from './terminal.js'
import { checkOut } from './write-out.js'

export interface BuildOptions {
  readonly out?: string
  readonly minify?: boolean
  readonly external?: readonly string[]
  readonly bundle?: readonly string[]
  readonly codeCache?: boolean
}

/** Writes the application, alcove and its compiled schemas into one file. */
export async function build(options: BuildOptions, loading: Loading): Promise<ExitCode> {
  const { out, minify = false, external = [], bundle: included = [], codeCache = true } = options
  const { terminal } = loading
  const { cwd } = terminal.surroundings
  const name = out ?? 'dist/server.mjs'
  if (!/\.[cm]?js$/.test(name)) throw new cliCodes.ALC_ERR_CLI_OUT(name)
  const { written, made, problems, file, entry } = await load(loading, { writes: true })
  if (written === null) return terminal.fail(problems)
  if (made === null) throw new cliCodes.ALC_ERR_CLI_NOTHING_STARTS(relative(cwd, file))
  const outfile = resolve(cwd, name)
  checkOut(outfile, { file, entry }, cwd)
  const modules = { 'alcove:prelude': preludeFor(made), 'alcove:schemas': written.code }
  const bundled = await bundle({ entry: file, outfile, modules, minify, external, included, codeCache })
  const { bytes, remarks, outside, moved, copies, uncached } = bundled
  const { validators, serializers, unwritten } = written
  terminal.write(
    { file: outfile, bytes, validators, serializers, unwritten, remarks, outside, moved, copies, uncached },
    (paper) => {
      const size = `${(bytes / 1_000_000).toFixed(2)} MB, ${plural(validators + serializers, 'compiled function')}`
      const warning = uncached === null ? '' : `The file has no compiled code, so it starts later. ${uncached}\n`
      return `${remarks.join('')}${showUnwritten(unwritten)}${showOutside(outside)}${showMoved(moved, outfile, cwd)}${showCopies(copies, external)}${warning}${paper.good('written')}: ${relative(cwd, outfile)}, ${size}\n`
    },
  )
  return exitCodes.done
}

function showOutside(packages: readonly string[]): string {
  const reason = 'its code reads files beside it. Keep it in node_modules where the file runs'
  const lines = packages.map((name) => {
    return `not in the file: ${name}: ${reason}. Or add --bundle ${name}, if the application uses none of these files\n`
  })
  return lines.join('')
}

function showMoved(files: readonly string[], outfile: string, cwd: string): string {
  const place = relative(cwd, dirname(outfile)) || '.'
  const lines = files.map((file) => {
    return `another place: ${relative(cwd, file)} makes paths from its own place, which is ${place} in the file. Copy the files that it reads there, or make their paths from process.cwd()\n`
  })
  return lines.join('')
}

function showCopies(packages: readonly string[], external: readonly string[]): string {
  const reason = 'it imports alcove, so it loads another copy, which does not know the classes of this file'
  return packages
    .map((name) => {
      const way = external.includes(name) ? `Remove --external ${name}` : `Add --bundle ${name}`
      return `a second alcove: ${name}: ${reason}. ${way}\n`
    })
    .join('')
}

/**
 * Code that passes the compiled schemas to the application when its server is created.
 *
 * @param made the number of servers that the entry creates before that of the application
 */
function preludeFor(made: number): string {
  return `import { subscribe } from 'node:diagnostics_channel'
import precompiled from 'alcove:schemas'

let created = 0
subscribe('alcove.created', (message) => {
  if (created++ === ${made}) message.precompiled = precompiled
})
`
}
