import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import prh from 'textlint-rule-prh'
import { asMarkdown, extract, parseProgram } from './extract.js'
import { sentences } from './sentences.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../../..')
/** Pages that programs write, and texts of others that are kept word for word. */
const foreign =
  /(?:^|\/)(?:node_modules|dist|build|golden)\/|^docs\/site\/|^src\/drop-in\/fastify-texts\.ts$|^samples\/conduit\/client\.ts$/
/** The one page that introduces contexts by comparison with parts of a house. */
const withRooms = 'docs/guide/contexts.md'

const kernel = new TextlintKernel()
const unwrap = (module) => module.default ?? module
const plugins = [{ pluginId: 'markdown', plugin: unwrap(markdown) }]

/** `path:line: problem` for each problem in a text of Markdown. */
async function problemsOf(text, path, lineOf) {
  const rules = [
    { ruleId: 'sentences', rule: sentences },
    { ruleId: 'words', rule: unwrap(prh), options: { rulePaths: [join(here, 'words.yml')] } },
  ]
  const { messages } = await kernel.lintText(text, { ext: '.md', filePath: join(root, path), plugins, rules })
  return messages
    .filter(({ message }) => path !== withRooms || !/^rooms? =>/i.test(message))
    .map(({ message, line }) => `${path}:${lineOf(line)}: ${message}`)
}

/** Users read the messages of `src` only, and only tests have names. */
function partsOf(path, wanted) {
  if (wanted !== null) return wanted
  return path.startsWith('src/') ? ['comments', 'messages'] : ['comments', 'names']
}

async function lintFile(path, wanted) {
  const text = readFileSync(join(root, path), 'utf8')
  if (path.endsWith('.md')) return problemsOf(text, path, (line) => line)
  const found = []
  const program = parseProgram(text, path)
  for (const part of partsOf(path, wanted)) {
    const { text: prose, lines } = asMarkdown(extract(program, part))
    found.push(...(await problemsOf(prose, path, (line) => lines[line - 1] ?? 1)))
  }
  return found
}

/** Packages are thousands of files that nobody here wrote. */
function namesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : namesIn(path)
    return entry.isFile() ? [path] : []
  })
}

function filesBelow(path) {
  const all = statSync(join(root, path)).isFile() ? [path] : namesIn(path)
  return all
    .filter((file) => /\.(?:md|[mc]?[jt]sx?)$/.test(file) && !/\.d\.ts$/.test(file) && !foreign.test(file))
    .sort()
}

/** A line of held.txt: a path, and behind it the checked parts of its programs, or nothing for all parts. */
function heldEntries() {
  const lines = readFileSync(join(here, 'held.txt'), 'utf8').split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [path, ...parts] = line.trim().split(/\s+/)
      return { path, parts: parts.length === 0 ? null : parts }
    })
}

/**
 * The problems of these files and folders, each once; without a path, of those that held.txt lists.
 *
 * @param wanted the checked parts of programs; without it, those that {@link partsOf} gives
 */
export async function findProblems(paths, wanted = null) {
  const given = paths.map((path) => ({ path: relative(root, resolve(path)), parts: wanted }))
  const problems = []
  for (const { path, parts } of paths.length === 0 ? heldEntries() : given) {
    for (const file of filesBelow(path)) problems.push(...(await lintFile(file, parts)))
  }
  return [...new Set(problems)]
}

/** The last line of a report. */
export function countOf(problems) {
  return `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} of English`
}
