import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import { versionOf } from '../package/fresh-project.js'
import { createFolder } from '../support/named-fastify.js'
import { inRepository } from '../support/repository.js'
import { runOrThrow } from '../support/run-command.js'

const tools = inRepository('test', 'ecosystem', 'tools')

const applications = [
  ['Apollo Server by its Fastify integration', 'apollo.mjs'],
  ['routes that fastify-openapi-glue makes of a document', 'glue.mjs'],
  ['fastify-metrics', 'metrics.mjs'],
  ['an application in the shape of fastify/demo', 'demo.mjs'],
] as const

/** A package of the name `fastify` whose server is the core, with the options that Fastify has by default. */
async function writeCore(folder: string): Promise<string> {
  const manifest = { name: 'fastify', version: await versionOf('fastify'), main: 'index.cjs' }
  const program = `
const core = require('alcove/core')
const validatorengine = (ajv) => ({ version: 8, ...ajv, customOptions: { coerceTypes: 'array', ...ajv?.customOptions } })
const fastify = (options) => core.createServer({ bodyValidation: 'parsed', ...options, validatorengine: validatorengine(options?.ajv) })
module.exports = Object.assign(fastify, core, { fastify, default: fastify })
`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'index.cjs'), program)
  return folder
}

function askOverSocket(socketPath: string, path: string): Promise<[status: number | undefined, body: string]> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path }, async (answer) => {
      let body = ''
      for await (const part of answer.setEncoding('utf8')) body += part
      resolve([answer.statusCode, body])
    })
      .once('error', reject)
      .end()
  })
}

/** A line of its log that contains a text; what it printed where it ends before. */
function logged(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const read = (part: Buffer) => {
      printed += part
      if (printed.includes(text)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('close', (status) => reject(new Error(`it ended with ${status}:\n${printed}`)))
  })
}

describe('applications on Fastify, on alcove/fastify and on the core', function () {
  this.timeout(120_000)

  const folders = { fastify: '', dropIn: '', core: '' }

  before(async function () {
    if (!existsSync(join(tools, 'node_modules'))) {
      console.log(
        '      skipped: npm --prefix test/ecosystem/tools install installs the applications and runs these tests',
      )
      this.skip()
    }
    const more = join(tools, 'node_modules')
    folders.fastify = await createFolder(inRepository('node_modules', 'fastify'), more)
    folders.dropIn = await createFolder(inRepository('build', 'alcove-fastify'), more)
    folders.core = await createFolder(
      await writeCore(inRepository('build', 'test', 'ecosystem', 'core-as-fastify')),
      more,
    )
    const programs = (await readdir(tools)).filter((name) => name.endsWith('.mjs') || name === 'demo')
    for (const folder of Object.values(folders)) {
      for (const name of programs) await cp(join(tools, name), join(folder, name), { recursive: true })
    }
  })

  after(() =>
    Promise.all(Object.values(folders).map((folder) => folder !== '' && rm(folder, { recursive: true, force: true }))),
  )

  /** Packages find each other where the links are, not where they lead. */
  const linked = ['--preserve-symlinks', '--preserve-symlinks-main']

  async function run(folder: string, args: readonly string[], compares: 'all' | 'statuses' = 'all'): Promise<string[]> {
    const env = { ALCOVE_COMPARES: compares, NODE_OPTIONS: undefined }
    const { stdout } = await runOrThrow(process.execPath, [...linked, ...args], { cwd: folder, env })
    return stdout.split('\n')
  }

  for (const [name, program] of applications) {
    it(`give the same answers: ${name}`, async () => {
      const expected = await run(folders.fastify, [program])
      expect(expected).to.have.length.above(8)
      expect(await run(folders.dropIn, [program])).to.deep.equal(expected)
      const statuses = await run(folders.fastify, [program], 'statuses')
      expect(await run(folders.core, [program], 'statuses')).to.deep.equal(statuses)
    })
  }

  const cli = join('node_modules', 'fastify-cli', 'cli.js')

  it('fastify-cli prints the routes and the plugins', async () => {
    const args = [cli, 'print-routes', 'demo/app.mjs']
    const routes = await run(folders.fastify, args)
    expect(routes.join('\n')).to.contain(':id (GET, HEAD, DELETE)')
    expect(await run(folders.dropIn, args)).to.deep.equal(routes)
    const plugins = await run(folders.dropIn, [cli, 'print-plugins', 'demo/app.mjs'])
    expect(plugins.join('\n')).to.contain('@fastify/session').and.to.contain('autoload')
  })

  it('fastify-cli starts the application, and SIGTERM ends it', async () => {
    const socket = join(folders.dropIn, 'listening.sock')
    const args = [...linked, cli, 'start', '--socket', socket, '--options', '--log-level', 'info', 'demo/app.mjs']
    const child = spawn(process.execPath, args, {
      cwd: folders.dropIn,
      env: { ...process.env, NODE_OPTIONS: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = once(child, 'close')
    try {
      await logged(child, 'Server listening')
      expect(await askOverSocket(socket, '/')).to.deep.equal([200, '{"message":"Welcome"}'])
      expect((await askOverSocket(socket, '/api/tasks'))[0]).to.equal(401)
      child.kill('SIGTERM')
      expect((await closed)[0]).to.equal(0)
    } finally {
      child.kill('SIGKILL')
    }
  })
})
