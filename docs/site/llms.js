// llms.txt and llms-full.txt: the documentation for code assistants, as files of text. The page docs/guide/agents.md is
// about them.
import { readFile, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { readDeclarations, specifierOf } from './declarations.js'
import { navigation } from './navigation.js'

const repository = join(import.meta.dirname, '..', '..')
/** Sections whose pages are in llms-full.txt: a program is written with them. The others are for those who look something up. */
const isTaught = ({ pages = [] }) => pages.some((page) => /^(?:guide|recipes)\//.test(page))

const introduction = `alcove is a decorator-based class framework for HTTP servers on Node, written in TypeScript. Every \`@Module\` is an
encapsulation context: its hooks, guards, error handlers, values, schemas, providers and plugins apply to the module and to
the modules below it, never to its parent or its siblings. Plugins of Fastify run unmodified.`

const sectionOf = async ({ text, pages }) => ({ text, pages: await Promise.all(pages.map(readPage)) })

async function readPage(path) {
  const text = await readFile(join(repository, 'docs', `${path}.md`), 'utf8')
  const [, title = path] = /^# (.+)$/m.exec(text) ?? []
  const [, question = null] = /^> \*\*(.+?)\*\*$/m.exec(text) ?? []
  return { path, title, question, text }
}

/** Each page with the question that it answers; `base` leads from the file to the folder of the pages. */
function indexOf(sections, base) {
  const listed = sections.map(({ text, pages }) => {
    const lines = pages.map(({ path, title, question }) => {
      return `- [${title}](${base}${path}.md)${question === null ? '' : `: ${question}`}`
    })
    return `## ${text}\n\n${lines.join('\n')}\n`
  })
  const full = 'One file with the public declarations, the guide and the recipes: [llms-full.txt](llms-full.txt).'
  const errors = `Each error code has a page: \`${base}errors/<CODE>.md\`.`
  return `# alcove\n\n> ${introduction.replaceAll('\n', ' ')}\n\n${full}\n${errors}\n\n${listed.join('\n')}`
}

/** In one file, links name pages by their path in the package, and pictures are gone. */
function inOneFile({ path, text }) {
  const withoutPictures = text.replaceAll(/^!\[.*\n\n?/gm, '')
  return withoutPictures.replaceAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g, (_, link) => {
    return `](${posix.join('docs', posix.dirname(path), link)}`
  })
}

async function declarationsAsText() {
  const parts = (await readDeclarations(join(repository, 'dist'))).map(({ entry, declarations }) => {
    const name = specifierOf(entry)
    const also = entry === 'index' || entry === 'fastify' ? ' It exports everything of `alcove/core`, too.' : ''
    const texts = declarations.map(({ text }) => text).join('\n\n')
    return `## \`${name}\`\n\nThe declarations of \`${name}\`.${also}\n\n\`\`\`ts\n${texts}\n\`\`\`\n`
  })
  return parts.join('\n')
}

/** Writes both files into a folder. */
export async function writeLlms(folder, base) {
  const listed = navigation.filter(({ pages }) => pages !== undefined)
  const sections = await Promise.all(listed.map(sectionOf))
  const taught = await Promise.all(listed.filter(isTaught).map(sectionOf))
  const pages = taught.flatMap((section) => section.pages.filter(({ path }) => /^(?:guide|recipes)\//.test(path)))
  const parts = [
    `# alcove\n\n${introduction}`,
    `# Public declarations\n\n${await declarationsAsText()}`,
    ...pages.map(inOneFile),
  ]
  await writeFile(join(folder, 'llms.txt'), indexOf(sections, base))
  await writeFile(join(folder, 'llms-full.txt'), `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`)
}
