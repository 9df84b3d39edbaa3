import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { publicTypesOf, undocumentedMembers } from './source-names.js'

const entries = ['core', 'fastify', 'index', 'inspect', 'inspector', 'openapi', 'standalone', 'testing']

/** The members without a comment of a type that an entry exports, with their source. */
async function missingIn({ name, file }: { name: string; file: string }): Promise<readonly string[]> {
  const source = await readFile(inRepository(file), 'utf8')
  return undocumentedMembers(source, name).map((member) => `${file}: ${name}.${member}`)
}

describe('public types', () => {
  it('have a comment at each member, which editors show', async () => {
    const types = (await Promise.all(entries.map((entry) => publicTypesOf(`src/${entry}.ts`)))).flat()
    expect(types.map(({ name }) => name)).to.include.members(['Instance', 'Answer', 'ModuleOptions', 'Inspection'])
    expect([...new Set((await Promise.all(types.map(missingIn))).flat())]).to.deep.equal([])
  })

  it('are found with and without a comment', () => {
    const source = `export interface A {
  /** The size in bytes. */
  size: number
  /** Reads. */
  read(): void
  read(done: () => void): void
  // biome-ignore lint/suspicious/noExplicitAny: a reason
  readonly value?: any
}`
    expect(undocumentedMembers(source, 'A')).to.deep.equal(['value'])
  })
})
