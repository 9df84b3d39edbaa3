import { expect } from 'chai'
import { listen } from './socket.js'
import { type Loose, useServers } from './subject.js'

describe('SPEC 6 preClose and onClose', () => {
  const create = useServers()

  it('run in this order: preClose parents first, then the server stops, then onClose children first', async () => {
    const notes: string[] = []
    const server = create()
    const add = (instance: Loose, name: string) => {
      instance.addHook('preClose', async () => void notes.push(`preClose ${name} ${server.server.listening}`))
      instance.addHook('onClose', async () => void notes.push(`onClose ${name} ${server.server.listening}`))
    }
    add(server, 'root')
    server.register(async (child) => {
      add(child, 'child')
      child.register(async (grandchild) => add(grandchild, 'grandchild'))
    })
    await listen(server)
    await server.close()
    expect(notes).to.deep.equal([
      'preClose root true',
      'preClose child true',
      'preClose grandchild true',
      'onClose grandchild false',
      'onClose child false',
      'onClose root false',
    ])
  })

  it('onClose hooks of one context run last added first', async () => {
    const notes: number[] = []
    const server = create()
    for (const n of [1, 2, 3]) server.addHook('onClose', async () => void notes.push(n))
    await server.ready()
    await server.close()
    expect(notes).to.deep.equal([3, 2, 1])
  })

  it('onClose gets the instance that added it, in every form', async () => {
    const seen: string[] = []
    const server = create()
    server.decorate('mark', 'root')
    server.addHook('onClose', async (instance) => void seen.push(`async ${instance.mark}`))
    server.addHook('onClose', (instance, done) => {
      seen.push(`callback ${instance.mark}`)
      setImmediate(done)
    })
    await server.ready()
    await server.close()
    expect(seen).to.deep.equal(['callback root', 'async root'])
  })

  it('onClose() of the instance takes the same forms, and waits for their ends', async () => {
    const seen: string[] = []
    const server = create().decorate('mark', 'own')
    const later = (form: string, done: Loose) =>
      setImmediate(() => {
        seen.push(form)
        done()
      })
    server.onClose((instance: Loose) => void seen.push(`sync ${instance.mark}`))
    server.onClose(async () => void seen.push('async'))
    server.onClose((_instance: Loose, done: Loose) => later('callback', done))
    server.onClose((...[, done]: Loose[]) => later('hidden', done))
    await server.ready()
    await server.close()
    expect(seen).to.deep.equal(['hidden', 'callback', 'async', 'sync own'])
  })

  it('takes disposables as onClose hooks', async () => {
    const seen: string[] = []
    const server = create()
    server.addHook('onClose', { [Symbol.dispose]: () => void seen.push('sync') } as Loose)
    server.addHook('onClose', { [Symbol.asyncDispose]: async () => void seen.push('async') } as Loose)
    await server.ready()
    await server.close()
    expect(seen).to.deep.equal(['async', 'sync'])
  })

  it('preClose takes callbacks', async () => {
    let closed = false
    const server = create()
    server.addHook('preClose', (done) => {
      closed = true
      setImmediate(done)
    })
    await server.ready()
    await server.close()
    expect(closed).to.equal(true)
  })

  it('run once after several calls of close', async () => {
    let runs = 0
    const server = create()
    server.addHook('onClose', async () => void runs++)
    await server.ready()
    await Promise.all([server.close(), server.close()])
    await server.close()
    expect(runs).to.equal(1)
  })

  it('run even when the server never got ready', async () => {
    let closed = false
    const server = create()
    server.addHook('onClose', async () => {
      closed = true
    })
    await server.close()
    expect(closed).to.equal(true)
  })

  it('that fail do not keep the others from running', async () => {
    let closed = false
    const server = create()
    server.addHook('onClose', async () => {
      closed = true
    })
    server.addHook('onClose', async () => Promise.reject(new Error('planned')))
    await server.ready()
    await Promise.resolve(server.close()).catch(() => undefined)
    expect(closed).to.equal(true)
  })
})
