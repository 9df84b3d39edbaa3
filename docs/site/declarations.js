// The public declarations of the package, read from the .d.ts files that the compiler has written.
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'

/** From the beginning of a line to the next statement, with the comment above it. */
const statement =
  /^(?:\/\*\*[\s\S]*?\*\/\n)?(?:export|declare|import) .*\n?(?:(?!\/\*\*|export |declare |import |\/\/#).*\n?)*/gm
const reExport = /^export (?:type )?(?:\*|\{([^}]*)\}) from '(.+)\.js';?$/
const declaration = /^export (?:declare )?(?:abstract )?(?:function|const|class|interface|type) ([\w$]+)/m

async function statementsOf(folder, file) {
  const text = await readFile(join(folder, `${file}.d.ts`), 'utf8')
  return [...text.matchAll(statement)].map(([found]) => found.trimEnd())
}

async function declaredIn(folder, file) {
  const texts = await statementsOf(folder, file)
  return texts.flatMap((text) => {
    const name = declaration.exec(text)?.[1]
    return name === undefined ? [] : [{ name, id: `${file} ${name}`, text: text.replace(/^export (?:declare )?/m, '') }]
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
    if (alias === undefined) return found
    return [{ name: alias, id: `${file} ${alias}`, text: `export { ${own} as ${alias} }` }]
  })
}

/** What an entry exports, as texts; what stands in `seen` is listed for an earlier entry, and is left out. */
export async function declarationsOf(folder, entry, seen) {
  const found = [await declaredIn(folder, entry)]
  for (const text of await statementsOf(folder, entry)) {
    const [, names, path] = reExport.exec(text) ?? []
    if (path !== undefined) found.push(await reExported(folder, names, posix.join(posix.dirname(entry), path)))
  }
  const own = found.flat().filter(({ id }) => !seen.has(id))
  for (const { id } of own) seen.add(id)
  return own.map(({ text }) => text)
}
