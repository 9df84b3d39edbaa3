import { expect } from 'chai'
import { checkAnswer } from '../../bench/answer.js'
import { LoadClient } from '../../bench/load.js'
import { readOptions, UsageError } from '../../bench/options.js'
import { kinds } from '../../bench/servers/kinds.js'
import { workloads } from '../../bench/workloads/all.js'

/** Fastify as what all is compared with, and what is ours; the other servers are checked when they are measured. */
const checked = kinds.filter(({ name }) => /^(?:fastify|core|decorated)(?!-tick)/.test(name))

describe('the benchmark', () => {
  for (const kind of checked) {
    for (const workload of workloads) {
      it(`gets the right answer from ${kind.name} to ${workload.name}`, async () => {
        const start = await kind.load()
        const server = await start(workload)
        const client = await LoadClient.open(server.port, workload.request, 2)
        try {
          checkAnswer(workload, await client.once())
          const { requests } = await client.run({ milliseconds: 5000, requests: 6 })
          expect(requests).to.equal(6)
          checkAnswer(workload, await client.once())
        } finally {
          client.close()
          await server.close()
        }
      }).timeout(60_000)
    }
  }

  it('refuses an answer that a workload does not expect', () => {
    const [workload] = workloads
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

  it('always measures what the others are divided by', () => {
    expect(readOptions(['--kinds', 'core']).kinds.map(({ name }) => name)).to.deep.equal(['fastify', 'core'])
  })
})
