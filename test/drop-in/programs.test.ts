import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { inRepository, repository } from '../support/repository.js'
import { runOrThrow } from '../support/run-command.js'

/** A folder whose `node_modules` is ours, with another package under the name `fastify`. */
async function createFolder(fastify: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-drop-in-'))
  const packages = join(folder, 'node_modules')
  for (const name of await readdir(inRepository('node_modules'))) {
    if (name.startsWith('.') || name === 'fastify') continue
    const isScope = name.startsWith('@')
    if (isScope) await mkdir(join(packages, name), { recursive: true })
    const names = isScope ? (await readdir(inRepository('node_modules', name))).map((each) => join(name, each)) : [name]
    await mkdir(packages, { recursive: true })
    for (const each of names) await symlink(inRepository('node_modules', each), join(packages, each))
  }
  await symlink(fastify, join(packages, 'fastify'))
  await symlink(repository, join(packages, 'alcove'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

describe('programs under the name fastify', function () {
  this.timeout(120_000)

  const folders: Record<'fastify' | 'dropIn', string> = { fastify: '', dropIn: '' }

  before(async () => {
    folders.fastify = await createFolder(inRepository('node_modules', 'fastify'))
    folders.dropIn = await createFolder(inRepository('build', 'alcove-fastify'))
  })

  after(() => Promise.all(Object.values(folders).map((folder) => rm(folder, { recursive: true }))))

  /** Packages find each other where the links are, not where they lead. */
  async function run(folder: string, program: string): Promise<string> {
    await cp(inRepository('build', 'test', 'drop-in', program), join(folder, program))
    const flags = ['--preserve-symlinks', '--preserve-symlinks-main']
    const { stdout } = await runOrThrow(process.execPath, [...flags, program], { cwd: folder })
    return stdout
  }

  for (const [what, program] of [
    ['an application of Nest on its adapter', 'nest-program.js'],
    ['plugins and their routes', 'plugins-program.js'],
  ] as const) {
    it(`answer as they do on Fastify: ${what}`, async () => {
      const [expected, found] = [await run(folders.fastify, program), await run(folders.dropIn, program)]
      expect(found.split('\n')).to.deep.equal(expected.split('\n'))
      expect(expected.split('\n')).to.have.length.above(15)
    })
  }
})
