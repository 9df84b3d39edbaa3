// The pages of the API: typedoc writes one for each topic, from the comments of what the package exports.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Application, ReflectionKind } from 'typedoc'
import { topics } from './api-topics.js'
import { readDeclarations, specifierOf } from './declarations.js'

const dist = join(import.meta.dirname, '..', '..', 'dist')

/** What the entries export, by the file that declares it, with the entry that a program imports it from. */
async function exportsByFile() {
  const byFile = new Map()
  for (const { entry, declarations } of await readDeclarations(dist)) {
    for (const { file, name, own } of declarations)
      byFile.set(file, [...(byFile.get(file) ?? []), { entry, name, own }])
  }
  const known = topics.flatMap(({ files }) => files)
  const unknown = [...byFile.keys()].filter((file) => !known.includes(file))
  if (unknown.length > 0) throw new Error(`docs/site/api-topics.js has no topic for ${unknown.join(', ')}`)
  return byFile
}

/** typedoc makes a page of each module: a topic is a file that exports what the page is about. */
async function writeTopic(folder, { page, files, bases = [] }, byFile) {
  const lines = files.flatMap((file, index) => {
    const pairs = new Map([
      ...(byFile.get(file) ?? []).map(({ own, name }) => [name, own === name ? name : `${own} as ${name}`]),
      ...(index === 0 ? bases : []).map((name) => [name, name]),
    ])
    return [`export { ${[...pairs.values()].join(', ')} } from '../../../../dist/${file}.js'`]
  })
  const path = join(folder, `${page}.ts`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

/** What another page holds has its comment there; functions have theirs at their signatures. */
function isDocumented(reflection) {
  const isElsewhere = reflection.kindOf(ReflectionKind.Reference)
  return isElsewhere || reflection.hasComment() || reflection.signatures?.some((signature) => signature.hasComment())
}

async function convert(entryPoints, pages, site) {
  const app = await Application.bootstrapWithPlugins({
    name: 'API',
    entryPoints,
    tsconfig: join(site, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeExternals: true,
    skipErrorChecking: true,
    githubPages: false,
    logLevel: 'Error',
    outputFileStrategy: 'modules',
    outputs: [{ name: 'markdown', path: join(pages, 'api') }],
    entryFileName: 'index',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    expandParameters: true,
    groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', '*'],
    interfacePropertiesFormat: 'table',
  })
  const project = await app.convert()
  if (project === undefined) throw new Error('the declarations of the package could not be read')
  const silent = project.children.flatMap(({ children = [] }) => children.filter((child) => !isDocumented(child)))
  if (silent.length > 0) throw new Error(`${silent.map(({ name }) => name).join(', ')}: there is no comment`)
  await app.generateOutputs(project)
  if (app.logger.hasErrors()) throw new Error('the pages of the API could not be written')
}

/** Comments name pages of the documentation by their path in the package. */
function linkPages(text) {
  return text.replaceAll(/\bdocs\/((?:guide|reference|recipes)\/([\w-]+)\.md)/g, '[$2](../$1)')
}

/** A table of parameters without descriptions, and the type of a result alone, repeat the signature above them. */
function withoutRepetitions(text) {
  const sections = text
    .replaceAll(/^\*\*\*\n\n/gm, '')
    .split(/^(?=#{2,6} )/m)
    .filter((section) => !repeatsSignature(section))
  return sections.map((section) => section.replace(/^#+ Call Signature\n\n/, '')).join('')
}

function repeatsSignature(section) {
  const [, title, body] = /^#+ (.+)\n([\s\S]*)$/.exec(section) ?? []
  if (title === 'Parameters' || title === 'Type Parameters') return !/^\| .*\bDescription\b/m.test(body)
  return title === 'Inherited from' || (title === 'Returns' && body.trim().split('\n\n').length === 1)
}

/** A member that a type inherits is described at the type that declares it, to which "Extends" links. */
function withoutInherited(text) {
  const members = text.split(/^(?=#{1,5} )/m).filter((member) => !/^###### Inherited from$/m.test(member))
  return members.map(withoutInheritedRows).join('')
}

/** The cells of a row of a table, without the empty ones at its ends. */
const cellsOf = (line) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

function withoutInheritedRows(section) {
  const [title, ...lines] = section.trimEnd().split('\n')
  const head = lines.findIndex((line) => line.startsWith('|'))
  const column = head === -1 ? -1 : cellsOf(lines[head]).indexOf('Inherited from')
  if (column === -1) return section
  const [names, rule, ...rows] = lines.slice(head)
  const inherited = rows.filter((row) => cellsOf(row)[column] !== '-').map((row) => nameIn(row))
  const kept = rows.filter(
    (row) => !inherited.some((name) => nameIn(row) === name || nameIn(row).startsWith(`${name}.`)),
  )
  if (kept.length === 0) return ''
  const table = [names, rule, ...kept].map((row) => `| ${cellsOf(row).toSpliced(column, 1).join(' | ')} |`)
  return `${[title, ...lines.slice(0, head), ...table].join('\n')}\n\n`
}

function nameIn(row) {
  return /`([^`?]+)\??`/.exec(cellsOf(row)[0])?.[1] ?? ''
}

/** The codes have a page of their own. */
function withoutCodes(text) {
  return text.replace(/```ts\nconst errorCodes: [^`]*```\n\n/, '').replace(/^#### Type Declaration\n[\s\S]*/m, '')
}

function importsOf({ files }, byFile) {
  const entries = new Set(files.flatMap((file) => (byFile.get(file) ?? []).map(({ entry }) => specifierOf(entry))))
  return [...entries].map((entry) => `\`${entry}\``).join(' and ')
}

async function finishTopic(folder, topic, byFile) {
  const path = join(folder, `${topic.page}.md`)
  const written = linkPages(await readFile(path, 'utf8')).replace(/^# .*\n/, '')
  const own = withoutInherited(topic.page === 'error-codes' ? withoutCodes(written) : written)
  const text = withoutRepetitions(own)
  const guide = topic.guide === null ? '' : ` The guide: [${topic.guide}](../guide/${topic.guide}.md).`
  await writeFile(path, `# API: ${topic.title}\n\nExported by ${importsOf(topic, byFile)}.${guide}\n${text}`)
}

async function writeIndex(folder, byFile) {
  const rows = topics.map((topic) => {
    const names = topic.files.flatMap((file) => (byFile.get(file) ?? []).map(({ name }) => `\`${name}\``))
    return `| [${topic.title}](${topic.page}.md) | ${[...new Set(names)].sort().join(', ')} |`
  })
  const text = `# API\n\nThe comments of all exports, by topic. The page [exports](../reference/exports.md) lists them in short.\n`
  await writeFile(join(folder, 'index.md'), `${text}\n| page | exports |\n|---|---|\n${rows.join('\n')}\n`)
}

/** Writes the pages into the folder `api` of the site's pages. */
export async function writeApi(pages, site) {
  const byFile = await exportsByFile()
  const entries = join(pages, 'entries')
  await mkdir(entries)
  const files = await Promise.all(topics.map((topic) => writeTopic(entries, topic, byFile)))
  await convert(files, pages, site)
  const folder = join(pages, 'api')
  await Promise.all(topics.map((topic) => finishTopic(folder, topic, byFile)))
  await writeIndex(folder, byFile)
}
