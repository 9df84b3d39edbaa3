import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { alcove } from '../cli/command-line.js'
import { UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'

function application(from: string): string {
  return `
import fastify from '${from}'

const app = fastify({ precompiled: (await import('./alcove.compiled.js').catch(() => ({}))).default })
app.post('/greetings', { schema: {
  body: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, ids: { type: 'array', items: { type: 'integer' } } } },
  response: { 200: { type: 'object', properties: { text: { type: 'string' }, ids: { type: 'array', items: { type: 'integer' } } } } },
} }, async ({ body }) => ({ text: 'hello ' + body.name, ids: body.ids, secret: 'dropped' }))
const address = await app.listen({ port: 0 })
const headers = { 'content-type': 'application/json' }
for (const body of ['{"name":"Ada","ids":"7"}', '{}']) {
  const answer = await fetch(address + '/greetings', { method: 'POST', headers, body })
  console.log(answer.status, await answer.text())
}
await app.close()
`
}

const standalone = `
import fastify from 'fastify'
import { compileServer } from 'alcove/standalone'

const serve = (options) => fastify(options).get('/', { schema: { querystring: { type: 'object', properties: { n: { type: 'integer' } } } } }, ({ query }) => query)
const { code } = await compileServer((options) => serve({ ...options }))
const { default: precompiled } = await import('data:text/javascript,' + encodeURIComponent(code))
console.log((await serve({ precompiled }).inject('/?n=7')).body)
`

const answers = `200 {"text":"hello Ada","ids":[7]}
400 {"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body must have required property 'name'"}
`

describe('precompiled schemas of the drop-in', function () {
  this.timeout(120_000)

  let project: UserProject
  let alone: string

  beforeEach(async () => {
    alone = await mkdtemp(join(tmpdir(), 'alcove-alone-'))
    project = await UserProject.create({ 'package.json': '{ "type": "module" }' })
    await cp(inRepository('build', 'alcove-fastify'), join(project.folder, 'node_modules', 'fastify'), {
      recursive: true,
    })
  })

  afterEach(async () => {
    await project.remove()
    await rm(alone, { recursive: true, force: true })
  })

  function run(file: string) {
    const env = { NODE_OPTIONS: undefined }
    return runCommand(process.execPath, ['--disallow-code-generation-from-strings', file], { cwd: alone, env })
  }

  for (const from of ['fastify', 'alcove/fastify']) {
    it(`alcove build writes a file that makes no code: ${from}`, async () => {
      await project.write('main.js', application(from))
      const out = join(alone, 'server.mjs')
      const built = await alcove(['build', '--entry', 'main.js', '--out', out], { cwd: project.folder })
      expect(built.status, built.stderr).to.equal(0)
      const ran = await run(out)
      expect(ran.stdout, ran.stderr).to.equal(answers)
    })
  }

  it('alcove compile writes a file that the option precompiled takes', async () => {
    const main = join(project.folder, 'main.js')
    await project.write('main.js', application('fastify'))
    const compiled = await alcove(['compile', '--entry', 'main.js'], { cwd: project.folder })
    expect(compiled.status, compiled.stderr).to.equal(0)
    expect(compiled.stdout).to.contain('1 validator, 1 serializer')
    const ran = await run(main)
    expect(ran.stdout, ran.stderr).to.equal(answers)
    await project.write('main.js', application('fastify').replace("type: 'integer'", "type: 'number'"))
    const stale = await run(main)
    expect(stale.stderr).to.contain('ALC_ERR_PRECOMPILED_STALE').and.to.contain('the body schema of POST /greetings')
  })

  it('compileServer writes what the drop-in starts with', async () => {
    await project.write('main.mjs', standalone)
    const { stdout, stderr } = await runCommand(process.execPath, ['main.mjs'], { cwd: project.folder })
    expect(stdout, stderr).to.equal('{"n":7}\n')
  })

  it('names the other server where the file was written for the core', async () => {
    const serve = (from: string) =>
      application('fastify').replace(
        "import fastify from 'fastify'",
        `import { createServer as fastify } from '${from}'`,
      )
    await project.write('main.js', serve('alcove/core'))
    const compiled = await alcove(['compile', '--entry', 'main.js'], { cwd: project.folder })
    expect(compiled.status, compiled.stderr).to.equal(0)
    await project.write('main.js', application('fastify'))
    const ran = await run(join(project.folder, 'main.js'))
    expect(ran.stderr).to.contain('the server was alcove and is alcove/fastify now')
    expect(await readFile(join(project.folder, 'alcove.compiled.js'), 'utf8')).to.contain('"the server":"alcove"')
  })
})
