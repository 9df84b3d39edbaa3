import { builtinModules } from 'node:module'
import { dirname } from 'node:path'
import { cliCodes } from '../errors/cli-codes.js'
import { didYouMean, nearMisses } from '../support/near-miss.js'
import { type Bundled, type Bundler, type BundlerPlugin, commonOptions } from './bundler.js'
import { packageOf } from './files-beside.js'

/** The packages that the command line names. */
export interface NamedPackages {
  /** Packages that stay outside the file. */
  readonly external: readonly string[]
  /** Packages that are in the file, although their code reads files beside it. */
  readonly included: readonly string[]
}

const builtins: ReadonlySet<string> = new Set(builtinModules)

/** The names of the packages that files import, inside and outside of a bundle. */
export function importedPackages(inputs: Bundled['metafile']['inputs']): string[] {
  return Object.values(inputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) => (external === true ? nameOf(path) : (packageOf(path)?.name ?? []))),
  )
}

/**
 * Refuses names that would have no effect.
 *
 * @throws ALC_ERR_CLI_PACKAGE
 */
export function checkPackages({ external, included }: NamedPackages, imported: ReadonlySet<string>): void {
  const twice = external.find((name) => included.includes(name))
  if (twice !== undefined) {
    throw new cliCodes.ALC_ERR_CLI_PACKAGE(`--external and --bundle both name "${twice}"`, 'Remove one of them')
  }
  const named = [
    ...external.map((name) => ['--external', name]),
    ...included.map((name) => ['--bundle', name]),
  ] as const
  for (const [option, name] of named) {
    if (!isName(name) || imported.has(nameOf(name))) continue
    const near = nearMisses(nameOf(name), [...imported])
    const way = near.length === 0 ? 'Remove it' : `Correct it: ${didYouMean(near)}`
    throw new cliCodes.ALC_ERR_CLI_PACKAGE(
      `${option} names "${name}", which neither the application nor a package of it imports`,
      way,
    )
  }
}

/** Whether a value names a package, or a file in a package. The option also accepts paths and patterns. */
function isName(name: string): boolean {
  return !/^[./]|\*|:/.test(name) && !builtins.has(name)
}

/** `@scope/name` of `@scope/name/file.js`. */
function nameOf(path: string): string {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/')
}

/** The packages outside the file that import alcove. They load a second copy of alcove, beside the copy in the file. */
export async function findCopies(bundler: Bundler, entry: string, outside: readonly string[]): Promise<string[]> {
  const importing = await Promise.all(outside.filter(isName).map((name) => importsAlcove(bundler, entry, name)))
  return outside.filter(isName).filter((_, index) => importing[index])
}

async function importsAlcove(bundler: Bundler, entry: string, name: string): Promise<boolean> {
  let isFound = false
  const watch: BundlerPlugin = {
    name: 'imports of alcove',
    setup(build) {
      build.onResolve({ filter: /^alcove(?:\/.*)?$/ }, ({ path }) => {
        isFound = true
        return { path, external: true }
      })
    },
  }
  const contents = `import * as all from ${JSON.stringify(name)}\nexport { all }`
  await bundler
    .build({
      ...commonOptions,
      stdin: { contents, resolveDir: dirname(entry) },
      outfile: 'outside.js',
      format: 'esm',
      loader: { '.node': 'empty' },
      plugins: [watch],
    })
    .catch(() => {}) // a package may fail to bundle, but the plugin has seen its imports before that
  return isFound
}
