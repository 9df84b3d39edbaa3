import { expect } from 'chai'
import { exchange, listen, statusOf } from '../behaviour/core/socket.js'
import type { Server } from '../behaviour/core/subject.js'

/** Something that goes wrong on the route `/fault`, and all that may come of it. */
export interface Fault {
  readonly what: string
  /** Declares `GET /fault` (or what `send` asks for) on the server. */
  readonly on: (server: Server) => unknown
  /** The whole answer, as it came from the socket; `GET /fault` on a connection of its own by default. */
  readonly send?: (port: number) => Promise<string>
  /** Status of the answer, or null for a connection that ends without a whole answer. */
  readonly status: number | null
  /** Further text of the answer. */
  readonly answer?: RegExp
  /** Level and text of the one line that the log gets; null for none. */
  readonly line: readonly [level: number, message: RegExp] | null
  /** `hook`: the line is about the hook, once for all requests, so it names none of them. */
  readonly names?: 'hook'
  /** Level and text of the line about a second fault that the first one causes. */
  readonly second?: readonly [level: number, message: RegExp]
}

export interface LogLine {
  level: number
  msg: string
  err?: { message: string; type: string }
  req?: { method: string; url: string }
}

export const levels = { info: 30, warn: 40, error: 50 } as const

/** The lines that a quiet server logs for every request. */
const usual = /^(?:incoming request|request completed|Server listening)/

export const lines: LogLine[] = []
export const rejections: unknown[] = []
const note = (reason: unknown) => void rejections.push(reason)

export function watchFaults(): void {
  beforeEach(() => {
    lines.length = 0
    rejections.length = 0
    process.on('unhandledRejection', note)
  })
  afterEach(() => void process.off('unhandledRejection', note))
}

export const logger = {
  stream: { write: (text: string) => void lines.push(JSON.parse(text)) },
}

export const ask = (port: number, path: string): Promise<string> =>
  exchange(port, `GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '')

/** A few turns of the event loop, timers included. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

/** Whether the head announces more than came, or the end of a chunked answer is missing. */
export function isWhole(answer: string): boolean {
  const [head = '', body = ''] = answer.split(/\r\n\r\n([\s\S]*)/)
  if (!head.startsWith('HTTP/1.1 ')) return false
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (length !== undefined) return body.length === Number(length)
  return !/^transfer-encoding: chunked$/im.test(head) || body.endsWith('0\r\n\r\n')
}

export function faultTests(faults: readonly Fault[], create: (options: object) => Server): void {
  for (const {
    what,
    on,
    send = (port: number) => ask(port, '/fault'),
    status,
    answer,
    line,
    second,
    names,
  } of faults) {
    it(what, async () => {
      const server = create({ logger })
      server.decorateRequest('mark', '')
      server.get('/next', async (request: { mark: string; body: unknown }) => ({
        mark: request.mark,
        body: request.body ?? null,
      }))
      await on(server)
      const port = await listen(server)
      const text = await send(port)
      await settle()
      if (status === null) expect(isWhole(text), text).to.equal(false)
      else expect([statusOf(text), isWhole(text)], text).to.deep.equal([status, true])
      if (answer !== undefined) expect(text).to.match(answer)
      const found = lines.filter(({ msg }) => !usual.test(msg))
      const expected = [line, second].filter((each) => each !== null && each !== undefined)
      expect(found, JSON.stringify(found)).to.have.length(expected.length)
      for (const [index, [level, message]] of expected.entries()) {
        expect(found[index]?.level).to.equal(level)
        expect(found[index]?.msg).to.match(message)
        if (names === 'hook') continue
        expect(`${found[index]?.req?.method} ${found[index]?.req?.url}`).to.match(/^(?:GET|POST) \/fault/)
      }
      expect(await ask(port, '/next')).to.match(/\r\n\r\n\{"mark":"","body":null\}$/)
      expect(rejections).to.deep.equal([])
    })
  }
}
