import { listen, open, readAll } from './socket.js'
import { type Handler, logLines, type Server } from './subject.js'

const ask = 'GET /next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/**
 * Sends a second request after the first one. Resolves to the text that the client gets, and to the codes in the log.
 */
export const pipelinedTo =
  (create: (options: object) => Server) =>
  async (handler: Handler, version = '1.1', method = 'GET') => {
    const { stream, lines } = logLines()
    const server = create({ logger: { stream }, exposeHeadRoutes: false })
    server.route({ method, url: '/', handler })
    server.get('/next', async () => 'the next answer')
    const port = await listen(server)
    const socket = await open(port)
    const answer = readAll(socket)
    socket.write(`${method} / HTTP/${version}\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n${ask}`)
    const text = await answer
    await new Promise((resolve) => setImmediate(resolve))
    return { text, codes: lines.flatMap(({ level, err }) => (level >= 40 ? [err?.code] : [])) }
  }
