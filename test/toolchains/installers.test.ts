import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { FreshProject, packOnce } from '../package/fresh-project.js'
import { pnpmAge, yarnAge } from '../support/registry.js'
import { served } from './served.js'
import { runsAll, skipWithoutTools, tools } from './tools.js'

const yarn = join(tools, 'node_modules', '@yarnpkg', 'cli-dist', 'bin', 'yarn.js')
const pnpm = join(tools, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs')

const managers = [
  {
    name: "Yarn, Plug'n'Play",
    install: [yarn, 'install'],
    run: [yarn, 'node'],
    alcove: [yarn, 'run', 'alcove'],
    files: {
      'yarn.lock': '',
      '.yarnrc.yml': `nodeLinker: pnp\nenableTelemetry: false\nenableImmutableInstalls: false\n${yarnAge}`,
    },
  },
  {
    name: 'pnpm',
    install: [pnpm, 'install', '--ignore-workspace', '--prefer-offline', pnpmAge],
    run: [],
    alcove: [pnpm, 'exec', 'alcove'],
    files: {},
  },
] as const

describe('package managers', function () {
  this.timeout(300_000)

  let installed: FreshProject
  let expected: string

  before(async function () {
    skipWithoutTools(this)
    installed = await FreshProject.installed()
    await installed.write('main.mjs', served)
    expected = (await installed.run(process.execPath, 'main.mjs')).stdout
  })

  after(() => installed?.remove())

  for (const { name, install, run, alcove, files } of managers.filter((each) => runsAll || each.name !== 'pnpm')) {
    it(`${name} installs the package, a program runs, and so does the command line`, async () => {
      const project = await FreshProject.create()
      try {
        const { path } = await packOnce()
        const tarball = basename(path)
        await cp(path, join(project.folder, tarball))
        const manifest = { name: 'fresh', private: true, type: 'module', dependencies: { alcove: `file:./${tarball}` } }
        await project.write('package.json', JSON.stringify(manifest))
        for (const [file, text] of Object.entries(files)) await project.write(file, text)
        await project.run(process.execPath, ...install)
        await project.write('main.mjs', served)
        expect((await project.run(process.execPath, ...run, 'main.mjs')).stdout).to.equal(expected)
        const program =
          "import { createServer } from 'alcove'\nconst server = createServer()\nserver.get('/hello', () => 1)\nawait server.listen({ port: 0 })\n"
        await project.write('listening.mjs', program)
        const { stdout } = await project.run(process.execPath, ...alcove, 'routes', '--entry', 'listening.mjs')
        expect(stdout).to.match(/GET\s+\/hello/)
      } finally {
        await project.remove()
      }
    })
  }
})
