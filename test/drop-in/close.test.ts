import { createRequire } from 'node:module'
import { mock } from 'node:test'
import type { createServer } from 'alcove/core'
import { expect } from 'chai'

// Required, as tests of applications on Fastify do. In CommonJS, each call looks up an imported name.
const fastify: typeof createServer = createRequire(import.meta.url)('alcove/fastify')

describe('close of the drop-in', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate'] }))
  afterEach(() => mock.timers.reset())

  it('ends while a test holds the clock', async () => {
    const app = fastify()
    app.get('/', () => 'yes')
    expect((await app.inject('/')).body).to.equal('yes')
    await app.close()
  })
})
