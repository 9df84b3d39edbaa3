import { expect } from 'chai'
import { exchange, listen, statusOf } from '../behaviour/core/socket.js'
import { type Loose, useServers } from '../behaviour/core/subject.js'
import { RunningService } from './running-service.js'

/** A logger whose methods throw. */
function failingLogger(): Loose {
  const log: Loose = { level: 'trace', child: () => log }
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    log[level] = () => {
      throw new Error('The disk is full')
    }
  return log
}

const fail = async () => {
  throw new Error('planned')
}

describe('a server whose logger throws', function () {
  this.timeout(30_000)
  const create = useServers()

  it('listens, and closes after hooks that fail', async () => {
    const server = create({ loggerInstance: failingLogger() })
    server.addHook('onListen', fail)
    server.addHook('preClose', fail)
    await listen(server)
    await server.close()
    expect(server.server.listening).to.equal(false)
  })

  it('answers 503 to a probe whose check fails', async () => {
    const server = create({ loggerInstance: failingLogger(), health: { checks: { one: fail, two: () => false } } })
    const port = await listen(server)
    const answer = await exchange(port, 'GET /readyz HTTP/1.1', 'Host: a', 'Connection: close', '', '')
    expect(statusOf(answer)).to.equal(503)
    expect(answer).to.contain('{"status":"unavailable","checks":{"one":"failed","two":"failed"}}')
  })

  it('answers 400 to bytes that are not HTTP', async () => {
    const server = create({ loggerInstance: failingLogger() })
    const port = await listen(server)
    expect(statusOf(await exchange(port, 'EHLO a', '', ''))).to.equal(400)
  })

  for (const [rejected, status] of [
    ['', 0],
    ['1', 1],
  ] as const)
    it(`ends its process with status ${status} on SIGTERM, ${rejected ? 'an onClose hook fails' : 'hooks run'}`, async () => {
      const service = await RunningService.start({}, { PROGRAM: 'failing-log-service', REJECTED: rejected })
      try {
        service.signal('SIGTERM')
        expect(await service.exit).to.deep.equal({ status, signal: null })
        expect(service.lines).to.deep.equal(['onClose', 'disposed'])
        expect(service.errors).to.match(/The logger failed: The disk is full/)
      } finally {
        service.kill()
      }
    })
})
