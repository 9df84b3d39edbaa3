import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { filesBelow, inRepository } from '../support/repository.js'
import { readPage, readPages } from './markdown.js'
import { listedNames, sectionOf } from './sections.js'

async function sourceFiles(): Promise<readonly string[]> {
  const names = await Promise.all(['src', 'test', 'samples', 'bench'].map(filesBelow))
  return names.flat()
}

describe('docs/internals', () => {
  it('has a row for each folder of the sources', async () => {
    const map = sectionOf(await readPage('docs/internals/map.md'), 'Folders')
    const rules = await readFile(inRepository('test/architecture/floors.ts'), 'utf8')
    const floors = /const floors[\s\S]*?\n\}/.exec(rules)?.[0] ?? ''
    const rooms = [...floors.matchAll(/^ {2}'?([a-z-]+(?:\/[a-z-]+)?)'?: \d/gm)].map((match) => match[1] ?? '')
    expect(rooms).to.include('request/stages')
    const hasRow = (room: string) => map.includes(`| \`${room}/\``) || map.includes(`| \`${room.split('/')[0]}/\``)
    expect(rooms.filter((room) => !hasRow(room))).to.deep.equal([])
  })

  it('names files and folders that exist', async () => {
    const files = await sourceFiles()
    const pages = (await readPages()).filter(({ path }) => path.startsWith('docs/internals/'))
    const named = pages.flatMap(({ text }) =>
      [...text.matchAll(/(?<![\w./-])[a-z][\w/-]*\.ts\b/g)].map(([name]) => name),
    )
    expect(named).to.include('apply-module.ts')
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`) || file === name))).to.deep.equal([])
  })

  it('names members that their classes have', async () => {
    const files = (await sourceFiles()).filter((file) => /^src\/.*\.ts$/.test(file))
    const texts = await Promise.all(files.map((file) => readFile(inRepository(file), 'utf8')))
    const pages = (await readPages()).filter(({ path }) => path.startsWith('docs/internals/'))
    const named = pages.flatMap(({ text }) => [...text.matchAll(/\b([A-Z]\w+)\.(#?[a-z]\w+)/g)])
    const wrong = named.filter(([, owner, member]) => {
      const sources = texts.filter((text) => new RegExp(`\\bclass ${owner}\\b`).test(text))
      return sources.length > 0 && !sources.some((text) => text.includes(`${member}`))
    })
    expect(named.map(([name]) => name)).to.include('SchemaCompiler.endBoot')
    expect(wrong.map(([name]) => name)).to.deep.equal([])
  })

  it('lists the stages of a request as they are linked', async () => {
    const source = await readFile(inRepository('src/request/stages/compiled-route.ts'), 'utf8')
    const arrays = [...source.matchAll(/const (?:request|handler)Stages[^=]*= \[([^\]]*)\]/g)].map(([, list]) => list)
    const builders = arrays.join(',').matchAll(/requestHooks\('(\w+)'\)|(\w+?)(?:Hooks)?(?=\s*(?:,|$))/g)
    const stages = [...builders].map(([, hooks, builder]) => hooks ?? builder)
    const page = await readPage('docs/internals/request.md')
    const listed = listedNames(sectionOf(page, 'Stages of a request'))
    expect(listed).to.deep.equal([...stages, 'handle'])
  })

  it('has each decision once, on a page that the list of subjects links', async () => {
    const pages = (await readPages()).filter(({ path }) => /^docs\/internals\/decisions-[\w-]+\.md$/.test(path))
    const numbers = pages.map(({ text }) => [...text.matchAll(/^- \*\*(\d+)\./gm)].map(([, number]) => Number(number)))
    expect(numbers.flat()).to.have.lengthOf.above(300)
    expect(new Set(numbers.flat()).size).to.equal(numbers.flat().length)
    for (const each of numbers) expect(each).to.deep.equal([...each].sort((one, other) => one - other))
    const { text: list } = await readPage('docs/internals/decisions.md')
    const links = [...list.matchAll(/\]\((decisions-[\w-]+\.md)\)/g)]
    expect(links.map(([, page]) => `docs/internals/${page}`)).to.have.members(pages.map(({ path }) => path))
  })
})
