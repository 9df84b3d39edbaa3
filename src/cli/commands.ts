import { dirname, join, relative, resolve } from 'node:path'
import type { Inspection } from '../contracts/inspection.js'
import { cliCodes } from '../errors/cli-codes.js'
import { writeClient } from '../inspect/client-file.js'
import { explainName } from '../inspect/explain-name.js'
import { explainRoute } from '../inspect/explain-route.js'
import { findRoute } from '../inspect/find.js'
import { createOpenApiDocument, missingSecuritySchemes } from '../inspect/openapi-document.js'
import { plural } from '../support/plural.js'
import { visible, visibleJson } from '../support/visible.js'
import type { LoadedApplication, Overriding } from './answer.js'
import { findEntry, findEnvFiles } from './find-entry.js'
import { isFile, isReadAsCommonJs, readManifest } from './manifest.js'
import type { Paper } from './paper.js'
import { buildEntry } from './project.js'
import { showNameExplanation, showRouteExplanation } from './show-explanation.js'
import { showProblems, showUnseen, showUnwritten, showWarnings } from './show-problems.js'
import { type ExitCode, exitCodes, type Loading } from './terminal.js'
import { findUnlistedClasses } from './unlisted-classes.js'
import { checkOut, type LoadedFiles, writeOut } from './write-out.js'

// The commands that load an application, one function each. Long ones have a file of their own.

export function explain(
  { method, path, name }: { method: string; path: string; name?: string },
  loading: Loading,
): Promise<ExitCode> {
  return show(loading, (inspection) => {
    const route = findRoute(inspection, method, path)
    if (name === undefined) {
      const explanation = explainRoute(inspection, route)
      return { data: explanation, text: (paper) => showRouteExplanation(paper, visible(explanation)) }
    }
    const explanation = explainName(inspection, route, name)
    return { data: explanation, text: (paper) => showNameExplanation(paper, visible(explanation)) }
  })
}

/** Writes the document, to a file or to standard output: there as JSON with and without `--json`. */
export function openapi({ out }: { out?: string }, loading: Loading): Promise<ExitCode> {
  return writeFrom(out, loading, (document) => {
    for (const name of missingSecuritySchemes(document)) loading.terminal.note(missingScheme(name))
    return { data: document, text: visibleJson(`${JSON.stringify(document, null, 2)}\n`) }
  })
}

/** Writes a typed client of the routes, to a file or to standard output. */
export function client({ out }: { out?: string }, loading: Loading): Promise<ExitCode> {
  return writeFrom(out, loading, (document) => {
    const code = writeClient(document)
    return { data: { code }, text: code }
  })
}

/** Writes a text that is made of the OpenAPI document, to the file `out` or to standard output. */
async function writeFrom(
  out: string | undefined,
  loading: Loading,
  make: (document: ReturnType<typeof createOpenApiDocument>) => { data: object; text: string },
): Promise<ExitCode> {
  const { terminal } = loading
  const { cwd } = terminal.surroundings
  const manifest = await readManifest(cwd)
  const { inspection, problems, file: program, entry } = await load(loading)
  if (inspection === null) return terminal.fail(problems)
  const { data, text } = make(createOpenApiDocument(inspection, manifest))
  if (out === undefined) {
    terminal.write(data, () => text)
    return exitCodes.done
  }
  const file = resolve(cwd, out)
  checkOut(file, { file: program, entry }, cwd)
  await writeOut(file, text)
  terminal.write({ file }, (paper) => `${paper.good('written')}: ${relative(cwd, file)}\n`)
  return exitCodes.done
}

export async function check(loading: Loading): Promise<ExitCode> {
  const { terminal } = loading
  const { inspection, problems, unseen, sources, ...found } = await load(loading, { warns: true })
  const { cwd } = terminal.surroundings
  const unlisted = inspection === null ? [] : await findUnlistedClasses(sources, inspection, cwd)
  const warnings = [...found.warnings, ...unlisted]
  const contexts = inspection?.contexts.length ?? 0
  const routes = inspection?.routes.filter(({ implicit }) => !implicit).length ?? 0
  const isSound = inspection !== null
  terminal.write({ isSound, problems, unseen, warnings, contexts, routes }, (paper) => {
    if (isSound) {
      const counts = `${plural(contexts, 'context')}, ${plural(routes, 'route')}`
      return `${showWarnings(paper, warnings)}${paper.good('no problems')}: ${counts}\n`
    }
    const text = `${showProblems(paper, problems)}\n${showUnseen(paper, unseen)}${showWarnings(paper, warnings)}`
    return `${text}${paper.bad(plural(problems.length, 'problem'))}\n`
  })
  return isSound ? exitCodes.done : exitCodes.problems
}

/** Writes the compiled schemas into a file: `--out`, or `alcove.compiled.js` beside the loaded file. */
export async function compile({ out }: { out?: string }, loading: Loading): Promise<ExitCode> {
  const { terminal } = loading
  // With another ending, code and types would have one path, and the types would overwrite the code.
  if (out !== undefined && !/\.[cm]?js$/.test(out)) throw new cliCodes.ALC_ERR_CLI_OUT(out)
  const { written, problems, file, entry } = await load(loading, { writes: true })
  if (written === null) return terminal.fail(problems)
  const { code, types, validators, serializers, unwritten } = written
  const target = resolve(terminal.surroundings.cwd, out ?? join(dirname(file), 'alcove.compiled.js'))
  checkOut(target, { file, entry }, terminal.surroundings.cwd)
  const [text, declared] = (await isReadAsCommonJs(target)) ? asCommonJs(code, types) : [code, types]
  await writeOut(target, text)
  await writeOut(target.replace(/\.([cm]?)js$/, '.d.$1ts'), declared)
  terminal.write({ file: target, validators, serializers, unwritten }, (paper) => {
    const done = `${plural(validators, 'validator')}, ${plural(serializers, 'serializer')}`
    return `${showUnwritten(unwritten)}${paper.good('written')}: ${relative(terminal.surroundings.cwd, target)}, ${done}\n`
  })
  return exitCodes.done
}

/** The texts of an ES module and its declarations, with their default export as that of a CommonJS module. */
function asCommonJs(code: string, types: string): [code: string, types: string] {
  return [code.replace('export default', 'module.exports ='), types.replace('export default', 'export =')]
}

function missingScheme(name: string): string {
  return `warning: operations use the security scheme "${name}", which the document does not declare. Declare it in package.json under alcove.openapi.securitySchemes, or by use(OpenApi, { securitySchemes })`
}

interface Shown {
  readonly data: unknown
  readonly text: (paper: Paper) => string
}

/** Writes the result of `make` for the inspected application, or the problems of the application. */
export async function show(loading: Loading, make: (inspection: Inspection) => Shown): Promise<ExitCode> {
  const { inspection, problems } = await load(loading)
  if (inspection === null) return loading.terminal.fail(problems)
  const { data, text } = make(inspection)
  loading.terminal.write(data, text)
  return exitCodes.done
}

/** Builds the entry. Loads and boots the application in a child process. */
export async function load(
  loading: Loading,
  { writes = false, warns = false }: { writes?: boolean; warns?: boolean } = {},
): Promise<LoadedApplication & LoadedFiles & { readonly sources: readonly string[] }> {
  const { options, terminal, args } = loading
  const { cwd, load: loadFrom } = terminal.surroundings
  const envFiles = await findEnvFiles(cwd, options)
  const override = await findOverride(loading)
  const entry = await findEntry(cwd, options.entry)
  const { file, project } = await buildEntry(entry, options)
  const overriding = override && {
    given: override.given,
    file: (await buildEntry(override.file, { build: false })).file,
  }
  const question = { file, exported: options.export ?? null, args, writes, warns, envFiles, overriding }
  return { ...(await loadFrom(question, cwd)), file, entry, sources: project?.sources ?? [] }
}

/** The file of `--override`. The build of the entry compiles this file too. */
async function findOverride({ options, terminal }: Loading): Promise<Overriding | null> {
  const given = options.override
  if (given === undefined) return null
  const file = resolve(terminal.surroundings.cwd, given)
  if (!(await isFile(file))) throw new cliCodes.ALC_ERR_CLI_OVERRIDE(given, 'The file does not exist')
  return { given, file }
}
