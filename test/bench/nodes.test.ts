import { expect } from 'chai'
import { measureOnNodes } from '../../bench/measure-on-nodes.js'
import { readOptions, UsageError } from '../../bench/options.js'

const { execPath, version } = process

describe('`npm run bench -- --nodes`', () => {
  it('asks each program for its version', () => {
    expect(readOptions([]).nodes).to.deep.equal([{ path: execPath, version }])
    const { nodes, node } = readOptions(['--nodes', `${execPath},${execPath}`])
    expect(nodes.map((each) => each.version)).to.deep.equal([version, version])
    expect(node).to.equal(execPath)
  })

  it('refuses a path that does not run, and several versions for one picture', () => {
    expect(() => readOptions(['--nodes', '/no/node'])).to.throw(UsageError, '--nodes: /no/node does not run.')
    expect(() => readOptions(['--plot', '--nodes', `${execPath},${execPath}`])).to.throw(UsageError, '--plot: ')
  })

  it('measures one round on each program before the next round', async () => {
    const nodes = ['a', 'b'].map((path) => ({ path, version: `v${path}` }))
    const order: string[] = []
    const measured = await measureOnNodes(
      async ({ node, rounds }) => {
        order.push(node)
        return [{ turn: '0', node, rounds }]
      },
      { ...readOptions(['--rounds', '2']), nodes },
    )
    expect(order).to.deep.equal(['a', 'b', 'a', 'b'])
    expect([...measured].map(([{ version }, samples]) => [version, samples])).to.deep.equal(
      ['a', 'b'].map((node) => [`v${node}`, ['0.0', '1.0'].map((turn) => ({ turn, node, rounds: 1 }))]),
    )
  })

  it('leaves the rounds of a single program to the measure', async () => {
    const options = readOptions(['--rounds', '2'])
    const measured = await measureOnNodes(async ({ rounds }) => [{ turn: '0', rounds }], options)
    expect([...measured.values()]).to.deep.equal([[{ turn: '0', rounds: 2 }]])
  })
})
