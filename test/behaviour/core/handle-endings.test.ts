import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { useServers } from './subject.js'

const at = (path: string, init?: RequestInit) => new Request(`http://localhost${path}`, init)

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(2)
}

describe('handle and the end of a request', () => {
  const create = useServers()

  it('lets go of the response and its listeners after the answer, as a port does', async () => {
    const server = create()
    let held: { socket: Socket; raw: ServerResponse } | null = null
    const seen: string[] = []
    server.get('/', ({ socket }, { raw }) => {
      held = { socket, raw }
      socket.once('close', () => seen.push('socket'))
      raw.once('close', () => seen.push('response'))
      return 'answer'
    })
    expect(await (await server.handle(at('/'))).text()).to.equal('answer')
    await until(() => seen.length === 2)
    const { socket, raw } = held as unknown as { socket: Socket; raw: ServerResponse } // set by the handler
    expect([raw.socket, socket.eventNames()]).to.deep.equal([null, []])
  })

  it('leaves a hijacked reply to the application when its handler fails, until the request is aborted', async () => {
    const server = create()
    server.get('/late', (_request, reply) => {
      reply.hijack()
      setTimeout(() => reply.raw.end('late'), 5)
      throw new Error('planned')
    })
    server.get('/never', (_request, reply) => {
      reply.hijack()
      throw new Error('planned')
    })
    expect(await (await server.handle(at('/late'))).text()).to.equal('late')
    const never = server.handle(at('/never', { signal: AbortSignal.timeout(20) })).catch((error: unknown) => error)
    expect((await never).name).to.equal('TimeoutError')
  })

  it('rejects when the handler itself aborts the request before it waits', async () => {
    const server = create()
    const controller = new AbortController()
    server.get('/', () => {
      controller.abort()
      return new Promise(() => {})
    })
    const answer = server.handle(at('/', { signal: controller.signal })).catch((error: unknown) => error)
    expect((await answer).name).to.equal('AbortError')
  })
})
