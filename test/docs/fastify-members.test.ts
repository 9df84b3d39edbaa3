import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { readPages } from './markdown.js'

interface Row {
  page: string
  member: string
  test: string
}

/** Rows of the form | `member` | `test/….test.ts` |. */
async function readRows(): Promise<Row[]> {
  const pages = (await readPages()).filter(({ path }) => path.startsWith('docs/internals/fastify-members-'))
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^\| `([^`]+)` \| `(test\/[^`]+)`/gm)].map(([, member = '', test = '']) => ({
      page: path,
      member,
      test,
    })),
  )
}

async function names(row: Row): Promise<boolean> {
  const source = await readFile(inRepository(row.test), 'utf8')
  const [word = ''] = /[\w$.-]+/.exec(row.member) ?? []
  return source.includes(word)
}

async function reference(page: string): Promise<string> {
  return readFile(inRepository(`node_modules/fastify/docs/Reference/${page}.md`), 'utf8')
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

describe('docs/internals/fastify-members', () => {
  it('names for each member a test that mentions it', async () => {
    const rows = await readRows()
    expect(rows).to.have.length.above(150)
    const wrong = await Promise.all(rows.map(async (row) => ((await names(row)) ? [] : [`${row.member}: ${row.test}`])))
    expect(wrong.flat()).to.deep.equal([])
  })

  it('has every option and member to which the page Server gives a heading', async () => {
    const text = await reference('Server')
    const documented = [...found(text, /^###? `(\w+)`$/gm), ...found(text, /^#### (\w+)$/gm)]
    expect(documented).to.include.members(['bodyLimit', 'printRoutes'])
    const listed = new Set((await readRows()).map(({ member }) => member.toLowerCase())) // one heading is not in camel case
    expect(documented.filter((name) => !listed.has(name.toLowerCase()))).to.deep.equal([])
  })

  it('has every option that the page Routes lists', async () => {
    const text = await reference('Routes')
    const [list = ''] = /### Routes options[\s\S]*?### Shorthand/.exec(text) ?? []
    const documented = found(list, /^\* `(\w+)/gm).filter((name) => name !== 'request' && name !== 'reply')
    expect(documented).to.include.members(['schema', 'prefixTrailingSlash'])
    const listed = new Set((await readRows()).map(({ member }) => member))
    expect(documented.filter((name) => !listed.has(name))).to.deep.equal([])
  })
})
