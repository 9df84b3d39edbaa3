import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { FreshProject } from '../package/fresh-project.js'
import { runOrThrow } from '../support/run-command.js'
import { installServed, served } from './served.js'
import { runsAll, skipWithoutTools, tools } from './tools.js'

const runtimes: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ['Deno', 'deno', ['run', '--allow-all', '--node-modules-dir=manual']],
  ['Bun', 'bun', []],
]

const bundlers: readonly (readonly [name: string, file: string])[] = [
  ['rollup', 'server.mjs'],
  ['rollup', 'server.cjs'],
  ['rolldown', 'server.mjs'],
  ['rolldown', 'server.cjs'],
  ['webpack', 'server.cjs'],
  ['rspack', 'server.cjs'],
  ['ncc', 'server.mjs'],
  ['vite', 'server.mjs'],
  ['tsup', 'server.mjs'],
  ['tsup', 'server.cjs'],
  ['tsdown', 'server.mjs'],
  ['tsdown', 'server.cjs'],
  ['nft', 'server.mjs'],
]

describe('toolchains', function () {
  this.timeout(300_000)

  let project: FreshProject
  let expected: string

  before(async function () {
    skipWithoutTools(this)
    ;({ project, expected } = await installServed())
    expect(expected).to.match(/^200 \d+$/m)
  })

  after(() => project?.remove())

  for (const [name, program, args] of runtimes) {
    it(`${name} runs an application as this node does`, async () => {
      const { stdout } = await runOrThrow(join(tools, 'node_modules', '.bin', program), [...args, 'main.mjs'], {
        cwd: project.folder,
        env: { NODE_OPTIONS: undefined },
      })
      expect(stdout).to.equal(expected)
    })
  }

  const tried = bundlers.filter(([name]) => runsAll || ['rolldown', 'rspack', 'nft'].includes(name))
  for (const [name, file] of tried) {
    it(`${name} writes a program that runs without node_modules: ${file}`, async () => {
      const alone = await FreshProject.create()
      try {
        await alone.write('package.json', '{ "type": "module" }')
        const args = [join(tools, 'bundle.mjs'), name, join(project.folder, 'main.js'), join(alone.folder, file)]
        await runOrThrow(process.execPath, args, { cwd: project.folder })
        expect((await alone.run(process.execPath, file)).stdout).to.equal(expected)
      } finally {
        await alone.remove()
      }
    })
  }

  it('Bun compiles a program that runs alone', async () => {
    const alone = await FreshProject.create()
    try {
      const out = join(alone.folder, 'server')
      const args = ['build', '--compile', join(project.folder, 'main.js'), '--outfile', out]
      await runOrThrow(join(tools, 'node_modules', '.bin', 'bun'), args, { cwd: project.folder })
      expect((await alone.run(out)).stdout).to.equal(expected)
    } finally {
      await alone.remove()
    }
  })

  it('works through a link, as package managers with a store lay packages out', async () => {
    const linked = await FreshProject.create()
    try {
      await mkdir(join(linked.folder, 'node_modules'))
      await symlink(join(project.folder, 'node_modules', 'alcove'), join(linked.folder, 'node_modules', 'alcove'))
      await linked.write('main.mjs', served)
      expect((await linked.run(process.execPath, 'main.mjs')).stdout).to.equal(expected)
    } finally {
      await linked.remove()
    }
  })
})
