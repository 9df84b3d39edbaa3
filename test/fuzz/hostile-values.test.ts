import { expect } from 'chai'
import { exchange, statusOf } from '../behaviour/core/socket.js'
import { type Server, useServers } from '../behaviour/core/subject.js'
import { isWhole } from '../reliability/fault.js'
import { patience } from './bounds.js'
import { listenerPlaces } from './hostile-listeners.js'
import { optionPlaces } from './hostile-options.js'
import { codePlaces, harmless, type Place } from './hostile-places.js'
import { streamPlaces } from './hostile-streams.js'
import { hostileValues } from './hostile-values.js'

/** Milliseconds in which this process waits: an answer that takes longer never comes. Its own work does not count. */
const limit = 2_000

interface Trial {
  port: number
  place: Place
}

function ask({ port, place: { request = 'GET /fault HTTP/1.1', body = '' } }: Trial): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const { idle } = performance.eventLoopUtilization()
  const late = new Promise<string>((_, reject) => {
    timer = setInterval(() => {
      if (performance.eventLoopUtilization().idle - idle >= limit) reject(new Error('no answer'))
    }, 100)
  })
  const answer = exchange(port, request, 'host: localhost', 'connection: close', '', body)
  return Promise.race([answer, late]).finally(() => clearInterval(timer))
}

async function start(server: Server): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return server.server.address().port
}

/** Nothing of it may be looked at without care. */
function textOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack) : String(error)
  } catch {
    return 'a hostile value'
  }
}

describe('a hostile value of the application', function () {
  this.timeout(patience)
  const create = useServers()
  const uncaught: string[] = []
  const ends = ['uncaughtException', 'unhandledRejection'] as const
  const collect = (error: unknown) => void uncaught.push(textOf(error))
  let runners: [(typeof ends)[number], NodeJS.UncaughtExceptionListener][] = []

  // An error that nobody catches would end the process: here it is counted, where mocha would only fail a test.
  before(() => {
    runners = ends.flatMap((name) =>
      process.listeners(name as 'uncaughtException').map((each) => [name, each] as (typeof runners)[number]),
    )
    for (const [name, listener] of runners) process.off(name, listener)
    for (const name of ends) process.on(name, collect)
  })
  after(() => {
    for (const name of ends) process.off(name, collect)
    for (const [name, listener] of runners) process.on(name, listener)
  })
  beforeEach(() => void uncaught.splice(0))

  for (const [title, place] of Object.entries({ ...codePlaces, ...streamPlaces, ...optionPlaces, ...listenerPlaces })) {
    it(`at ${title}: each request is answered, and nothing ends the process`, async () => {
      let make: () => unknown = () => harmless
      const server = create({ forceCloseConnections: true, handlerTimeout: 300, ...place.options?.(() => make()) })
      await place.on?.(server, () => make())
      const port = await start(server)
      for (const [kind, each] of Object.entries(hostileValues)) {
        make = each
        const text = await ask({ port, place }).catch(() => null)
        await new Promise((resolve) => setImmediate(resolve))
        expect(uncaught, kind).to.deep.equal([])
        if (place.cut === true || (text === null && kind === 'undefined' && place.mayWait === true)) continue
        if (text === null) expect.fail(`${kind}: no answer`)
        expect(statusOf(text), `${kind}: ${text}`).to.be.within(200, 599)
        const isLate = text.includes('FST_ERR_HANDLER_TIMEOUT')
        if (isLate) expect(kind === 'undefined' || place.mayWait === true, kind).to.equal(true)
        const isHead = place.request?.startsWith('HEAD') === true
        const whole = Buffer.from(text.replace(/0\r\nx-a: .*\r\n\r\n$/, '0\r\n\r\n')).toString('latin1')
        if (!isHead) expect(isWhole(whole), `${kind}: ${text.slice(0, 300)}`).to.equal(true)
        expect(text.split('\r\n\r\n')[0], kind).not.to.match(/^x-injected/m)
      }
    })
  }
})
