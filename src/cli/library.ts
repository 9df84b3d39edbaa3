import { readFileSync, realpathSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { isRecord } from '../support/values.js'
import {
  type AskedImport,
  type Bundled,
  type Bundler,
  type BundlerPlugin,
  commonOptions,
  textPlugin,
  textsOf,
} from './bundler.js'
import { siblingOf } from './load-application.js'
import { importedPackages } from './outside-packages.js'

/**
 * The texts of alcove and its packages, apart from the application. Node compiles them with `vm.Script`, which accepts
 * compiled code.
 */
export interface Library {
  /** Makes the application import from the library. */
  readonly plugin: BundlerPlugin
  /** The names of the packages that alcove imports. */
  readonly packages: readonly string[]
  /**
   * Writes the texts of the files that the application imports. Null if it imports no file of the library.
   *
   * @param schemas the module of the compiled schemas
   */
  write(schemas: string): Promise<LibraryTexts | null>
}

export interface LibraryOptions {
  /** The file that will contain the texts. The paths in source maps are relative to it. */
  readonly outfile: string
  readonly minify: boolean
  /** The packages that stay outside of the file. */
  readonly external: readonly string[]
}

interface LibraryText {
  readonly code: string
  readonly map: string
}

/** Programs that set `module.exports`, with their source maps. */
export interface LibraryTexts {
  /** Exports an object with a module for each key. */
  readonly core: LibraryText
  /** Exports an object with a function for each key. The function returns a package. */
  readonly deferred: LibraryText
  /** The keys of the bundles of alcove that the application imports, by the names of the files. */
  readonly entries: Readonly<Record<string, string>>
}

/**
 * Names of variables in the code of the built file. The programs of the library get `url` as an argument, and the core
 * also gets `deferred`.
 */
export const libraryNames = {
  module: 'alcoveModule',
  deferred: 'alcoveDeferred',
  url: 'alcoveFileUrl',
} as const

/** Packages that a server with compiled schemas loads late: when a schema or `inject` needs them. */
const deferredPackages = /^(?:ajv|ajv6|ajv-formats|fast-json-stringify|light-my-request)(?:\/.*)?$/
const schemasKey = 'schemas'
const keyPrefix = 'alcove-library:'
const deferredPrefix = 'alcove-deferred:'
const builtins: ReadonlySet<string> = new Set(builtinModules)

/** A file of the library that an application may import. `exports` is null for CommonJS. */
interface Shared {
  readonly file: string
  readonly exports: readonly string[] | null
  readonly isDeferred: boolean
}

interface Used extends Shared {
  /** The key of the file in the library. */
  readonly key: string
}

/** Finds the alcove of an application, and the files that the application may share with it. */
export async function findLibrary(bundler: Bundler, entry: string, options: LibraryOptions): Promise<Library> {
  const folder = realpathSync(dirname(siblingOf(entry, 'index.js')))
  const place = { folder, ...options }
  const shared = await findShared(bundler, place)
  const used = new Map<string, Used>()
  return {
    plugin: importPlugin(shared.files, used),
    packages: shared.packages,
    async write(schemas) {
      if (used.size === 0) return null
      const all = [...used.values()]
      const core = all.filter(({ isDeferred }) => !isDeferred)
      const deferred = all.filter(({ isDeferred }) => isDeferred).map(({ key, file }) => [key, file] as const)
      const files = { ...shared.deferred, ...Object.fromEntries(deferred) }
      const [coreTexts, deferredTexts] = await Promise.all([
        writeCore(bundler, place, schemas, core),
        deferred.length === 0 ? shared.deferredTexts : writeDeferred(bundler, place, files).then(textsOf),
      ])
      const own = all.filter(({ file }) => dirname(file) === folder) // without files of packages, which may have these names
      const entries = Object.fromEntries(own.map(({ key, file }) => [basename(file), key]))
      return { core: coreTexts, deferred: deferredTexts, entries }
    },
  }
}

interface SharedFiles {
  readonly files: ReadonlyMap<string, Shared>
  /** The deferred packages by the names that alcove requires. */
  readonly deferred: Readonly<Record<string, string>>
  /** The texts of these packages. Most applications share no file of them, and these texts are in their library. */
  readonly deferredTexts: LibraryText
  readonly packages: readonly string[]
}

interface LibraryPlace extends LibraryOptions {
  /** The folder of alcove's bundles. */
  readonly folder: string
}

async function findShared(bundler: Bundler, place: LibraryPlace): Promise<SharedFiles> {
  const { folder, external } = place
  const cwd = process.cwd()
  const files = new Map<string, Shared>()
  const asked = new Set<string>()
  const { metafile } = await bundler.build({
    ...commonOptions,
    entryPoints: entriesOf(folder),
    outdir: folder,
    outExtension: { '.js': '.library.js' },
    format: 'esm',
    splitting: true,
    external,
    plugins: [deferPlugin(asked)],
  })
  for (const { entryPoint, exports } of Object.values(metafile.outputs)) {
    if (entryPoint === undefined || metafile.inputs[entryPoint]?.format === 'cjs') continue
    const file = resolve(cwd, entryPoint)
    files.set(file, { file, exports, isDeferred: false })
  }
  addCommonJs(metafile.inputs, false)
  const deferred = Object.fromEntries([...asked].map((name) => [name, name]))
  const later = await writeDeferred(bundler, place, deferred)
  addCommonJs(later.metafile.inputs, true)
  const packages = importedPackages({ ...metafile.inputs, ...later.metafile.inputs })
  return { files, deferred, deferredTexts: textsOf(later), packages }

  function addCommonJs(inputs: typeof metafile.inputs, isDeferred: boolean): void {
    for (const [name, { format }] of Object.entries(inputs)) {
      const file = resolve(cwd, name)
      if (format === 'cjs' && !files.has(file)) files.set(file, { file, exports: null, isDeferred })
    }
  }
}

/** The bundles that the package exports. */
function entriesOf(folder: string): string[] {
  const { exports }: { exports: unknown } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'))
  const targets = Object.values(isRecord(exports) ? exports : {}).map((target) => isRecord(target) && target.default)
  return targets.filter((target) => typeof target === 'string').map((target) => join(folder, '../..', target))
}

/**
 * A plugin that replaces imports of shared files by imports from the library. One copy of each class remains, so
 * `instanceof` works.
 */
function importPlugin(shared: ReadonlyMap<string, Shared>, used: Map<string, Used>): BundlerPlugin {
  const fromLibrary = textPlugin(keyPrefix, (path) => {
    const key = path.slice(keyPrefix.length)
    const module = `${libraryNames.module}(${JSON.stringify(key)})`
    const exports = [...used.values()].find((each) => each.key === key)?.exports
    if (key === schemasKey) return `export default ${module}`
    return exports ? `export const { ${exports.join(', ')} } = ${module}` : `module.exports = ${module}`
  })
  return {
    name: 'imports of the library',
    setup(build) {
      used.clear() // an earlier run may have included packages that this run leaves outside
      build.onResolve({ filter: /^[^./]/ }, async ({ path, importer, resolveDir, kind, pluginData }: AskedImport) => {
        const isOther =
          pluginData === keyPrefix || kind === 'entry-point' || /^(?:node|alcove(?:-library)?):/.test(path)
        if (isOther || builtins.has(path)) return null
        const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: keyPrefix })
        const file = shared.get(found.path)
        if (found.external || file === undefined) return null
        const key = used.get(file.file)?.key ?? String(used.size)
        used.set(file.file, { ...file, key })
        return { path: keyPrefix + key, namespace: keyPrefix }
      })
      fromLibrary.setup(build)
    },
  }
}

/** The text of the application's module `alcove:schemas`, which exports the compiled schemas. */
export const schemasOfLibrary = `export { default } from '${keyPrefix}${schemasKey}'`

/** A plugin that makes alcove load its deferred packages at their first use. */
function deferPlugin(asked: Set<string>): BundlerPlugin {
  return {
    name: 'deferred packages',
    setup(build) {
      build.onResolve({ filter: deferredPackages }, ({ path, kind }) => {
        if (kind !== 'require-call' || path.endsWith('/package.json')) return null
        asked.add(path)
        return { path: deferredPrefix + path, namespace: deferredPrefix }
      })
      textPlugin(deferredPrefix, (path) => {
        const key = JSON.stringify(path.slice(deferredPrefix.length))
        return `module.exports = ${libraryNames.deferred}(${key})`
      }).setup(build)
    },
  }
}

async function writeCore(
  bundler: Bundler,
  { folder, external, outfile, minify }: LibraryPlace,
  schemas: string,
  used: readonly Used[],
): Promise<LibraryText> {
  const modules = used.filter(({ exports }) => exports !== null)
  const packages = used.filter(({ exports }) => exports === null)
  const lines = [
    "import schemas from 'alcove:schemas'",
    ...modules.map(({ file, key }) => `import * as module${key} from ${JSON.stringify(file)}`),
    `export const modules = { ${schemasKey}: schemas,`,
    ...modules.map(({ key }) => `${key}: module${key},`),
    ...packages.map(({ file, key }) => `get ${key}() { return require(${JSON.stringify(file)}) },`),
    '}',
  ]
  const bundled = await bundler.build({
    ...commonOptions,
    ...outputOf(outfile),
    // Local names are not shortened. Short names would need `keepNames`, which sets the name of each function at each
    // start.
    minifyWhitespace: minify,
    minifySyntax: minify,
    stdin: { contents: lines.join('\n'), resolveDir: folder, sourcefile: 'alcove-library.js' },
    define: { 'import.meta.url': libraryNames.url },
    external,
    plugins: [deferPlugin(new Set()), textPlugin('alcove:', () => schemas)],
  })
  return textsOf(bundled)
}

function writeDeferred(
  bundler: Bundler,
  { folder, external, outfile, minify }: LibraryPlace,
  files: Readonly<Record<string, string>>,
): Promise<Bundled> {
  return bundler.build({
    ...commonOptions,
    ...outputOf(outfile),
    minify,
    keepNames: true,
    stdin: { contents: requireEach(files), resolveDir: folder, sourcefile: 'alcove-deferred.js' },
    external,
  })
}

/** A program that exports a function for each key. The function loads the package of its key. */
function requireEach(files: Readonly<Record<string, string>>): string {
  const members = Object.entries(files).map(
    ([key, file]) => `${JSON.stringify(key)}: () => require(${JSON.stringify(file)}),`,
  )
  return `exports.packages = {\n${members.join('\n')}\n}\n`
}

function outputOf(outfile: string) {
  return { outfile: `${outfile}.library.js`, format: 'cjs', sourcemap: 'external' }
}
