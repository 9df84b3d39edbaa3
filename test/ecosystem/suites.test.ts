import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { createFolder } from '../support/named-fastify.js'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'

/**
 * Plugins whose packages carry their tests, and whose tests ask for nothing that is not installed here. Those of
 * circuit-breaker do too; they measure milliseconds, and fail on a busy machine.
 */
const plugins = ['basic-auth', 'bearer-auth', 'cors', 'etag', 'helmet', 'jwt', 'sensible', 'sse', 'websocket']

/** They read the lists of hooks of Fastify's route object, by its symbols: docs/reference/ecosystem.md. */
const ofTheInside = /fastify\/lib\//

/** A package of the name `fastify` whose server is a decorated application: as-fastify.ts. */
async function writeServer(folder: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(inRepository('node_modules', 'fastify', 'package.json'), 'utf8'),
  )
  const built = inRepository('build', 'test', 'ecosystem', 'as-fastify.js')
  const program = `
const { errorCodes, decorated } = require(${JSON.stringify(built)})
const fastify = (options) => decorated(options)
module.exports = Object.assign(fastify, { errorCodes, fastify, default: fastify })
`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'fastify', version, main: 'index.js' }))
  await writeFile(join(folder, 'index.js'), program)
  return folder
}

async function testsOf(plugin: string): Promise<readonly string[]> {
  const files = (await readdir(join(plugin, 'test'))).filter((file) => file.endsWith('.test.js'))
  const texts = await Promise.all(files.map((file) => readFile(join(plugin, 'test', file), 'utf8')))
  return files.filter((_, index) => !ofTheInside.test(texts[index] ?? ''))
}

/** The parts of a report that are about tests that failed. */
function failuresIn(report: string): string {
  const parts = report.split(/^(?=# Subtest: )/m)
  return parts.filter((part) => /^not ok /m.test(part)).join('')
}

describe('in an application with hooks, a guard, a function around handlers, scopes and a tracer', function () {
  this.timeout(120_000)

  let folder: string

  before(async () => {
    folder = await createFolder(await writeServer(inRepository('build', 'test', 'ecosystem', 'as-fastify')))
  })
  after(() => rm(folder, { recursive: true }))

  for (const plugin of plugins) {
    it(`the own tests of @fastify/${plugin} pass`, async () => {
      const copy = join(folder, 'node_modules', '@fastify', plugin)
      await rm(copy)
      await cp(inRepository('node_modules', '@fastify', plugin), copy, { recursive: true })
      // All files in one process. `node --test` starts one for each file, and loading takes half of the time.
      const all = (await testsOf(copy)).map((file) => `require(${JSON.stringify(`./test/${file}`)})`)
      await writeFile(join(copy, 'all.cjs'), all.join('\n'))
      const args = ['--test-reporter=tap', 'all.cjs']
      const { status, stdout, stderr } = await runCommand(process.execPath, args, { cwd: copy })
      expect(status, failuresIn(stdout) + stderr).to.equal(0)
      expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).to.be.above(3)
    })
  }
})
