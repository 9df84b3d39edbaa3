import { expect } from 'chai'
import { listen } from './socket.js'
import { failureOf, type Loose, logLines, useServers } from './subject.js'

const resolvers: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('planned')
  },
  rejects: async () => {
    throw new Error('planned')
  },
  'returns an object': () => ({ then: 1 }),
}

describe('hostile values at the start', () => {
  const create = useServers()

  for (const [what, listenTextResolver] of Object.entries(resolvers))
    it(`a listenTextResolver that ${what} does not end the listening`, async () => {
      const { stream, lines } = logLines()
      const server = create({ logger: { stream } })
      await server.listen({ port: 0, host: '127.0.0.1', listenTextResolver })
      expect(lines.map(({ msg }: Loose) => msg).at(-1)).to.match(/^Server listening at http/)
    })

  for (const thrown of [Number.NaN, '', 0, false, null, undefined])
    it(`a callback of after() that throws ${String(thrown) || "''"} fails the boot`, async () => {
      const server = create()
      server.after(() => {
        throw thrown
      })
      expect((await failureOf(listen(server))).code).to.equal('ALC_ERR_PLUGIN_REJECTED')
    })
})
