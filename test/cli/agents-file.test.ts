import { existsSync } from 'node:fs'
import * as alcove from 'alcove'
import * as testing from 'alcove/testing'
import { expect } from 'chai'
import { agentsFile } from '#dist/cli/agents-file.js'
import { chooseProject } from '#dist/cli/project-choices.js'
import { projectFiles } from '#dist/cli/project-files.js'
import { inRepository } from '../support/repository.js'
import { alcove as command } from './command-line.js'

/** The matching texts in backticks; the first group, where there is one. */
function named(pattern: RegExp): readonly string[] {
  const pieces = [...agentsFile.matchAll(/`([^`]+)`/g)].map(([, piece = '']) => piece)
  return pieces.flatMap((piece) => {
    const found = pattern.exec(piece)
    return found === null ? [] : [found[1] ?? found[0]]
  })
}

async function filesWith(given: { readonly tests?: string } = {}): Promise<Record<string, string>> {
  return projectFiles('notes', await chooseProject(given, null))
}

describe('AGENTS.md of a new project', () => {
  it('is one of the files', async () => {
    expect((await filesWith())['AGENTS.md']).to.equal(agentsFile)
  })

  it('names only scripts that the project has', async () => {
    const { scripts } = JSON.parse((await filesWith())['package.json'] ?? '')
    const names = named(/^npm (?:run )?(\w+)$/)
    expect(names).to.include.members(['check', 'test'])
    expect(names.filter((name) => !(name in scripts))).to.deep.equal([])
  })

  it('names no script for tests in a project without tests', async () => {
    const { 'AGENTS.md': text = '' } = await filesWith({ tests: 'none' })
    expect(text).to.include('npm run check').and.not.to.include('npm test')
  })

  it('names only commands that the program has', async () => {
    const { stdout } = await command(['help'])
    const names = named(/^npx alcove (\w+)/)
    expect(names).to.include('explain')
    expect(names.filter((name) => !new RegExp(`^ +${name}\\b`, 'm').test(stdout))).to.deep.equal([])
  })

  it('names only files that the package has', () => {
    const files = named(/^node_modules\/alcove\/(.+)$/).map((file) => file.replace('<CODE>', 'FST_ERR_VALIDATION'))
    expect(files).to.include('dist/llms.txt')
    expect(files.filter((file) => !existsSync(inRepository(file)))).to.deep.equal([])
  })

  it('names only functions and decorators that the package exports', () => {
    const names = [...named(/^@?([A-Za-z]\w*)\(/)].filter((name) => name !== 'app')
    expect(names).to.include.members(['Guard', 'shared', 'createTestApp'])
    expect(names.filter((name) => !(name in alcove) && !(name in testing))).to.deep.equal([])
  })
})
