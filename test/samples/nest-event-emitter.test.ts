import { Injectable, Module } from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { EventBus, EventListeners, OnEvent } from '../../samples/nest-event-emitter/events.js'
import { AppModule } from '../../samples/nest-event-emitter/main.js'

describe('the ported sample nest-event-emitter', () => {
  it('calls the listeners of an event, and those of the events that they emit', async () => {
    await using app = await createTestApp(AppModule)
    const created = await app.inject({ method: 'POST', url: '/orders', payload: { name: 'Tea' } })
    expect([created.statusCode, created.json()]).to.deep.equal([201, { id: 1, name: 'Tea' }])
    expect((await app.inject('/orders/notices')).json()).to.deep.equal(['order 1: Tea', 'order 1 is paid'])
  })

  it('logs a listener that fails, calls the others, and waits for all before it closes', async () => {
    const ended: number[] = []
    @Injectable()
    class Listeners {
      @OnEvent('order.paid')
      async fails() {
        throw new Error('no mail')
      }
      @OnEvent('order.paid')
      async waits({ id }: { id: number }) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        ended.push(id)
      }
      @OnEvent('order.created')
      other() {
        ended.push(0)
      }
    }
    @Module({ collects: [OnEvent], providers: [EventBus, EventListeners, Listeners] })
    class Root {}
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    const app = await createTestApp(Root, { logger: { level: 'error', stream } })
    app.get(EventBus).emit('order.paid', { id: 7 })
    await app.close()
    expect(ended).to.deep.equal([7])
    expect(lines).to.have.length(1)
    expect(lines[0]).to.contain('no mail').and.contain('"method":"fails"')
  })
})
