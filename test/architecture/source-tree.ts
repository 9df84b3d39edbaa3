import { readdir, readFile } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { readSourceText, readSpecifiers, type SourceText } from './source-text.js'

export interface SourceFile {
  /** From the root of the tree, with forward slashes: `src/schema/schema-store.ts`. */
  readonly path: string
  readonly lines: readonly string[]
  readonly source: SourceText
  /** As written: `./seal-context.js`, `node:http`, `ajv/dist/core.js`. */
  readonly specifiers: readonly string[]
}

export interface Violation {
  readonly file: string
  readonly problem: string
  readonly fix: string
}

/** A rule of the house: what it finds wrong in a tree. */
export type Rule = (files: readonly SourceFile[]) => readonly Violation[]

/** Reads the TypeScript files (or those with other endings) below some folders of a tree; a missing folder is empty. */
export async function readSourceTree(
  root: string,
  folders: readonly string[],
  endings: readonly string[] = ['.ts', '.tsx', '.cts'],
): Promise<readonly SourceFile[]> {
  const lists = await Promise.all(folders.map((folder) => listFiles(join(root, folder))))
  const paths = lists.flat().filter((path) => endings.some((ending) => path.endsWith(ending)))
  return Promise.all(paths.sort().map((path) => readSourceFile(root, path)))
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.filter((file) => !file.slice(folder.length).includes(`${sep}node_modules${sep}`)) // of a package below, such as test/openapi/tools
}

async function readSourceFile(root: string, path: string): Promise<SourceFile> {
  const text = await readFile(path, 'utf8')
  let source: SourceFile['source'] | null = null
  let specifiers: SourceFile['specifiers'] | null = null
  const file: SourceFile = {
    path: relative(root, path).split(sep).join('/'),
    lines: text.replace(/\n$/, '').split('\n'),
    // Not all rules look at all files, and a built file may have a megabyte.
    get source() {
      source ??= readSourceText(text)
      return source
    },
    get specifiers() {
      specifiers ??= readSpecifiers(file.source)
      return specifiers
    },
  }
  return file
}

/** The file of the tree that a relative specifier names, without its ending; `null` for a package. */
export function resolveRelative(file: SourceFile, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  return posix.join(posix.dirname(file.path), specifier).replace(/\.[cm]?[jt]s$/, '')
}

/** `ajv` of `ajv/dist/core.js`, `@a/b` of `@a/b/c`; `null` for a relative or a node module. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return null
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export function withoutEnding(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '')
}

/** One violation on a line, as a person reads it. */
export function printViolations(violations: readonly Violation[]): string {
  return violations.map(({ file, problem, fix }) => `${file}: ${problem}. ${fix}.`).join('\n')
}
