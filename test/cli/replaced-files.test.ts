import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { alcove } from './command-line.js'
import { UserProject } from './user-project.js'

const program = `import { createServer } from 'alcove'
await createServer().listen(0)
`
const cyclic = `import { createServer } from 'alcove'
const error = new Error('planned')
error.cause = error
const server = createServer()
server.register(async () => { throw error })
await server.listen(0)
`

describe('a file of the application', function () {
  this.timeout(60_000)

  let project: UserProject
  afterEach(() => project.remove())

  for (const command of ['compile', 'client', 'openapi', 'build'])
    it(`is not replaced by alcove ${command}: --out names the entry`, async () => {
      project = await UserProject.create({ 'main.mjs': program })
      const args = [command, '--no-build', '--entry', 'main.mjs', '--out', 'main.mjs']
      const { status, stderr } = await alcove(args, { cwd: project.folder })
      expect(stderr).to.contain('ALC_ERR_CLI_OUT_IS_ENTRY')
      expect(status).to.equal(2)
      expect(await readFile(join(project.folder, 'main.mjs'), 'utf8')).to.equal(program)
    })

  it('may be written into a folder that does not exist yet', async () => {
    project = await UserProject.create({ 'main.mjs': program })
    const args = ['compile', '--no-build', '--entry', 'main.mjs', '--out', 'new/schemas.mjs']
    const { status, stderr } = await alcove(args, { cwd: project.folder })
    expect([status, stderr]).to.deep.equal([0, ''])
    expect(await readFile(join(project.folder, 'new', 'schemas.mjs'), 'utf8')).to.contain('export')
  })

  for (const json of [[], ['--json']])
    it(`receives the OpenAPI document that is otherwise printed ${json.join('')}`, async () => {
      project = await UserProject.create({ 'main.mjs': program })
      const args = ['openapi', '--no-build', '--entry', 'main.mjs', ...json]
      const printed = await alcove(args, { cwd: project.folder })
      const { status, stdout, stderr } = await alcove([...args, '--out', 'api.json'], { cwd: project.folder })
      const file = join(project.folder, 'api.json')
      expect([status, stderr]).to.deep.equal([0, ''])
      expect(stdout).to.match(/^written: api\.json\n$|^\{\s*"file": ".*api\.json"\s*\}\n$/)
      expect(JSON.parse(await readFile(file, 'utf8'))).to.deep.equal(JSON.parse(printed.stdout))
    })

  it('that fails with an error that is its own cause is reported', async () => {
    project = await UserProject.create({ 'main.mjs': cyclic })
    const { status, stdout, stderr } = await alcove(['check', '--no-build', '--entry', 'main.mjs'], {
      cwd: project.folder,
    })
    expect(stdout + stderr).to.contain('planned')
    expect(status).not.to.equal(0)
  })
})
