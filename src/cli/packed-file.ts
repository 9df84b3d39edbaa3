import { deflateRawSync } from 'node:zlib'
import { type LibraryTexts, libraryNames } from './library.js'
import { joinMaps } from './source-map.js'

/** Parts of a file of `alcove build`. */
export interface PackedParts {
  /** The application as esbuild bundles it, with its source map. */
  readonly application: { readonly code: string; readonly map: string }
  readonly library: LibraryTexts
  readonly isCommonJs: boolean
  /** Name of the source map beside the file. */
  readonly mapName: string
}

/** A program of the library, as node compiles it. */
export interface LibraryProgram {
  readonly code: string
  /** The line of the program in source maps. The programs follow the lines of the file itself. */
  readonly line: number
}

/** The built file. It contains the texts of the library compressed, because node reads a smaller file sooner. */
export class PackedFile {
  readonly core: LibraryProgram
  readonly deferred: LibraryProgram

  constructor(private readonly parts: PackedParts) {
    const { application, library } = parts
    const { url, deferred } = libraryNames
    this.core = {
      code: `(function (exports, require, module, ${url}, ${deferred}) {\n${library.core.code}\n})`,
      line: headLines + linesOf(application.code) + 2,
    }
    this.deferred = {
      code: `(function (exports, require, module, ${url}) {\n${library.deferred.code}\n})`,
      line: this.core.line + linesOf(this.core.code) + 1,
    }
  }

  /** @param cache compiled code of the core, or null */
  write(cache: Buffer | null): { code: string; map: string } {
    const { application, library, isCommonJs, mapName } = this.parts
    const head = [
      isCommonJs ? commonJsHead : moduleHead,
      loaderOf(this.core, this.deferred, cache),
      '', // a line break: the application begins on a line of its own
    ].join('\n')
    const maps = [
      { line: headLines, map: application.map },
      { line: this.core.line + 1, map: library.core.map }, // after the first line of the function
      { line: this.deferred.line + 1, map: library.deferred.map },
    ]
    const [hashbang = ''] = /^#!.*\n/.exec(application.code) ?? []
    return {
      code: `${hashbang}${head}${application.code.slice(hashbang.length)}\n//# sourceMappingURL=${mapName}\n`,
      map: joinMaps(maps),
    }
  }
}

const headLines = 2

/**
 * The file name of the library in stack traces. Compiled code contains this name, and node does not replace it. If
 * source maps are enabled, node compiles the text instead. The text then has the name of the built file and lines after
 * its end. So one source map describes both.
 */
export const libraryFile = 'alcove-library.js'

const moduleHead = `import { createRequire as alcoveCreateRequire } from 'node:module'; import { Script as AlcoveScript } from 'node:vm'; import { inflateRawSync as alcoveInflate } from 'node:zlib'; const require = alcoveCreateRequire(import.meta.url), ${libraryNames.url} = import.meta.url, alcoveFile = import.meta.url;`
const commonJsHead = `const { Script: AlcoveScript } = require('node:vm'), { inflateRawSync: alcoveInflate } = require('node:zlib'), ${libraryNames.url} = require('node:url').pathToFileURL(__filename).href, alcoveFile = __filename;`

/** The code that runs the library. Another version of node ignores the compiled code, and compiles the text. */
function loaderOf(core: LibraryProgram, deferred: LibraryProgram, cache: Buffer | null): string {
  const version = JSON.stringify(process.version + process.arch)
  const cached = cache && `!process.versions.bun && process.version + process.arch === ${version} && ${pack(cache)}`
  const { module, url, deferred: load } = libraryNames
  return [
    "const alcoveUnpack = (packed) => alcoveInflate(Buffer.from(packed, 'base64'))",
    `alcoveRun = (packed, lineOffset, cached, ...given) => { const made = { exports: {} }, script = new AlcoveScript(alcoveUnpack(packed).toString(), process.sourceMapsEnabled ? { filename: alcoveFile, lineOffset } : { filename: '${libraryFile}', cachedData: cached ? alcoveUnpack(cached) : undefined }); script.runInThisContext()(made.exports, require, made, ${url}, ...given); return made.exports }`,
    `alcoveDeferredText = ${packText(deferred.code)}, alcoveDeferredMade = {}`,
    `${load} = (name) => (alcoveDeferredMade.packages ??= alcoveRun(alcoveDeferredText, ${deferred.line}).packages)[name]()`,
    `alcoveModules = alcoveRun(${packText(core.code)}, ${core.line}, ${cached}, ${load}).modules`,
    `${module} = (key) => Object.hasOwn(alcoveModules, key) ? alcoveModules[key] : ${load}(key);`,
  ].join(', ')
}

function packText(text: string): string {
  return pack(Buffer.from(text))
}

function pack(bytes: Buffer): string {
  return JSON.stringify(deflateRawSync(bytes, { level: 9 }).toString('base64'))
}

function linesOf(text: string): number {
  return text.split('\n').length
}
