import { once } from 'node:events'
import { Readable } from 'node:stream'
import { Controller, Events, Get, type Request } from 'alcove'
import { expect } from 'chai'
import { until } from '../../support/until.js'
import { type App, withApp } from './app.js'
import { serving } from './seen.js'

interface Line {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message: string }
}

describe('the log of a stream of @Events', () => {
  let lines: Line[]
  let returned: number
  let rows: Readable

  @Controller()
  class Feed {
    @Get('/busy')
    @Events()
    async *busy(request: Request) {
      yield 'begun'
      await once(request.signal, 'abort')
      throw new Error('no database')
    }
    @Get('/waiting')
    @Events()
    async *waiting(request: Request) {
      yield 'begun'
      await once(request.raw, 'data', { signal: request.signal })
    }
    @Get('/rows')
    @Events()
    rows() {
      rows = new Readable({ objectMode: true, read: () => {} })
      rows.push('begun')
      return rows
    }
    @Get('/nothing')
    @Events()
    async *nothing() {
      yield 'begun'
      throw undefined
    }
    @Get('/own')
    @Events()
    own() {
      const values = ['begun']
      const next = async () => {
        const value = values.shift()
        if (value === undefined) throw new Error('no more')
        return { done: false as const, value }
      }
      const end = async () => {
        returned += 1
        return { done: true as const, value: undefined }
      }
      return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
    }
  }

  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } }

  beforeEach(() => {
    lines = []
    returned = 0
  })

  /** Reads the first event and leaves, or reads to the end. */
  async function read(app: App, path: string, leaves: boolean): Promise<void> {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const client = new AbortController()
    const { body } = await fetch(`${address}${path}`, { signal: client.signal })
    const reader = body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).to.equal('data: "begun"\n\n')
    if (leaves) client.abort()
    const rest = await reader.read().catch((error: Error) => error)
    expect(rest, 'the response is not complete').to.be.an.instanceOf(Error)
  }

  const failures = () =>
    lines.filter(({ err }) => err !== undefined).map(({ level, err }) => [level, err?.message.split(':')[0]])

  const cases: [what: string, path: string, leaves: boolean, level: number, message: string][] = [
    ['an error of a generator whose client has left', '/busy', true, 50, 'no database'],
    ['at the level info that a wait ended because the client left', '/waiting', true, 30, 'The operation was aborted'],
    ['a line for a generator that throws undefined', '/nothing', false, 40, 'Undefined error has occurred'],
    ['the error of an iterator, which is not ended after that', '/own', false, 40, 'no more'],
  ]
  for (const [what, path, leaves, level, message] of cases) {
    it(`has ${what}`, async () => {
      await withApp(
        serving(Feed),
        async (app) => {
          await read(app, path, leaves)
          await until('the log has the error', () => failures().length > 0)
        },
        { logger },
      )
      expect(failures()).to.deep.equal([[level, message]])
      expect(returned).to.equal(0)
    })
  }

  it('has no error of a stream of objects that is destroyed because the client left', async () => {
    await withApp(
      serving(Feed),
      async (app) => {
        await read(app, '/rows', true)
        await until('the stream is destroyed', () => rows.closed)
        await app.inject('/unknown') // a later request, so that lines of the stream are written
        expect(failures()).to.deep.equal([])
      },
      { logger },
    )
  })
})
