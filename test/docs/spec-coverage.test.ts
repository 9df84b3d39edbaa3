import { expect } from 'chai'
import { type Page, readPage } from './markdown.js'
import { testFiles } from './source-names.js'

interface Row {
  /** `2.3` of the first cell. */
  readonly section: string
  readonly files: readonly string[]
}

/** All sections of SPEC.md, with the subsections that it numbers. */
const sections = [
  ...['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '3'],
  ...['4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9', '4.10', '5', '6', '7', '8', '9'],
]

function rowsOf(page: Page): readonly Row[] {
  return [...page.prose.matchAll(/^\| *(\d+(?:\.\d+)?) [^|]*\|(.*)\|$/gm)].map(([, section = '', rest = '']) => ({
    section,
    files: [...rest.matchAll(/`(test\/[\w./-]+\.ts)`/g)].map((match) => match[1] ?? ''),
  }))
}

const rows = async (): Promise<readonly Row[]> => rowsOf(await readPage('docs/internals/spec-coverage.md'))

describe('docs/internals/spec-coverage.md', () => {
  it('has a row for each section of SPEC.md', async () => {
    expect((await rows()).map(({ section }) => section)).to.deep.equal(sections)
  })

  it('names at least one test for each section', async () => {
    expect((await rows()).filter(({ files }) => files.length === 0)).to.deep.equal([])
  })

  it('names tests that exist', async () => {
    const existing = new Set(await testFiles())
    const named = (await rows()).flatMap(({ files }) => files)
    expect(named.filter((file) => !existing.has(file))).to.deep.equal([])
  })

  it('names each test whose file name carries a number of SPEC.md', async () => {
    const named = new Set((await rows()).flatMap(({ files }) => files))
    const numbered = (await testFiles()).filter((file) => /\/spec-\d/.test(file))
    expect(numbered.filter((file) => !named.has(file))).to.deep.equal([])
  })
})
