import { EventEmitter } from 'node:events'
import { Controller, Get, Inject, Injectable, Module } from 'alcove'
import { expect } from 'chai'
import { askOnce } from './app.js'
import { bootFailure } from './boot-failure.js'

/** A class as of a library: compiled without decorators, with one optional parameter. */
class Client {
  readonly url: string
  constructor(options?: { url: string }) {
    this.url = options?.url ?? 'default'
  }
}

describe('a provider that inherits the constructor of an undecorated class', () => {
  it('is built without arguments', async () => {
    @Injectable()
    class Service extends Client {}
    @Controller()
    class Reader {
      constructor(private readonly service: Service) {}
      @Get('/url')
      read() {
        return { url: this.service.url }
      }
    }
    @Module({ providers: [Service], controllers: [Reader] })
    class Root {}
    expect((await askOnce(Root, 'GET /url')).body).to.deep.equal({ url: 'default' })
  })

  it('is built so where the class is one of node, and for each request too', async () => {
    @Injectable({ scope: 'request' })
    class Bus extends EventEmitter {}
    @Controller()
    class Reader {
      @Get('/events')
      read(@Inject(Bus) bus: Bus) {
        bus.on('said', () => undefined)
        return bus.eventNames()
      }
    }
    @Module({ providers: [Bus], controllers: [Reader] })
    class Root {}
    expect((await askOnce(Root, 'GET /events')).body).to.deep.equal(['said'])
  })

  it('is refused if methods of that class have decorators, because its author writes for alcove', async () => {
    @Injectable()
    class Word {
      readonly text = 'told'
    }
    abstract class Base {
      constructor(protected readonly word: Word) {}
      @Get('/word')
      read() {
        return this.word.text
      }
    }
    @Controller()
    class Reader extends Base {}
    @Controller({ prefix: '/listed', inject: [Word] })
    class Listed extends Base {}

    @Module({ providers: [Word], controllers: [Reader] })
    class Root {}
    const { code, message } = await bootFailure(Root)
    expect(code).to.equal('ALC_ERR_INJECTION_UNKNOWN')
    expect(message).to.include('belongs to the constructor of Base').and.include('Add @Injectable() to Base')

    @Module({ providers: [Word], controllers: [Listed] })
    class Fixed {}
    expect((await askOnce(Fixed, 'GET /listed/word')).body).to.equal('told')
  })

  it('gets what the parameters of a decorated class between them ask for', async () => {
    @Injectable()
    class Word {
      readonly text = 'told'
    }
    @Injectable()
    class Told extends Client {
      constructor(word: Word) {
        super({ url: word.text })
      }
    }
    @Injectable()
    class Service extends Told {}
    @Controller()
    class Reader {
      constructor(private readonly service: Service) {}
      @Get('/url')
      read() {
        return { url: this.service.url }
      }
    }
    @Module({ providers: [Word, Service], controllers: [Reader] })
    class Root {}
    expect((await askOnce(Root, 'GET /url')).body).to.deep.equal({ url: 'told' })
  })
})
