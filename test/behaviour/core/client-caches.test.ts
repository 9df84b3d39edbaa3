import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { repository } from '../../support/repository.js'
import { runOrThrow } from '../../support/run-command.js'

const program = fileURLToPath(new URL('flood-server.js', import.meta.url))

/** Each flood sends 30 MB of values that are all different. */
const most = 5_000_000

describe('data of clients does not stay in memory', function () {
  this.timeout(60_000)
  let held: Record<string, number> = {}

  before(async () => {
    const { stdout } = await runOrThrow(process.execPath, ['--expose-gc', program], { cwd: repository })
    held = JSON.parse(stdout)
  })

  for (const [title, name] of [
    ['values of Content-Type, sent to many routes', 'contentTypes'],
    ['values of Host, sent to many routes with a pattern of hosts', 'hosts'],
    ['paths, queries, versions and accepted types', 'others'],
  ] as const) {
    it(`${title}, take less than 5 MB`, () => {
      expect(held[name]).to.be.a('number').below(most)
    })
  }
})

describe('a body that arrives byte by byte', function () {
  this.timeout(60_000)

  it('takes less than 5 MB, read at once or not at all, over HTTP/1 and HTTP/2', async () => {
    const bytewise = fileURLToPath(new URL('chunk-server.js', import.meta.url))
    const { stdout } = await runOrThrow(process.execPath, ['--expose-gc', bytewise], { cwd: repository })
    for (const [name, bytes] of Object.entries(JSON.parse(stdout))) expect(bytes, name).to.be.a('number').below(most)
  })
})

describe('a response of single bytes whose client does not read', function () {
  this.timeout(60_000)

  it('takes less than 1.2 MB, and nothing when the client has left', async () => {
    const stalled = fileURLToPath(new URL('stalled-server.js', import.meta.url))
    const { stdout } = await runOrThrow(process.execPath, ['--expose-gc', stalled], { cwd: repository })
    const figures: Record<string, { held: number; after: number }> = JSON.parse(stdout)
    for (const [name, { held, after }] of Object.entries(figures)) {
      expect(held, name).to.be.below(1_200_000)
      expect(after, name).to.be.below(800_000) // code that node has compiled since, divided by four clients
    }
  })
})

describe('schemas that requests compile do not stay in memory', function () {
  this.timeout(120_000)

  it('with any engine: a hundred of 60 kB take less than 5 MB', async () => {
    const flood = fileURLToPath(new URL('schema-flood.js', import.meta.url))
    const { stdout } = await runOrThrow(process.execPath, ['--expose-gc', '--no-compilation-cache', flood], {
      cwd: repository,
    })
    for (const [name, bytes] of Object.entries(JSON.parse(stdout))) expect(bytes, name).to.be.a('number').below(most)
  })
})
