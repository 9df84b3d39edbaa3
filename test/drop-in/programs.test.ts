import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { createFolder } from '../support/named-fastify.js'
import { inRepository } from '../support/repository.js'
import { runOrThrow } from '../support/run-command.js'

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
    ['warnings of the process', 'warnings-program.js'],
  ] as const) {
    it(`answer as they do on Fastify: ${what}`, async () => {
      const [expected, found] = [await run(folders.fastify, program), await run(folders.dropIn, program)]
      expect(found.split('\n')).to.deep.equal(expected.split('\n'))
      expect(expected.split('\n')).to.have.length.above(15)
    })
  }
})
