import { expect } from 'chai'
import { findKind } from '../../bench/servers/kinds.js'
import { measures, printSamples, printSummary, type Result, type Sample } from '../../bench/tables.js'

const fastify = findKind('fastify')
const core = findKind('core')
const hono = findKind('hono')

function samplesOf(kind: string, figures: readonly number[]): readonly Sample[] {
  return figures.map((cpu, turn) => ({ kind, turn: String(turn), cpu, perSecond: 1 }))
}

function resultOf(name: string, samples: readonly Sample[]): Result {
  return {
    name,
    title: 'an example',
    measure: measures.request,
    kinds: [fastify, core, hono],
    samples,
    node: 'v20.20.2',
    base: 'fastify',
  }
}

describe('the tables of the benchmark', () => {
  it('divide what was measured in one turn, so that a slow moment of the machine counts for both', () => {
    const samples = [...samplesOf('fastify', [10, 100, 1000]), ...samplesOf('core', [30, 50, 900])]
    expect(printSamples(resultOf('W1', samples))).to.match(/core +50.0 +1.00 +0.90 +0.90–3.00/)
  })

  it('mark a server that does the workload in another way, and describe that way', () => {
    const samples = [...samplesOf('fastify', [10]), ...samplesOf('core', [9]), ...samplesOf('hono', [12])]
    expect(printSamples(resultOf('W2', samples))).to.match(/^hono \* +12.0 [\s\S]*^\* hono: no response schemas/m)
    expect(printSamples(resultOf('W1', samples))).not.to.contain('*')
    expect(printSummary([resultOf('W2', samples)])).to.contain('| W2 an example | 1.00 | 0.90 | 1.20 * |')
  })

  it('show the results of several nodes in one table, with a column for each', () => {
    const samples = (core: number) => [...samplesOf('fastify', [10]), ...samplesOf('core', [core])]
    const older = { ...resultOf('W1', samples(7)), kinds: [fastify, core] }
    const newer = { ...older, samples: samples(8), node: 'v26.10.0' }
    const table = printSummary([older, newer, { ...older, name: 'W2' }])
    expect(table).to.contain('cpu / fastify | core, node v20.20.2 | core, node v26.10.0 |')
    expect(table).to.contain('| W1 an example | 0.70 | 0.80 |').and.contain('| W2 an example | 0.70 | – |')
  })

  it('show a dash where nothing was measured', () => {
    const samples = [...samplesOf('fastify', [10]), ...samplesOf('core', [Number.NaN])]
    expect(printSummary([resultOf('W1', samples)])).to.contain('| W1 an example | 1.00 | – | – |')
  })
})
