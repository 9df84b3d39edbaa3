import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { cliCodes } from '../errors/cli-codes.js'
import { readProperty } from '../support/values.js'

/** Content of the file. */
export interface BundleOptions {
  /** The JavaScript that starts the application. */
  readonly entry: string
  readonly outfile: string
  /** Modules that have no file, by names that begin with `alcove:`. The first one runs before the entry. */
  readonly modules: Readonly<Record<string, string>>
  readonly minify: boolean
  /** Packages that stay outside. */
  readonly external: readonly string[]
}

/** The part of esbuild that is used: it is a package of the project, and not one of ours. */
interface Bundler {
  build(options: object): Promise<{ warnings: Remark[]; metafile: { outputs: Record<string, { bytes: number }> } }>
  formatMessages(remarks: readonly unknown[], options: object): Promise<string[]>
}

interface Remark {
  readonly location: { readonly file: string } | null
}

/** `require` for the packages in CommonJS inside of an ES module, which has none. */
const requireInModule =
  "import { createRequire as alcoveCreateRequire } from 'node:module'; const require = alcoveCreateRequire(import.meta.url);"
/** The URL of the file for the ES modules inside of CommonJS, which has none. */
const urlInCommonJs = "const alcoveFileUrl = require('node:url').pathToFileURL(__filename).href;"

/**
 * Writes a program and all that it imports into one file.
 *
 * @returns its size in bytes, and the remarks of the bundler on the application's files
 * @throws ALC_ERR_CLI_NO_BUNDLER, ALC_ERR_CLI_BUNDLE with the errors that the bundler reports
 */
export async function bundle(options: BundleOptions): Promise<{ bytes: number; remarks: readonly string[] }> {
  const bundler = await loadBundler(options.entry)
  const isCommonJs = options.outfile.endsWith('.cjs')
  const result = await bundler
    .build({
      entryPoints: [options.entry],
      outfile: options.outfile,
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      format: isCommonJs ? 'cjs' : 'esm',
      minify: options.minify,
      keepNames: true, // errors, logs and the tree name classes
      sourcemap: true,
      external: options.external,
      banner: { js: isCommonJs ? urlInCommonJs : requireInModule },
      define: isCommonJs ? { 'import.meta.url': 'alcoveFileUrl' } : {},
      inject: Object.keys(options.modules).slice(0, 1),
      plugins: [modulesPlugin(options.modules)],
      metafile: true,
      logLevel: 'silent',
    })
    .catch(async (error: unknown) => {
      const errors = readProperty(error, 'errors')
      if (!Array.isArray(errors)) throw error
      const lines = await bundler.formatMessages(errors, { kind: 'error' })
      throw new cliCodes.ALC_ERR_CLI_BUNDLE(options.entry, lines.join('').trimEnd())
    })
  const own = result.warnings.filter(({ location }) => !location?.file.includes('node_modules'))
  const bytes = Object.entries(result.metafile.outputs).find(([file]) => !file.endsWith('.map'))?.[1].bytes ?? 0
  return { bytes, remarks: await bundler.formatMessages(own, { kind: 'warning' }) }
}

interface BuildHooks {
  onResolve(by: object, find: (asked: { path: string }) => object): void
  onLoad(by: object, load: (found: { path: string }) => object): void
}

/** Gives texts to the bundler as if they were files. */
function modulesPlugin(modules: BundleOptions['modules']): object {
  return {
    name: 'alcove',
    setup(build: BuildHooks) {
      build.onResolve({ filter: /^alcove:/ }, ({ path }) => ({ path, namespace: 'alcove' }))
      build.onLoad({ filter: /.*/, namespace: 'alcove' }, ({ path }) => ({ contents: modules[path], loader: 'js' }))
    },
  }
}

async function loadBundler(entry: string): Promise<Bundler> {
  let file: string
  try {
    file = createRequire(entry).resolve('esbuild')
  } catch {
    throw new cliCodes.ALC_ERR_CLI_NO_BUNDLER()
  }
  const loaded: unknown = await import(pathToFileURL(file).href)
  return (readProperty(loaded, 'default') ?? loaded) as Bundler // its documented functions, whichever version it is
}
