import { type Rule, resolveRelative, type SourceFile, type Violation, withoutEnding } from './source-tree.js'

const entries = [
  'src/index.ts',
  'src/core.ts',
  'src/testing.ts',
  'src/inspect.ts',
  'src/inspector.ts',
  'src/openapi.ts',
  'src/standalone.ts',
]
const wall = 300

/** Written by a program of ours, as long as its source asks for. */
const generated = ['samples/conduit/client.ts']

/** Fastify's API and mocha need these default exports. No other module has one. */
const defaultExports = ['src/fastify.ts', 'test/support/reporter.ts']

function inSource(file: SourceFile): boolean {
  return file.path.startsWith('src/')
}

/** A rule that looks for a pattern in the code of some files. Each line with the pattern is a violation. */
function forbid(pattern: RegExp, applies: (file: SourceFile) => boolean, say: Omit<Violation, 'file'>): Rule {
  return (files) =>
    files.filter(applies).flatMap((file) =>
      file.source.code
        .split('\n')
        .map((line, index) => ({ line, number: index + 1 }))
        .filter(({ line }) => pattern.test(line))
        .map(({ number }) => ({ file: `${file.path}:${number}`, ...say })),
    )
}

export const filesAreShort: Rule = (files) =>
  files
    .filter((file) => file.lines.length > wall && !generated.includes(file.path))
    .map((file) => ({
      file: file.path,
      problem: `has ${file.lines.length} lines, the wall is ${wall}`,
      fix: 'Look for its second noun and give that a file',
    }))

export const exportsAreNamed = forbid(
  /\bexport\s+default\b|\bas\s+default\b/,
  (file) => !defaultExports.includes(file.path),
  {
    problem: 'exports a default',
    fix: 'Export it by its name',
  },
)

export const onlyEntriesReexport: Rule = (files) =>
  files
    .filter((file) => inSource(file) && !entries.includes(file.path))
    .filter((file) => /\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\}\s*from\b)/.test(file.source.code))
    .map((file) => ({
      file: file.path,
      problem: 'exports what another file declares',
      fix: `Import it where it is declared; only ${entries.join(', ')} collect`,
    }))

/** A reader looks for a second user of an `export`. A type may be exported beside a function that takes it. */
export const exportsAreImported: Rule = (files) => {
  const users = new Map<string, SourceFile[]>()
  for (const file of files)
    for (const specifier of file.specifiers) {
      const isOfTest = specifier.startsWith('#dist/') // the tests of a folder load what is built of it
      const target = isOfTest ? withoutEnding(specifier.replace('#dist', 'src')) : resolveRelative(file, specifier)
      if (target !== null) users.set(target, [...(users.get(target) ?? []), file])
    }
  return files.filter(isInFolder).flatMap((file) => {
    const importers = users.get(withoutEnding(file.path)) ?? []
    const isUsed = (name: string) => importers.some(({ source }) => new RegExp(`\\b${name}\\b`).test(source.code))
    return exportedNames(file)
      .filter((name) => !isUsed(name))
      .map((name) => ({
        file: file.path,
        problem: `exports ${name}, which no other file imports`,
        fix: 'Remove the word export, or the code if nothing uses it',
      }))
  })
}

function exportedNames({ source }: SourceFile): string[] {
  const pattern = /^export\s+(?:abstract\s+|async\s+|declare\s+)*(?:function\*?|const|let|class|enum)\s+(\w+)/gm
  return [...source.code.matchAll(pattern)].flatMap(([, name]) => name ?? [])
}

/** Only other files of `src` and the tests load such a file. The entries are above the folders. */
function isInFolder(file: SourceFile): boolean {
  return inSource(file) && /^src\/[^/]+\/.*(?<!\.d)\.tsx?$/.test(file.path)
}

export const noCompilerIsSilenced: Rule = (files) =>
  files.flatMap((file) =>
    file.lines
      .map((line, index) => ({ line, number: index + 1 }))
      .filter(({ line, number }) => file.source.commentLines.has(number) && /@ts-(?:ignore|nocheck)/.test(line))
      .map(({ number }) => ({
        file: `${file.path}:${number}`,
        problem: 'silences the compiler',
        fix: 'Type it; in a type test say @ts-expect-error',
      })),
  )

export const nothingIsCastToAny = forbid(/\bas\s+any\b|<any>\s*[\w(]/, inSource, {
  problem: 'casts to any',
  fix: 'Narrow unknown with a check',
})

/** The lines that match, without those that have a comment on them or above them. */
function uncommented({ source }: SourceFile, pattern: RegExp): readonly number[] {
  const importClauses = /\b(?:import|export)\b[^'();]*\bfrom\b/g
  return source.code
    .replace(importClauses, (clause) => clause.replace(/[^\n]/g, ' '))
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => pattern.test(line))
    .map(({ number }) => number)
    .filter((number) => !source.commentLines.has(number) && !source.commentLines.has(number - 1))
}

export const castsHaveAReason: Rule = (files) =>
  files.filter(inSource).flatMap((file) =>
    uncommented(file, /^(?!.*\[\s*\w+\s+in\b).*[\w)\]}'`]\s+as\s+(?!const\b)[\w({['"]/).map((number) => ({
      file: `${file.path}:${number}`,
      problem: 'casts without a reason',
      fix: 'Let the types say it, or write why it holds at the end of the line or in the line above',
    })),
  )

export const contractsHoldNoCode = forbid(
  /^\s*(?:export\s+)?(?:abstract\s+|async\s+)?(?:const|let|var|function|class|enum)\s/,
  (file) => file.path.startsWith('src/contracts/'),
  { problem: 'holds code', fix: 'contracts/ holds interfaces and types only: the code belongs to a room' },
)

export const errorsComeFromTheTable = forbid(
  /\bnew\s+(?:Type|Range|Syntax|Aggregate)?Error\s*\(/,
  (file) => inSource(file) && !file.path.startsWith('src/errors/'),
  { problem: 'makes an error without a code', fix: 'Add an entry to a table of src/errors and throw that' },
)

export const nothingReadsMessages = forbid(
  /\bmessage\s*\??\.\s*(?:includes|match|startsWith|endsWith|indexOf|search)\s*\(|(?<!typeof\s+[\w.?]*)\bmessage\s*[!=]==?\s*['`]|\.test\(\s*[\w.]*\bmessage\s*\)/,
  inSource,
  { problem: 'decides by the text of a message', fix: 'Compare the code or the class' },
)

/**
 * A file on the path of each request declares this in its first line. It gives a reason for each expensive construct.
 */
export const hotPathsStayCheap: Rule = (files) =>
  files
    .filter((file) => inSource(file) && /hot path/i.test(file.lines[0] ?? ''))
    .flatMap((file) =>
      uncommented(file, /\basync\b|\bawait\b|\.bind\s*\(|\bReflect\s*\./).map((number) => ({
        file: `${file.path}:${number}`,
        problem: 'does on the hot path what costs: async, bind or Reflect',
        fix: 'Do it at boot or in another file; if no plain request comes by here, say so beside it',
      })),
    )

/**
 * V8 puts the function of `response.write = () => …` into its old space, because such functions are usually methods of
 * a class. Nothing frees it before a full collection, nor all that it reaches: the whole request.
 */
export const requestFunctionsStayYoung = forbid(
  /^(?!\s*(?:const|let)\b).*[\w\])!]\s*(?:\.\s*#?\w+|\[[^\]]+\])\s*=\s*(?:async\s+)?(?:function\b|\([^()]*\)[^=]*=>|\w+\s*=>)/,
  (file) => file.path.startsWith('src/request/'),
  {
    problem: 'assigns a new function to a member',
    fix: 'Give the function a name by `const`, and assign that',
  },
)

export const namesAreKebabCase: Rule = (files) =>
  files
    .filter(
      (file) =>
        !file.path
          .split('/')
          .every((part) => /^[a-z0-9]+(?:(?:-|\.(?=\d))[a-z0-9]+)*(?:\.test|\.d)?(?:\.(?:tsx?|cts))?$/.test(part)),
    )
    .map((file) => ({
      file: file.path,
      problem: 'is not named in kebab-case',
      fix: 'Name it after its main export',
    }))

export const namesSayWhatIsInside: Rule = (files) =>
  files
    .filter((file) => /(?:^|[/.-])(?:utils?|helpers?|commons?|managers?|misc)(?=[/.-])/.test(file.path))
    .map((file) => ({
      file: file.path,
      problem: 'is named after nothing: utils, helpers, common, manager, misc',
      fix: 'Name the noun that it holds; if it holds several, they are several files',
    }))

/** The imports of a built entry when it runs: relative files without ending, and packages as written. */
export function loadedBy(files: readonly SourceFile[], entry: string): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path.replace(/\.c?js$/, ''), file]))
  const loaded = new Set<string>()
  const load = (name: string): void => {
    if (loaded.has(name)) return
    loaded.add(name)
    const file = byPath.get(name)
    for (const specifier of file?.specifiers ?? []) load((file && resolveRelative(file, specifier)) ?? specifier)
  }
  load(entry)
  return loaded
}
