import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Inspection } from '../contracts/inspection.js'
import type { WarningMessage } from './answer.js'

/** A class with `@Controller` or `@Module` in a source of the project. */
interface DecoratedClass {
  readonly decorator: string
  readonly name: string
  readonly file: string
  readonly line: number
  readonly column: number
}

const messages: Readonly<Record<string, string>> = {
  Controller:
    'no source of the project refers to this controller, so its routes do not exist. Add it to "controllers" of a module, or remove it.',
  Module:
    'no source of the project refers to this module, so it never boots. Add it to "imports" of another module, or remove it.',
}

/**
 * Finds controllers and modules that no source of the project names, apart from their own declaration and imports. The
 * running application does not know them, because nothing loads their files. A class that a source names gives no
 * warning: code may list it, or another application of the project. Default exports give none, because they have
 * another name where they are imported. Other packages may use a file that another one exports as a whole.
 */
export async function findUnlistedClasses(
  sources: readonly string[],
  inspection: Inspection,
  cwd: string,
): Promise<WarningMessage[]> {
  const texts = new Map<string, string>()
  for (const file of sources) {
    if (/(?<!\.d)\.[cm]?tsx?$/.test(file))
      texts.set(file, withoutComments(await readFile(file, 'utf8').catch(() => '')))
  }
  const counts = countWords(texts.values())
  const reached = reachedNames(inspection)
  const exported = new Set([...texts].flatMap(([file, text]) => exportedFiles(file, text)))
  return [...texts]
    .filter(([file]) => !exported.has(withoutEnding(file)))
    .flatMap(([file, text]) => decoratedClasses(file, text))
    .filter(({ name }) => counts.get(name) === 1 && !reached.has(name))
    .map(({ decorator, name, file, line, column }) => ({
      subject: name,
      message: messages[decorator] ?? '', // one of the two
      place: `${relative(cwd, file)}:${line}:${column}`,
      route: null,
      part: null,
      at: null,
      key: null,
    }))
}

/** Blanks comments out, so that places stay the same. `//` in a URL follows a colon, and begins none. */
function withoutComments(text: string): string {
  return text.replace(/(?<!\S)(?:\/\*[\s\S]*?\*\/|\/\/.*)/g, (comment) => comment.replace(/\S/g, ' '))
}

const imports = /^[ \t]*import\s[^;'"]*?\sfrom\s*['"]/gm

/** How often each name occurs, without the names that an import takes over unchanged. */
function countWords(texts: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const code = text.replace(imports, (statement) => (/\sas\s/.test(statement) ? statement : ''))
    for (const [word] of code.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return counts
}

/** The names of the modules and of the controllers with routes that the application has. */
function reachedNames({ contexts, routes }: Inspection): ReadonlySet<string> {
  const wrapped = contexts.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'wrapped module'))
  return new Set([
    ...contexts.map(({ name }) => name),
    ...wrapped.map(({ name }) => name),
    ...routes.map(({ handler }) => handler.split('.', 1)[0] ?? ''),
  ])
}

/** The files, without their endings, that a source exports as a whole. */
function exportedFiles(file: string, text: string): string[] {
  return [...text.matchAll(/\bexport\s*\*[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/g)].map(([, path = '']) =>
    withoutEnding(resolve(file, '..', path)),
  )
}

function withoutEnding(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '')
}

function decoratedClasses(file: string, text: string): DecoratedClass[] {
  const imported = /^[ \t]*import\s*\{([^}]*)\}\s*from\s*['"]alcove['"]/m.exec(text)?.[1] ?? ''
  return [...text.matchAll(/(?<=^[ \t]*(?:@.*[ \t])?)@(Controller|Module)\b/gm)].flatMap(
    ({ 1: decorator = '', index }) => {
      const declared = classAfter(text, index)
      if (declared === null || !new RegExp(`\\b${decorator}\\b(?!\\s+as\\b)`).test(imported)) return []
      const before = text.slice(0, declared.index)
      const line = before.split('\n').length
      return [{ decorator, name: declared.name, file, line, column: before.length - before.lastIndexOf('\n') }]
    },
  )
}

const decorator = /\s*@[\w$.]+/y
const declaration = /\s*(?:export\s+)?(?:abstract\s+)?class\s+(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/uy

/** The class behind the decorators that begin at an index. Null for a default export, and for a class without a name. */
function classAfter(text: string, index: number): { name: string; index: number } | null {
  let end = index
  for (let found = matchAt(decorator, text, end); found !== null; found = matchAt(decorator, text, end)) {
    end = found.end
    if (text[end] === '(') end = closingOf(text, end)
  }
  const declared = matchAt(declaration, text, end)
  const name = declared?.groups.name
  return declared === null || name === undefined ? null : { name, index: declared.end - name.length }
}

function matchAt(pattern: RegExp, text: string, index: number): { end: number; groups: Record<string, string> } | null {
  pattern.lastIndex = index
  const found = pattern.exec(text)
  return found === null ? null : { end: pattern.lastIndex, groups: found.groups ?? {} }
}

const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/y

/** The index behind the bracket that closes the one at an index. Brackets in texts do not count. */
function closingOf(text: string, index: number): number {
  let depth = 0
  for (let at = index; at < text.length; at++) {
    const string = matchAt(quoted, text, at)
    if (string !== null) at = string.end - 1
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}
