// A page for each sample: the package holds the files of samples, and the site shows them.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

const languages = { '.ts': 'ts', '.json': 'json', '.md': 'md', '.yaml': 'yaml' }

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A sample may hold pages: a fence around one is longer than the fences in it. */
function fenceOf(file, text) {
  const longest = (text.match(/^`{3,}/gm) ?? []).reduce((length, ticks) => Math.max(length, ticks.length), 2)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${languages[extname(file)] ?? 'text'}\n${text.trimEnd()}\n${ticks}`
}

async function pageOf(name, folder) {
  const files = (await filesIn(folder)).sort()
  const parts = files.map(async (file) => {
    const path = relative(folder, file).split(sep).join('/')
    return `## ${path}\n\n${fenceOf(file, await readFile(file, 'utf8'))}\n`
  })
  return `# ${name}\n\nThe files of \`samples/${name}\` in the package.\n\n${(await Promise.all(parts)).join('\n')}`
}

/** Writes the pages into a folder of pages, and lets the list of samples lead to them. */
export async function writeSamples(samples, pages) {
  await mkdir(join(pages, 'samples'))
  const entries = await readdir(samples, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isDirectory()))
    await writeFile(join(pages, 'samples', `${name}.md`), await pageOf(name, join(samples, name)))
  const list = join(pages, 'reference', 'samples.md')
  const text = await readFile(list, 'utf8')
  await writeFile(list, text.replaceAll(/\]\(\.\.\/\.\.\/samples\/([\w-]+)\/[\w./-]+\)/g, '](../samples/$1.md)'))
}
