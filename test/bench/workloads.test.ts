import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { checkAnswer } from '../../bench/answer.js'
import { LoadClient } from '../../bench/load.js'
import { checkAgreement } from '../../bench/mix.js'
import { readOptions, UsageError } from '../../bench/options.js'
import { kinds } from '../../bench/servers/kinds.js'
import { describeUsage } from '../../bench/usage.js'
import { allNames, applicationWorkloads, requestWorkloads, usualWorkloads } from '../../bench/workloads/all.js'
import { bootWorkloads } from '../../bench/workloads/boot.js'
import { scaleWorkloads } from '../../bench/workloads/scale.js'
import '../support/lazy-wasm.js'
import { inRepository } from '../support/repository.js'

const own = kinds.filter(({ name }) => /^(?:core|decorated|drop-in)/.test(name))
const fastify = kinds.filter(({ name }) => name === 'fastify')
const peers = kinds.filter(({ name }) => ['node', 'hono', 'nest'].includes(name))

/** Of those that grow only what is small enough to be started in a test. */
const growing = [...scaleWorkloads, ...bootWorkloads].filter(({ name }) => ['N10', 'R10', 'B0', 'B1'].includes(name))

/** The other servers are checked when they are measured, and so is W1 to W9 of the peers. */
const pairs = [
  ...fastify.flatMap((kind) => [...requestWorkloads, ...usualWorkloads].map((workload) => ({ kind, workload }))),
  ...peers.flatMap((kind) => usualWorkloads.map((workload) => ({ kind, workload }))),
  ...own.flatMap((kind) =>
    [...requestWorkloads, ...usualWorkloads, ...growing].map((workload) => ({ kind, workload })),
  ),
].filter(({ kind, workload }) => kind.workloads.includes(workload.name))

describe('the benchmark', () => {
  for (const { kind, workload } of pairs) {
    it(`gets the right answer from ${kind.name} to ${workload.name}`, async () => {
      await kind.prepare?.(workload.name)
      const start = await kind.load(workload.name)
      const { port, close } = await start(workload)
      try {
        await LoadClient.using(
          { port, requests: [workload.request], protocol: workload.protocol, connections: 2 },
          async (client) => {
            checkAnswer(workload, await client.once(workload.request))
            expect(await client.run({ milliseconds: 5000, requests: 6 })).to.include({ requests: 6 })
            checkAnswer(workload, await client.once(workload.request))
          },
        )
      } finally {
        await close()
      }
    }).timeout(60_000)
  }

  for (const workload of applicationWorkloads) {
    it(`gets the same answers from each server to ${workload.name}`, async () => {
      const starts = await Promise.all(
        kinds.filter((kind) => kind.workloads.includes(workload.name)).map((kind) => kind.load(workload.name)),
      )
      const servers = await Promise.all(starts.map((start) => start(workload)))
      try {
        const { mix } = workload
        if (mix === undefined) throw new Error(`${workload.name} has no mix of requests`)
        await checkAgreement(mix, servers)
      } finally {
        await Promise.all(servers.map(({ close }) => close()))
      }
    }).timeout(120_000)
  }

  it('refuses an answer that a workload does not expect', () => {
    const [workload] = requestWorkloads
    if (workload === undefined) throw new Error('there is no workload')
    const answer = { status: 200, contentType: 'application/json', body: '{"hello":"nobody"}' }
    expect(() => checkAnswer(workload, answer)).to.throw()
    expect(() => checkAnswer(workload, { ...answer, status: 404 })).to.throw()
  })

  it('names what there is when it is asked for a server or a workload that there is not', () => {
    expect(() => readOptions(['--kinds', 'fastify,expres'])).to.throw(UsageError, /expres\b.*fastify.*decorated/)
    expect(() => readOptions(['--only', 'W1,W99'])).to.throw(UsageError, /W99\b.*W1.*R10/)
    expect(() => readOptions(['--rounds', 'many'])).to.throw(UsageError)
  })

  it('describes each option, workload and kind where an option is unknown', () => {
    const names = ['--quick', '--only', '--kinds', ...allNames, ...kinds.map(({ name }) => name)]
    expect(() => readOptions(['--quik']))
      .to.throw(UsageError, /'--quik'/)
      .with.property('message')
      .that.includes(describeUsage())
    for (const name of names) expect(describeUsage()).to.match(new RegExp(`^  ${name}(?: |$)`, 'm'))
  })

  it('prints the same with --help, and runs nothing', () => {
    const main = inRepository('build', 'bench', 'main.js')
    expect(execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' })).to.equal(`${describeUsage()}\n`)
  })

  it('always measures what the others are divided by', () => {
    expect(readOptions(['--kinds', 'core']).kinds.map(({ name }) => name)).to.deep.equal(['fastify', 'core'])
  })
})
