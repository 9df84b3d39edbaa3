import { expect } from 'chai'
import { failureOf, type Loose, useServers } from './subject.js'

describe('SPEC 4.1 ready', () => {
  const create = useServers()

  it('gives the instance as a promise, or an error to a callback', async () => {
    const server = create()
    expect(Object.is(await server.ready(), server) || (await server.ready()) === undefined).to.equal(true)
    const failing = create()
    failing.register(async () => Promise.reject(new Error('planned')))
    const error: Loose = await new Promise((resolve) => void failing.ready(resolve))
    expect(error.message).to.equal('planned')
  })

  it('is awaited by inject', async () => {
    const server = create()
    server.register(async (child) => {
      await new Promise((resolve) => setImmediate(resolve))
      child.get('/', async () => 'loaded')
    })
    expect((await server.inject('/')).body).to.equal('loaded')
  })

  it('permits further registrations in the turn of the event loop in which it was called', async () => {
    const server = create()
    const ready = server.ready()
    for (let tick = 0; tick < 3; tick++) {
      await new Promise<void>((resolve) => process.nextTick(resolve))
      server.get(`/${tick}`, async () => 'late')
    }
    await ready
    expect((await server.inject('/2')).body).to.equal('late')
  })

  it('inject hands a request that cannot be made to the callback or the promise', async () => {
    const server = create()
    const wrong = { method: 'UNKNOWN', url: '/' } as Loose
    const called: Loose = await new Promise((resolve) => void (server.inject as Loose)(wrong, resolve))
    expect(called).to.be.an('error')
    expect(await failureOf(server.inject(wrong))).to.be.an('error')
  })

  it('inject boots and answers before the next turn of the event loop', async () => {
    const server = create()
    server.register(async (child) => void child.get('/', async () => 'x'))
    let turns = 0
    const count = () => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    await server.inject('/')
    clearImmediate(counting)
    expect(turns).to.equal(0)
  })

  it('inject takes a callback, a chain and every way to write a request', async () => {
    const server = create()
    server.all('/', async (request) => ({ method: request.method, query: request.query, body: request.body ?? null }))
    const called: Loose = await new Promise((resolve) => {
      ;(server.inject as Loose)('/', (_error: unknown, answer: unknown) => resolve(answer))
    })
    expect(called.json().method).to.equal('GET')
    const chained = await (server.inject as Loose)().post('/').query({ a: '1' }).payload({ b: 2 })
    expect(chained.json()).to.deep.equal({ method: 'POST', query: { a: '1' }, body: { b: 2 } })
  })
})
