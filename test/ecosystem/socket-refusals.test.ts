import websocket from '@fastify/websocket'
import { Body, Controller, Get, Messages, Module, Socket } from 'alcove'
import { expect } from 'chai'
import { bootError } from '../bootstrap/boot.js'

function talking(Talk: new () => object): new () => object {
  @Module({ plugins: [websocket], controllers: [Talk] })
  class Root {}
  return Root
}

describe('a method with @Socket', () => {
  it('fails the boot without the plugin, for an unknown schema, and for @Messages elsewhere', async () => {
    @Controller()
    class Alone {
      @Socket('/alone')
      async *alone() {
        yield 1
      }
    }
    @Module({ controllers: [Alone] })
    class Root {}
    const unseen = await bootError(Root)
    expect(unseen.code).to.equal('ALC_ERR_WEBSOCKET_UNSEEN')
    expect(unseen.message).to.include('Install @fastify/websocket')
    @Controller()
    class Unknown {
      @Socket('/unknown', { receive: { $ref: 'nothing#' } })
      async *unknown() {
        yield 1
      }
    }
    expect((await bootError(talking(Unknown))).message).to.include('refers to "nothing#"')
    @Controller()
    class Elsewhere {
      @Get('/page')
      page(@Messages() messages: AsyncIterable<string>) {
        return typeof messages
      }
    }
    @Controller()
    class Two {
      @Get('/two')
      @Socket('/two/socket')
      async *two() {
        yield 1
      }
    }
    const two = await bootError(talking(Two))
    expect(two.message).to.include('has a second route, which belongs on a method of its own')
    @Controller()
    class Bodies {
      @Socket('/body')
      async *read(@Body() body: unknown) {
        yield body
      }
    }
    expect((await bootError(talking(Bodies))).message).to.include(
      '@Body, which belongs on a route with a body. @Messages() has the messages',
    )
    @Controller()
    class Unread {
      @Get('/unread', { websocket: true })
      async *unread() {
        yield 1
      }
    }
    expect((await bootError(talking(Unread))).message).to.match(
      /^Unread\.unread has the form of a generator, which belongs on a method with @Socket\(\)\./,
    )
    @Controller()
    class Shared {
      @Socket('/shared')
      async *read(@Messages() first: AsyncIterable<string>, @Messages() _second: AsyncIterable<string>) {
        yield* first
      }
    }
    expect((await bootError(talking(Shared))).message).to.equal(
      'Shared.read (GET /shared) declares its messages twice. Remove one @Messages',
    )
    const misplaced = await bootError(talking(Elsewhere))
    expect(misplaced.message).to.include('@Messages, which belongs on a method with @Socket')
  })

  it('is reported once with a wrong schema, although the plugin replaces the handlers of GET and HEAD', async () => {
    @Controller()
    class Wrong {
      @Socket('/wrong', { send: { $ref: 'nothing#' } })
      async *wrong() {
        yield 1
      }
    }
    const { message } = await bootError(talking(Wrong))
    expect(message).to.match(/^The response 200 schema of GET \/wrong refers to "nothing#"/)
    expect(message).not.to.include('HEAD')
  })
})
