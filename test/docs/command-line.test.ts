import { expect } from 'chai'
import { alcove } from '../cli/command-line.js'
import { readPage } from './markdown.js'
import { sectionOf } from './sections.js'

const page = () => readPage('docs/reference/command-line.md')

function firstCells(text: string): readonly string[] {
  return [...text.matchAll(/^\| `(?:-- )?([a-z-]+)/gm)].map((match) => match[1] ?? '')
}

async function helpOf(...args: readonly string[]): Promise<string> {
  return (await alcove([...args, '--help'])).stdout
}

async function realCommands(): Promise<readonly string[]> {
  const [, list = ''] = (await helpOf()).split('Commands:\n')
  const names = [...list.matchAll(/^ {2}([a-z]+)/gm)].map((match) => match[1] ?? '')
  return names.filter((name) => name !== 'help')
}

describe('docs/reference/command-line.md', () => {
  it('lists the commands of the program, and nothing else', async () => {
    expect(firstCells(sectionOf(await page(), 'Commands'))).to.deep.equal(await realCommands())
  })

  it('lists the options of its commands, and nothing else', async () => {
    const helps = await Promise.all((await realCommands()).map((name) => helpOf(name)))
    const options = helps.flatMap((help) => [...help.matchAll(/(--[a-z-]+)/g)].map((match) => match[1] ?? ''))
    const real = new Set(options.filter((option) => option !== '--help'))
    expect(firstCells(sectionOf(await page(), 'Options'))).to.have.members([...real])
  })
})

describe('the help of the program', () => {
  it('describes each command and each option in a sentence', async () => {
    const helps = await Promise.all([helpOf(), ...(await realCommands()).map((name) => helpOf(name))])
    const described = helps
      .flatMap((help) => help.replace(/\n {10,}/g, ' ').split('\n'))
      .flatMap((line) => /^ {2}\S.*? {2,}(.+)$/.exec(line)?.[1]?.replace(' (default: [])', '') ?? [])
    expect(described).to.have.length.above(50)
    const values = /^(?:GET, POST, …|none, |node, )/
    expect(described.filter((text) => !values.test(text) && !/^[A-Z].+\.$/.test(text))).to.deep.equal([])
  })
})
