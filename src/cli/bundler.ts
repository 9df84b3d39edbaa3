import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { cliCodes } from '../errors/cli-codes.js'
import { readProperty } from '../support/values.js'

/** The part of esbuild that alcove uses. The project installs esbuild; alcove does not depend on it. */
export interface Bundler {
  build(options: object): Promise<Bundled>
  formatMessages(remarks: readonly unknown[], options: object): Promise<string[]>
}

/** The output of one run. `outputFiles` contains the files, because esbuild does not write them (`write: false`). */
export interface Bundled {
  readonly warnings: readonly Remark[]
  readonly outputFiles: readonly { readonly path: string; readonly text: string }[]
  readonly metafile: {
    readonly inputs: Readonly<Record<string, BundledInput>>
    readonly outputs: Readonly<Record<string, BundledOutput>>
  }
}

interface BundledInput {
  readonly format?: 'cjs' | 'esm'
  readonly imports: readonly { readonly path: string; readonly external?: boolean }[]
}

interface BundledOutput {
  readonly entryPoint?: string
  readonly exports: readonly string[]
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>
}

interface Remark {
  readonly location: { readonly file: string } | null
}

/** A plugin of esbuild. */
export interface BundlerPlugin {
  readonly name: string
  setup(build: BuildHooks): void
}

export interface BuildHooks {
  onResolve(by: object, find: (asked: AskedImport) => object | null | Promise<object | null>): void
  onLoad(by: object, load: (found: { path: string }) => object): void
  resolve(path: string, asked: object): Promise<{ path: string; external: boolean; namespace: string }>
}

/** An import that esbuild asks plugins about. */
export interface AskedImport {
  readonly path: string
  readonly importer: string
  readonly resolveDir: string
  readonly kind: string
  readonly namespace: string
  readonly pluginData: unknown
}

/** Options of all runs. */
export const commonOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  write: false,
  metafile: true,
  logLevel: 'silent',
} as const

/**
 * Loads esbuild from the project.
 *
 * @throws ALC_ERR_CLI_NO_BUNDLER
 */
export async function loadBundler(entry: string): Promise<Bundler> {
  let file: string
  try {
    file = createRequire(entry).resolve('esbuild')
  } catch {
    throw new cliCodes.ALC_ERR_CLI_NO_BUNDLER()
  }
  const loaded: unknown = await import(pathToFileURL(file).href)
  return (readProperty(loaded, 'default') ?? loaded) as Bundler // all versions have these documented functions
}

/** A plugin that lets the bundler import texts like files. The names of these files begin with `prefix`. */
export function textPlugin(prefix: string, textOf: (path: string) => string | undefined): BundlerPlugin {
  return {
    name: `texts of ${prefix}`,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${prefix}`) }, ({ path }) => ({ path, namespace: prefix }))
      build.onLoad({ filter: /.*/, namespace: prefix }, ({ path }) => ({ contents: textOf(path), loader: 'js' }))
    },
  }
}

/** The text of one output file, and its source map. */
export function textsOf({ outputFiles }: Bundled): { code: string; map: string } {
  const textOf = (isWanted: (path: string) => boolean) => outputFiles.find(({ path }) => isWanted(path))?.text ?? ''
  return { code: textOf((path) => !path.endsWith('.map')), map: textOf((path) => path.endsWith('.map')) }
}
