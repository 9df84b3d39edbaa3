import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Loose, useServers } from './subject.js'

describe('the option trustProxy', () => {
  const create = useServers()

  function answering(options: object) {
    const server = create(options)
    server.get('/', async ({ ip, ips, host, protocol }: Loose) => ({ ip, ips, host, protocol }))
    return server
  }

  it('gives ip, ips, host and protocol behind a trusted proxy', async () => {
    const headers = {
      host: 'inside',
      'x-forwarded-for': '2.2.2.2, 1.1.1.1',
      'x-forwarded-host': 'outside',
      'x-forwarded-proto': 'http,https',
    }
    const seen = async (options: object): Promise<Loose> =>
      (await answering(options).inject({ url: '/', headers })).json()
    expect(await seen({ trustProxy: true })).to.deep.equal({
      ip: '2.2.2.2',
      ips: ['127.0.0.1', '1.1.1.1', '2.2.2.2'],
      host: 'outside',
      protocol: 'https',
    })
    expect((await seen({ trustProxy: '127.0.0.1' })).ip).to.equal('1.1.1.1')
    expect((await seen({ trustProxy: '10.0.0.0/8' })).ip).to.equal('127.0.0.1')
    expect((await seen({ trustProxy: (_address: string, hop: number) => hop < 1 })).ip).to.equal('1.1.1.1')
  })

  for (const [what, trustProxy, got] of [
    ['a text that is not an address', 'garbage', '["garbage"]'],
    ['a network that is too narrow', '10.0.0.0/99', '["10.0.0.0/99"]'],
    ['an async function', async () => false, 'an async function'],
  ] as const)
    it(`refuses ${what} at boot`, async () => {
      const error: Loose = await create({ trustProxy })
        .ready()
        .then(
          () => null,
          (reason: unknown) => reason,
        )
      expect(error.code).to.equal('FST_ERR_INIT_OPTS_INVALID')
      expect(error.message).to.include('"trustProxy" must be').and.include(`got ${got}`)
    })

  for (const [how, trustProxy, forwarded] of [
    ['true', true, true],
    ['a function that trusts an empty address', (address: string) => address === '', true],
    ['the loopback addresses', 'loopback', false],
  ] as const)
    it(`${forwarded ? 'trusts' : 'does not trust'} a proxy on a Unix socket if it is ${how}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'alcove-'))
      const server = answering({ trustProxy })
      const path = join(folder, 'socket')
      await server.listen({ path })
      const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-host': 'b.example', 'x-forwarded-proto': 'https' }
      const sent = get({ socketPath: path, headers: { host: 'a.example', ...headers } })
      const [response] = await once(sent, 'response')
      expect(JSON.parse(String((await response.toArray())[0]))).to.deep.equal(
        forwarded
          ? { ip: '192.0.2.1', ips: ['192.0.2.1'], host: 'b.example', protocol: 'https' }
          : { ip: '', ips: [], host: 'a.example', protocol: 'http' },
      )
      await server.close()
      await rm(folder, { recursive: true })
    })

  it('trusts no address for which its function returns a promise', async () => {
    const server = create({ trustProxy: () => Promise.reject(new Error('planned')) })
    server.get('/', async ({ ip }: Loose) => ip)
    const { statusCode, body } = await server.inject({ url: '/', headers: { 'x-forwarded-for': '1.1.1.1' } })
    expect([statusCode, JSON.parse(body).code]).to.deep.equal([500, 'FST_ERR_INIT_OPTS_INVALID'])
  })
})
