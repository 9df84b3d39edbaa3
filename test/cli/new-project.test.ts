import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { packOnce } from '../package/fresh-project.js'
import { npmInstall } from '../support/registry.js'
import { runOrThrow } from '../support/run-command.js'
import { alcove } from './command-line.js'
import { startServer, whileItRuns } from './started-server.js'

async function expectNoNotes(address: string): Promise<void> {
  const response = await fetch(`${address}/notes`)
  expect([response.status, await response.json()]).to.deep.equal([200, []])
}

/** The sum of node's test runner; its reporter for pipes differs between versions of node. */
const passedBoth = /[#ℹ] pass 2\n[#ℹ] fail 0/

describe('alcove new', function () {
  this.timeout(300_000)

  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alcove-new-'))
  })

  after(() => rm(folder, { recursive: true, force: true }))

  it('refuses a name that no package can have, and a folder that is not empty', async () => {
    await writeFile(join(folder, 'taken'), '')
    const wrong = await alcove(['new', 'No Name'], { cwd: folder })
    const taken = await alcove(['new', 'taken'], { cwd: folder })
    expect([wrong.status, taken.status]).to.deep.equal([2, 2])
    expect([wrong.stderr, taken.stderr].map((text) => text.split('\n', 1)[0])).to.deep.equal([
      'ALC_ERR_CLI_NAME_INVALID',
      'ALC_ERR_CLI_FOLDER_TAKEN',
    ])
  })

  it('lists the files that it wrote, with --json too', async () => {
    const { stdout } = await alcove(['new', 'told', '--json'], { cwd: folder })
    const { folder: written, files } = JSON.parse(stdout)
    expect(written).to.equal(join(folder, 'told'))
    await Promise.all(files.map((file: string) => access(join(written, file))))
    expect((await readdir(written)).length).to.be.greaterThan(3)
  })

  it('makes a project that passes its tests, starts and stops, with the package as it is published', async () => {
    await alcove(['new', 'fresh'], { cwd: folder })
    const project = join(folder, 'fresh')
    const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))
    const tarball = await packOnce()
    const dependencies = { ...manifest.dependencies, alcove: `file:${tarball.path}` }
    await writeFile(join(project, 'package.json'), JSON.stringify({ ...manifest, dependencies }))
    const options = { cwd: project, env: { NODE_OPTIONS: undefined } }

    await runOrThrow('npm', [...npmInstall, '--engine-strict'], options)
    expect((await runOrThrow('npm', ['test'], options)).stdout).to.match(passedBoth)
    expect((await runOrThrow('npm', ['run', '--silent', 'check'], options)).stdout).to.equal(
      'no problems: 2 contexts, 2 routes\n',
    )

    const server = startServer(project, 'npm', ['start'])
    const ended = new Promise((resolve) => server.once('close', resolve))
    await whileItRuns(server, async (address) => {
      await expectNoNotes(address)
      server.kill('SIGTERM') // npm alone: it passes the signal on
      expect(await ended).to.equal(0)
      await fetch(address).then(
        () => expect.fail('the server still listens'),
        (error) => expect(error).to.have.nested.property('cause.code', 'ECONNREFUSED'),
      )
    })
    const { start } = manifest.scripts
    expect(start).to.contain('process.platform')
    const onWindows = startServer(project, 'sh', ['-c', start.replace('process.platform', "'win32'")])
    await whileItRuns(onWindows, expectNoNotes)

    await mkdir(join(project, 'src', 'moved'))
    const moved = join(project, 'src', 'moved', 'notes.test.ts')
    await rename(join(project, 'src', 'notes', 'notes.test.ts'), moved)
    await writeFile(moved, (await readFile(moved, 'utf8')).replace('keeps the', 'still keeps the'))
    const { stdout } = await runOrThrow('npm', ['test'], options)
    expect(stdout).to.match(passedBoth).and.to.contain('still keeps the notes')
  })
})
