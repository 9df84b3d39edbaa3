import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap, Controller, Get, Inject, Injectable, Module, type Provider, provide, token } from 'alcove'
import { expect } from 'chai'
import { instanceCachingFactory } from 'tsyringe'
import { type Loose, logLines } from '../core/subject.js'

class Pool {
  disposals = 0

  dispose() {
    this.disposals++
  }
}

const Handle = token<Pool>('handle')

/** Sends requests to a handler that injects the handle. Returns the lines of the log at level warn. */
async function serve(providers: readonly Provider[], requests: (get: () => Promise<unknown>) => Promise<unknown>) {
  const { stream, lines } = logLines()

  @Controller()
  class Reads {
    @Get()
    async read(@Inject(Handle) handle: Pool, @Inject(Handle) again: Pool) {
      await sleep(5)
      return { isOne: handle === again, disposals: handle.disposals }
    }
  }
  @Module({ providers: [...providers], controllers: [Reads] })
  class Root {}

  const app = bootstrap(Root, { logger: { level: 'warn', stream } })
  await requests(async () => {
    const answer = (await app.inject('/')).json()
    await sleep(1) // the disposal follows the response
    return answer
  })
  await app.close()
  return lines.map(({ level, err, msg }: Loose) => ({ level, code: err.code, msg }))
}

const twice = async (get: () => Promise<unknown>) => [await get(), await get(), await get()]
const atOnce = (get: () => Promise<unknown>) => Promise.all([get(), get(), get()])

/** The recipes of a factory that keeps its object. */
const keeping = {
  useFactory: (pool: Pool) => provide(Handle, { useFactory: () => pool, scope: 'request' }),
  useAsync: (pool: Pool) => provide(Handle, { useAsync: async () => pool, scope: 'request' }),
  'useFactory of scope transient': (pool: Pool) => provide(Handle, { useFactory: () => pool, scope: 'transient' }),
  instanceCachingFactory: (pool: Pool) =>
    provide(Handle, { useFactory: instanceCachingFactory(() => pool) as () => Pool, scope: 'request' }),
}

describe('an object that a factory returns to several requests', () => {
  for (const [what, provider] of Object.entries(keeping)) {
    it(`is reported once, if it was disposed before: ${what}`, async () => {
      const pool = new Pool()
      const lines = await serve([provider(pool)], twice)
      expect(lines).to.have.length(1)
      expect(lines[0]).to.include({ level: 40, code: 'ALC_ERR_REQUEST_OBJECT_SHARED' })
      expect(lines[0]?.msg).to.match(
        /^provider "handle" \(a provider of Root\) has the scope "(request|transient)", but its factory returned an object that was disposed after an earlier request\. Give it the scope "context", or return a new object for each request$/,
      )
      expect(pool.disposals).to.equal(3) // a pool takes back what it lent
    })

    it(`is reported once and not disposed, if two requests have it at a time: ${what}`, async () => {
      const pool = new Pool()
      const lines = await serve([provider(pool)], async (get) => [await atOnce(get), await get()])
      expect(lines).to.have.length(1)
      expect(lines[0]?.msg).to.include('returned one object to two requests at a time. So no request disposes it.')
      expect(pool.disposals).to.equal(0)
    })
  }

  for (const [what, inject] of [
    ['that the container built', (pool: typeof Pool) => pool],
    ['that a factory resolves from the container', () => null],
  ] as const) {
    it(`is left to the provider of an object ${what}`, async () => {
      const seen: Pool[] = []
      @Injectable()
      class Database extends Pool {
        constructor() {
          super()
          seen.push(this)
        }
      }
      const handle = inject(Database)
        ? provide(Handle, { useFactory: (database: Database) => database, inject: [Database], scope: 'request' })
        : provide(Handle, { useFactory: (container) => container.resolve(Database), scope: 'request' })
      const answers: unknown[] = []
      const lines = await serve([Database, handle], async (get) => answers.push(...(await twice(get))))
      expect(lines).to.deep.equal([])
      expect(answers).to.deep.equal(Array(3).fill({ isOne: true, disposals: 0 }))
      expect(seen.map(({ disposals }) => disposals)).to.deep.equal([1]) // by close()
    })
  }

  it('is left to the application, if a provider has it by useValue', async () => {
    const pool = new Pool()
    const handle = provide(Handle, { useFactory: (given: Pool) => given, inject: [Pool], scope: 'request' })
    expect(await serve([provide(Pool, { useValue: pool }), handle], twice)).to.deep.equal([])
    expect(pool.disposals).to.equal(0)
  })
})

describe('a new object that a factory returns to each request', () => {
  it('is disposed after its request, without a report', async () => {
    const made: Pool[] = []
    const create = () => {
      const pool = new Pool()
      made.push(pool)
      return pool
    }
    const provider = provide(Handle, { useFactory: create, scope: 'request' })
    expect(await serve([provider], async (get) => [await atOnce(get), await twice(get)])).to.deep.equal([])
    expect(made.map(({ disposals }) => disposals)).to.deep.equal([1, 1, 1, 1, 1, 1])
  })

  it('may have no disposal: a shared one is fine then', async () => {
    const plain = { disposals: 0 } as Pool
    const provider = provide(Handle, { useFactory: () => plain, scope: 'request' })
    expect(await serve([provider], atOnce)).to.deep.equal([])
  })
})
