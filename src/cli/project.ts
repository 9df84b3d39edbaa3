import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { cliCodes } from '../errors/cli-codes.js'
import { readProperty } from '../support/values.js'
import { runToEnd } from './child-process.js'
import { findAbove, isFile, readManifestAbove } from './manifest.js'
import { writeOut } from './write-out.js'

/** A TypeScript project, as its tsconfig.json declares it. */
export interface Project {
  readonly config: string
  readonly compiler: string
  /** The files that the project compiles. */
  readonly sources: readonly string[]
  /** The folder that the compiler writes to. */
  readonly outDir: string
  /** Arguments of the compiler for a project without an output folder. */
  readonly extra: readonly string[]
  /** Possible roots of the sources. The output folder repeats the paths below one of them. */
  readonly roots: readonly string[]
}

/** A file to load, and the project that builds it; null if no project does. */
export interface Built {
  readonly file: string
  readonly project: Project | null
}

const endings: Readonly<Record<string, string>> = { '.ts': '.js', '.tsx': '.js', '.mts': '.mjs', '.cts': '.cjs' }

/**
 * The JavaScript of an entry. The project's own compiler compiles TypeScript, because only it writes the metadata of
 * decorators. The output goes to the output folder of the project, or into a cache if it has none. An entry in the
 * output folder of a project is compiled again, so that no command shows an old build. A signal ends the compiler.
 */
export async function buildEntry(entry: string, { build }: { build: boolean }, signal?: AbortSignal): Promise<Built> {
  const isSource = /\.[cm]?tsx?$/.test(entry)
  if (!isSource && !build) return { file: entry, project: null }
  const config = await findAbove(dirname(entry), 'tsconfig.json')
  if (config === null) {
    if (isSource) throw new cliCodes.ALC_ERR_CLI_NO_TSCONFIG(entry)
    return { file: entry, project: null }
  }
  const compiler = findCompiler(config)
  if (compiler === null) {
    if (isSource) throw new cliCodes.ALC_ERR_CLI_NO_COMPILER(entry)
    return { file: entry, project: null }
  }
  const project = await readProject(config, compiler, signal)
  if (!isSource && !entry.startsWith(project.outDir + sep)) return { file: entry, project: null }
  if (build) await compile(project, signal)
  return { file: isSource ? await outputOf(entry, project) : entry, project }
}

/** Compiles a project. @throws ALC_ERR_CLI_BUILD with the output of the compiler */
export async function compile({ config, compiler, extra, outDir }: Project, signal?: AbortSignal): Promise<void> {
  if (extra.length > 0) await prepareCache(dirname(config), outDir)
  const args = [compiler, '-p', config, '--pretty', 'false', ...extra]
  const { status, output } = await runToEnd(process.execPath, args, signal)
  if (status !== 0) throw new cliCodes.ALC_ERR_CLI_BUILD(config, output.trimEnd(), await hasReferences(config))
}

/** Whether a project refers to others, which `tsc -p` does not compile. Its compiler may not show that. */
async function hasReferences(config: string): Promise<boolean> {
  return /"references"\s*:/.test(await readFile(config, 'utf8'))
}

async function readProject(config: string, compiler: string, signal?: AbortSignal): Promise<Project> {
  const { status, output } = await runToEnd(process.execPath, [compiler, '-p', config, '--showConfig'], signal)
  if (status !== 0) throw new cliCodes.ALC_ERR_CLI_BUILD(config, output.trimEnd(), false)
  const shown: unknown = JSON.parse(output)
  const options = readProperty(shown, 'compilerOptions')
  const folder = dirname(config)
  const text = (name: string) => {
    const value = readProperty(options, name)
    return typeof value === 'string' ? resolve(folder, value) : null
  }
  const files = readProperty(shown, 'files')
  const sources = Array.isArray(files) ? files.map((file) => resolve(folder, String(file))) : []
  const rootDir = text('rootDir')
  const roots = rootDir === null ? [folder, commonFolder(sources)] : [rootDir]
  const outDir = text('outDir')
  const emits = readProperty(options, 'noEmit') !== true && readProperty(options, 'emitDeclarationOnly') !== true
  if (outDir !== null && emits) return { config, compiler, sources, outDir, extra: [], roots }

  const key = createHash('sha256').update(config).digest('hex').slice(0, 12)
  const cache = join(folder, 'node_modules', '.cache', 'alcove', key)
  const rooted = rootDir === null ? ['--rootDir', commonFolder(sources)] : []
  const extra = [
    '--outDir',
    cache,
    ...rooted,
    '--noEmit',
    'false',
    '--emitDeclarationOnly',
    'false',
    '--declaration',
    'false',
  ]
  const imports = readProperty(options, 'allowImportingTsExtensions') === true
  return {
    config,
    compiler,
    sources,
    outDir: cache,
    extra: [...extra, '--sourceMap', ...(imports ? ['--rewriteRelativeImportExtensions'] : [])],
    roots,
  }
}

/**
 * Node does not read the package.json of the project for files below node_modules. So the cache gets a copy of its
 * fields `type` and `imports`.
 */
async function prepareCache(folder: string, cache: string): Promise<void> {
  const manifest = await readManifestAbove(folder)
  const kept = Object.fromEntries(
    ['type', 'imports'].flatMap((name) => {
      const value = readProperty(manifest, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  await writeOut(join(cache, 'package.json'), JSON.stringify(kept))
}

async function outputOf(entry: string, { outDir, roots, config }: Project): Promise<string> {
  const ending = /\.[cm]?tsx?$/.exec(entry)?.[0] ?? ''
  const candidates = roots
    .map((root) => join(outDir, relative(root, entry)))
    .map((path) => path.slice(0, -ending.length) + (endings[ending] ?? '.js'))
  for (const file of candidates) if (await isFile(file)) return file
  throw new cliCodes.ALC_ERR_CLI_NOT_EMITTED(entry, config, candidates)
}

function findCompiler(config: string): string | null {
  try {
    return join(dirname(createRequire(config).resolve('typescript/package.json')), 'bin', 'tsc')
  } catch {
    return null // not installed
  }
}

function commonFolder(files: readonly string[]): string {
  const [first = '', ...rest] = files.map((file) => dirname(file).split(sep))
  const parts = [...first]
  for (const other of rest) while (parts.some((part, index) => other[index] !== part)) parts.pop()
  return parts.join(sep)
}
