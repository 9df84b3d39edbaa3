import { readFile, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve, sep } from 'node:path'
import type { Bundled } from './bundler.js'
import { siblingOf } from './load-application.js'

/** The path of a code file in a package. The groups are the folder and the name of the package. */
const codeOfPackage = /^(?<folder>.*\bnode_modules\/(?<name>(?:@[^/]+\/)?[^/]+))\/.*\.[cm]?jsx?$/
const comments = /\/\*[\s\S]*?\*\/|(?<!\S)\/\/.*/g
/** CommonJS code that reads the place of its file. */
const commonJsPlace = /(?<![.\w$'"])__(?:dirname|filename)\b(?!['"]|\s*:)/
const asksForPlace = /\btypeof\s+__(?:dirname|filename)\b/
/** ES module code that makes a path from the place of its file. */
const modulePlace =
  /\bimport\.meta\.(?:dirname|filename)\b|\bnew URL\([^()]*,\s*import\.meta\.url\s*\)|\bfileURLToPath\(\s*import\.meta\.url\s*\)/

interface Part {
  readonly folder: string
  readonly name: string
}

/** The code of a bundle that makes paths from the place of its file. */
interface FilesBeside {
  /** The names of packages. For a package that the entry cannot import, those of the packages that import it. */
  readonly packages: readonly string[]
  /** Files of the application that are not in the folder of the bundle. */
  readonly moved: readonly string[]
}

/**
 * Finds the code that reads files beside it. In the bundle it is at another place, and would not find these files.
 *
 * @param included the names of packages that stay in the bundle nevertheless
 */
export async function findFilesBeside(
  { metafile }: Bundled,
  { entry, outfile, included }: { entry: string; outfile: string; included: readonly string[] },
): Promise<FilesBeside> {
  const { inputs, outputs } = metafile
  const isOfAlcove = await reachedByAlcove(inputs, entry)
  const names = new Set<string>()
  const moved = new Set<string>()
  const used = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  for (const [path, { bytesInOutput }] of used) {
    if (bytesInOutput === 0 || isOfAlcove.has(path)) continue
    const part = packageOf(path)
    if (part === null && dirname(resolve(path)) === dirname(outfile)) continue
    if (!readsBeside(await readFile(path, 'utf8').catch(() => ''))) continue
    if (part === null) moved.add(resolve(path))
    else await add(part, new Set())
  }
  return { packages: [...names].sort(), moved: [...moved].sort() }

  async function add(part: Part, seen: Set<string>): Promise<void> {
    if (seen.has(part.folder) || included.includes(part.name)) return
    seen.add(part.folder)
    if (await isImportable(part, entry)) {
      names.add(part.name)
      return
    }
    const isOfPart = (path: string) => packageOf(path)?.folder === part.folder
    const importers = Object.entries(inputs).filter(([, { imports }]) => imports.some(({ path }) => isOfPart(path)))
    for (const importer of importers.flatMap(([path]) => packageOf(path) ?? [])) await add(importer, seen)
  }
}

/** The package of a file; null for a file of the application. */
export function packageOf(path: string): Part | null {
  const { folder, name } = codeOfPackage.exec(path)?.groups ?? {}
  return folder === undefined || name === undefined ? null : { folder, name }
}

function readsBeside(text: string): boolean {
  const code = text.replace(comments, '')
  return modulePlace.test(code) || (commonJsPlace.test(code) && !asksForPlace.test(code))
}

/** Whether an import in the entry finds this copy of a package. */
async function isImportable({ folder, name }: Part, entry: string): Promise<boolean> {
  const wanted = await realpath(folder).catch(() => folder)
  for (const above of createRequire(entry).resolve.paths(name) ?? []) {
    const found = await realpath(join(above, name)).catch(() => null)
    if (found !== null) return found === wanted
  }
  return false
}

/** The paths of alcove's own files and of the files that they import. They stay in the bundle. */
async function reachedByAlcove(inputs: Bundled['metafile']['inputs'], entry: string): Promise<ReadonlySet<string>> {
  const folder = (await realpath(dirname(siblingOf(entry, 'index.js')))) + sep
  const reached = new Set(Object.keys(inputs).filter((path) => resolve(path).startsWith(folder)))
  for (const path of reached) for (const { path: imported } of inputs[path]?.imports ?? []) reached.add(imported)
  return reached
}
