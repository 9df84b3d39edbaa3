import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { isTutorial, readPage, readPages } from './markdown.js'

/** A file of the project that the tutorial builds. */
function isOfTutorial(path: string, info: string): boolean {
  return isTutorial(path) && /^ts src\/[\w./-]+\.ts$/.test(info)
}

/**
 * Programs run, consoles are compared, settings are compiled with. A text is a drawing, or a message of a test of its
 * own.
 */
const kinds = ['ts', 'js', 'mjs', 'sh', 'console', 'json', 'text', 'text printed']

describe('fenced code in the documentation', function () {
  this.timeout(60_000)

  it('is of a kind that is run, or is a text', async () => {
    const strange = (await readPages()).flatMap(({ path, fences }) =>
      fences
        .filter(({ info }) => !kinds.includes(info) && !isOfTutorial(path, info))
        .map(({ info, line }) => `${path}:${line} ${info}`),
    )
    expect(strange).to.deep.equal([])
  })

  it('is JSON only where it is the settings that the first program is compiled with', async () => {
    // The toolchain tests run Jest with its preset.
    const isSettings = ({ info, code }: { info: string; code: string }) => info === 'json' && !code.includes('"preset"')
    const pages = (await readPages()).filter(({ fences }) => fences.some(isSettings))
    expect(pages.map(({ path }) => path)).to.deep.equal(['docs/guide/getting-started.md'])
    const { fences } = await readPage('docs/guide/getting-started.md')
    const [json, program] = ['json', 'ts'].map((kind) => fences.find(({ info }) => info === kind)?.code ?? '')
    const project = await UserProject.create({ 'package.json': '{"type":"module"}', 'tsconfig.json': json ?? '' })
    try {
      await project.link('@fastify/sensible', inRepository('node_modules', '@fastify', 'sensible'))
      await project.write('src/main.ts', program ?? '')
      const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc')
      const { stdout } = await runCommand(process.execPath, [compiler], { cwd: project.folder })
      expect(stdout).to.equal('')
      expect(existsSync(join(project.folder, 'dist', 'main.js.map'))).to.equal(true)
    } finally {
      await project.remove()
    }
  })

  it('is a bundling program only where what it writes runs without packages', async () => {
    const pages = (await readPages()).filter(({ fences }) => fences.some(({ info }) => info === 'mjs'))
    // The toolchain tests run the entries of the second page on their platforms.
    expect(pages.map(({ path }) => path)).to.deep.equal(['docs/guide/one-file.md', 'docs/recipes/serverless.md'])
    const { fences } = await readPage('docs/guide/one-file.md')
    const project = await UserProject.create({
      'package.json': '{"type":"module"}',
      'bundle.mjs': fences.find(({ info }) => info === 'mjs')?.code ?? '',
      'dist/main.js': `
import { createServer } from 'alcove'
const server = createServer()
server.post('/', { schema: { body: { type: 'object', required: ['name'] } } }, () => 'never')
console.log((await server.inject({ method: 'POST', url: '/', payload: {} })).json().message)
`,
    })
    try {
      const bundled = await runCommand(process.execPath, ['bundle.mjs'], { cwd: project.folder })
      expect(bundled.stderr).to.equal('')
      await rm(join(project.folder, 'node_modules'), { recursive: true })
      const { stdout, stderr } = await runCommand(process.execPath, ['out/server.mjs'], { cwd: project.folder })
      expect(stdout, stderr).to.equal("body should have required property 'name'\n")
    } finally {
      await project.remove()
    }
  })
})
