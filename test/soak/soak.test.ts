import { expect } from 'chai'
import { inRepository, repository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { kinds } from './clients.js'

describe('the soak', function () {
  this.timeout(120_000)

  it('runs each kind of client, finds each answer expected and nothing leaked, and reports it', async () => {
    const options = ['--minutes', '0.5', '--clients', '20', '--idle', '50']
    const program = inRepository('build/test/soak/main.js')
    const { status, stdout, stderr } = await runCommand(process.execPath, [program, ...options], { cwd: repository })
    expect(status, stdout + stderr).to.equal(0)
    expect(stdout)
      .to.match(/start: heap [\d.]+ MiB/)
      .and.match(/end {2}: heap/)
      .and.match(/\d+ bytes of heap for an idle/)
    expect(Object.keys(kinds).filter((kind) => stdout.includes(`  ${kind}: `))).to.have.lengthOf.above(10)
  })

  it('prints its usage after wrong arguments', async () => {
    const program = inRepository('build/test/soak/main.js')
    const { status, stderr } = await runCommand(process.execPath, [program, '--minutes', 'x'], { cwd: repository })
    expect(status).to.equal(2)
    expect(stderr).to.contain('usage')
  })
})
