// The public declarations of the package, read from the .d.ts files that the compiler has written.
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'

/** From the beginning of a line to the next statement, with the comment above it. */
const statement =
  /^(?:\/\*\*[\s\S]*?\*\/\n)?(?:export|declare|import) .*\n?(?:(?!\/\*\*|export |declare |import |\/\/#).*\n?)*/gm
const reExport = /^export (?:type )?(?:\*|\{([^}]*)\}) from '(.+)\.js';?$/
const declaration = /^export (?:declare )?(?:abstract )?(?:function|const|class|interface|type) ([\w$]+)/m

/** The entries of the package: their files, the first of two that export the same in front. */
export const entries = ['core', 'index', 'inspect', 'inspector', 'openapi', 'standalone', 'testing', 'fastify']

/** What a program imports from. */
export function specifierOf(entry) {
  return entry === 'index' ? 'alcove' : `alcove/${entry}`
}

async function statementsOf(folder, file) {
  const text = await readFile(join(folder, `${file}.d.ts`), 'utf8')
  return [...text.matchAll(statement)].map(([found]) => found.trimEnd())
}

async function declaredIn(folder, file) {
  const texts = await statementsOf(folder, file)
  return texts.flatMap((text) => {
    const name = declaration.exec(text)?.[1]
    return name === undefined ? [] : [{ name, own: name, file, text: text.replace(/^export (?:declare )?/m, '') }]
  })
}

/** `A, type B as C` as pairs of names, the own one first. */
function pairsOf(names) {
  const listed = names.split(',').map((name) => name.trim().replace(/^type /, ''))
  return listed.filter((name) => name !== '').map((name) => name.split(' as '))
}

/** What one line of an entry exports from a file. */
async function reExported(folder, names, file) {
  const declared = await declaredIn(folder, file)
  if (names === undefined) return declared
  return pairsOf(names).flatMap(([own, alias]) => {
    const found = declared.filter(({ name }) => name === own)
    return alias === undefined ? found : [{ name: alias, own, file, text: `export { ${own} as ${alias} }` }]
  })
}

async function exportsOf(folder, entry) {
  const found = [await declaredIn(folder, entry)]
  for (const text of await statementsOf(folder, entry)) {
    const [, names, path] = reExport.exec(text) ?? []
    if (path !== undefined) found.push(await reExported(folder, names, posix.join(posix.dirname(entry), path)))
  }
  return found.flat()
}

/**
 * What the entries export, by entry: each `name` with its `own` one in the `file`, and its `text`. It is listed once, for
 * the first entry that exports it.
 */
export async function readDeclarations(folder) {
  const seen = new Set()
  const byEntry = []
  for (const entry of entries) {
    const own = (await exportsOf(folder, entry)).filter(({ file, name }) => !seen.has(`${file} ${name}`))
    for (const { file, name } of own) seen.add(`${file} ${name}`)
    byEntry.push({ entry, declarations: own })
  }
  return byEntry
}
