import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import { readPage } from '../docs/markdown.js'
import { FreshProject } from '../package/fresh-project.js'
import { settings } from '../package/programs.js'
import { inRepository } from '../support/repository.js'
import { skipWithoutTools, tools } from './tools.js'

const page = 'docs/recipes/serverless.md'
const json = { 'content-type': 'application/json' }

/** The entry on the page that contains a text. */
async function entryOf(text: string): Promise<string> {
  const { fences } = await readPage(page)
  const found = fences.find(({ info, code }) => info === 'mjs' && code.includes(text))
  if (found === undefined) throw new Error(`${page} has no entry with ${text}`)
  return found.code
}

/** The first address that a program prints; what it printed where it ends before. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const read = (text: Buffer) => {
      printed += text
      const [, port] = /https?:\/\/\S*?:(\d+)/.exec(printed) ?? []
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('close', (status) => reject(new Error(`it ended with ${status}:\n${printed}`)))
  })
}

describe(`the entries of ${page}`, function () {
  this.timeout(300_000)

  let project: FreshProject

  before(async () => {
    project = await FreshProject.installed()
    const adapter = join('node_modules', '@fastify', 'aws-lambda')
    await cp(inRepository(adapter), join(project.folder, adapter), { recursive: true })
    const { fences } = await readPage(page)
    const application = fences.find(({ info, code }) => info === 'ts' && code.includes('export const app'))
    await project.write('app.ts', application?.code ?? '')
    const { compilerOptions } = settings
    const flat = { ...compilerOptions, rootDir: '.', outDir: '.' }
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions: flat, files: ['app.ts'] }))
    await project.compile()
  })

  after(() => project?.remove())

  /** Runs an entry while its answers are compared. */
  async function serving(
    program: string,
    args: readonly string[],
    use: (address: string, child: ChildProcess) => unknown,
  ) {
    const child = spawn(program, args, {
      cwd: project.folder,
      env: { ...process.env, PORT: '0', NODE_OPTIONS: undefined, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = once(child, 'close')
    try {
      await use(await addressOf(child), child)
    } finally {
      child.kill('SIGKILL')
      await closed
    }
  }

  async function expectAnswers(fetched: (path: string, init?: RequestInit) => Promise<Response>): Promise<void> {
    const listed = await fetched('/articles')
    expect([listed.status, await listed.text()]).to.deep.equal([200, '[{"title":"first"}]'])
    const added = await fetched('/articles', { method: 'POST', headers: json, body: '{"title":"second"}' })
    expect([added.status, await added.text()]).to.deep.equal([200, '{"title":"second"}'])
    expect((await fetched('/articles', { method: 'POST', headers: json, body: '{}' })).status).to.equal(400)
    expect((await fetched('/nowhere')).status).to.equal(404)
    const removed = await fetched('/articles/first', { method: 'DELETE' })
    expect([removed.status, await removed.text()]).to.deep.equal([200, '{"removed":"first"}'])
  }

  for (const [name, entry, program, args] of [
    [
      'Deno',
      'Deno.serve',
      'deno',
      ['run', '--allow-net', '--allow-env', '--allow-read', '--allow-sys', '--node-modules-dir=manual'],
    ],
    ['Bun', 'Bun.serve', 'bun', []],
  ] as const) {
    it(`${name} serves the fetch handler`, async function () {
      skipWithoutTools(this)
      await project.write('main.mjs', await entryOf(entry))
      await serving(join(tools, 'node_modules', '.bin', program), [...args, 'main.mjs'], (address) =>
        expectAnswers((path, init) => fetch(address + path, init)),
      )
    })
  }

  it('Vercel: the function answers from the files that the tracer copies', async function () {
    skipWithoutTools(this)
    await project.write('api/index.mjs', await entryOf('export default'))
    const alone = await FreshProject.create()
    try {
      const program = join(tools, 'bundle.mjs')
      await project.run(
        process.execPath,
        program,
        'nft',
        join(project.folder, 'api', 'index.mjs'),
        join(alone.folder, 'load.mjs'),
      )
      const traced = join(alone.folder, 'traced', project.folder, 'api', 'index.mjs')
      const { default: exported }: { default: { fetch(asked: Request): Promise<Response> } } = await import(traced)
      await expectAnswers((path, init) => exported.fetch(new Request(`https://shop.example${path}`, init)))
    } finally {
      await alone.remove()
    }
  })

  it('AWS Lambda: the handler answers events', async () => {
    await project.write('lambda.mjs', await entryOf('awsLambda'))
    const { handler }: { handler(event: object, context: object): Promise<{ statusCode: number; body: string }> } =
      await import(join(project.folder, 'lambda.mjs'))
    const call = async (path: string, { method = 'GET', body }: RequestInit = {}) => {
      const event = { version: '2.0', rawPath: path, headers: json, requestContext: { http: { method, path } }, body }
      const answer = await handler(event, {})
      return new Response(answer.body, { status: answer.statusCode })
    }
    await expectAnswers(call)
  })

  it('Google Cloud Run: it listens on PORT, and SIGTERM lets an open request end', async () => {
    await project.write('main.mjs', await entryOf("host: '0.0.0.0'"))
    await serving(process.execPath, ['main.mjs'], async (address, child) => {
      await expectAnswers((path, init) => fetch(address + path, init))
      const open = request(`${address}/articles`, { method: 'POST', headers: { ...json, 'content-length': 17 } })
      open.write('{"title":')
      await once(open, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))
      await fetch(`${address}/articles`) // answered after the head of the open request has arrived
      child.kill('SIGTERM')
      await new Promise((resolve) => setTimeout(resolve, 300))
      open.end('"third"}')
      const [answer] = await once(open, 'response')
      expect(answer.statusCode).to.equal(200)
      answer.resume()
      const [status] = await once(child, 'close')
      expect(status).to.equal(0)
    })
  })
})
