import { basename } from 'node:path'
import { cliCodes } from '../errors/cli-codes.js'
import { readProperty } from '../support/values.js'
import { type Bundled, type Bundler, commonOptions, loadBundler, textPlugin, textsOf } from './bundler.js'
import { compileCode } from './code-cache.js'
import { findFilesBeside } from './files-beside.js'
import { findLibrary, type Library, schemasOfLibrary } from './library.js'
import { isReadAsCommonJs } from './manifest.js'
import { checkPackages, findCopies, importedPackages, type NamedPackages } from './outside-packages.js'
import { PackedFile } from './packed-file.js'
import { writeOut } from './write-out.js'

/** The content of the file that `alcove build` writes. */
export interface BundleOptions extends NamedPackages {
  /** The JavaScript that starts the application. */
  readonly entry: string
  readonly outfile: string
  /** Modules without a file, by their names. The prelude runs before the entry. */
  readonly modules: { readonly 'alcove:prelude': string; readonly 'alcove:schemas': string }
  readonly minify: boolean
  /** Whether the file contains V8's compiled code of alcove, so that node need not compile it. */
  readonly codeCache: boolean
}

export interface BundledFile {
  readonly bytes: number
  /** Warnings of the bundler about the application's files. */
  readonly remarks: readonly string[]
  /** Packages that stay outside although no option names them. They read files beside their code. */
  readonly outside: readonly string[]
  /** Files of the application that make paths from their place, which the file changes. */
  readonly moved: readonly string[]
  /** Packages outside the file that import alcove, and so load a second copy of it. */
  readonly copies: readonly string[]
  /** The reason why the file has no compiled code. Null if it has some or needs none. */
  readonly uncached: string | null
}

/** Defines `require` for the CommonJS packages in an ES module. An ES module has no `require`. */
const requireInModule =
  "import { createRequire as alcoveCreateRequire } from 'node:module'; const require = alcoveCreateRequire(import.meta.url);"
/** Defines the URL of the file for the ES modules in a CommonJS file. CommonJS has no `import.meta`. */
const urlInCommonJs = "const alcoveFileUrl = require('node:url').pathToFileURL(__filename).href;"
const placeInCommonJs = {
  'import.meta.url': 'alcoveFileUrl',
  'import.meta.dirname': '__dirname',
  'import.meta.filename': '__filename',
}

/**
 * Writes a program and all its imports into one file.
 *
 * @throws ALC_ERR_CLI_NO_BUNDLER, ALC_ERR_CLI_BUNDLE with the errors that the bundler reports
 */
export async function bundle(options: BundleOptions): Promise<BundledFile> {
  const { entry, outfile, modules, codeCache } = options
  const bundler = await loadBundler(entry)
  const isCommonJs = await isReadAsCommonJs(outfile)
  const library = codeCache ? await findLibrary(bundler, entry, options) : null
  const asked = { ...options, isCommonJs }
  const { application, remarks, outside, moved } = await bundleApplication(bundler, asked, library)
  const copies = await findCopies(bundler, entry, [...options.external, ...outside])
  const texts = (await library?.write(modules['alcove:schemas'])) ?? null
  const mapName = `${basename(outfile)}.map`
  if (texts === null) {
    const bytes = await write({ code: `${application.code}//# sourceMappingURL=${mapName}\n`, map: application.map })
    return { bytes, remarks, outside, moved, copies, uncached: null }
  }
  const packed = new PackedFile({ application, library: texts, isCommonJs, mapName })
  const warmed = await compileCode(entry, { code: packed.core.code, entries: texts.entries })
  const bytes = await write(packed.write('cache' in warmed ? Buffer.from(warmed.cache) : null))
  return { bytes, remarks, outside, moved, copies, uncached: 'failure' in warmed ? warmed.failure : null }

  async function write({ code, map }: { code: string; map: string }): Promise<number> {
    await Promise.all([writeOut(outfile, code), writeOut(`${outfile}.map`, map)])
    return Buffer.byteLength(code)
  }
}

interface Asked extends BundleOptions {
  readonly isCommonJs: boolean
}

async function bundleApplication(bundler: Bundler, options: Asked, library: Library | null) {
  const { external } = options
  const whole = await runBundler(bundler, options, library)
  checkPackages(options, new Set([...importedPackages(whole.metafile.inputs), ...(library?.packages ?? [])]))
  const { packages: outside, moved } = await findFilesBeside(whole, options)
  const rest = { ...options, external: [...external, ...outside] }
  const result = outside.length === 0 ? whole : await runBundler(bundler, rest, library)
  const own = result.warnings.filter(({ location }) => !location?.file.includes('node_modules'))
  const remarks = await bundler.formatMessages(own, { kind: 'warning' })
  return { application: textsOf(result), remarks, outside, moved }
}

async function runBundler(bundler: Bundler, options: Asked, library: Library | null): Promise<Bundled> {
  const { entry, outfile, modules, minify, external, isCommonJs } = options
  const head = isCommonJs ? urlInCommonJs : requireInModule
  const texts = library === null ? modules : { ...modules, 'alcove:schemas': schemasOfLibrary }
  return bundler
    .build({
      ...commonOptions,
      entryPoints: [entry],
      outfile,
      format: isCommonJs ? 'cjs' : 'esm',
      minify,
      keepNames: true, // errors, logs and the tree name classes
      sourcemap: 'external',
      external,
      banner: library === null ? { js: head } : {},
      define: isCommonJs ? placeInCommonJs : {},
      inject: ['alcove:prelude'],
      plugins: [
        textPlugin('alcove:', (path) => readProperty(texts, path) as string | undefined), // one of the two texts
        ...(library === null ? [] : [library.plugin]),
      ],
    })
    .catch(async (error: unknown) => {
      const errors = readProperty(error, 'errors')
      if (!Array.isArray(errors)) throw error
      const lines = await bundler.formatMessages(errors, { kind: 'error' })
      throw new cliCodes.ALC_ERR_CLI_BUNDLE(entry, lines.join('').trimEnd(), unresolvedPackages(errors))
    })
}

/** The packages that the bundler did not find. Optional packages of a package may be missing. */
function unresolvedPackages(errors: readonly unknown[]): string[] {
  const found = errors.flatMap((error) => {
    const [, name = ''] = /^Could not resolve "([^."/][^"]*)"/.exec(String(readProperty(error, 'text'))) ?? []
    return name === '' ? [] : name
  })
  return [...new Set(found)].filter((name) => !found.some((other) => name.startsWith(`${other}/`)))
}
