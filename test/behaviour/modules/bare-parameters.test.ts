import websocket from '@fastify/websocket'
import { Controller, Get, Module, Post, type Reply, type Request, Route } from 'alcove'
import { expect } from 'chai'
import { bootFailure, expectRefusal } from './boot-failure.js'
import { answersOf, serving } from './seen.js'

class Draft {
  title = ''
}

/** A class of the name of a global one is a class of the application. */
class Socket {
  send(_text: string) {}
}

describe('a handler whose parameters have no decorator', () => {
  it('fails the boot if it declares a text, a number, a list or a class', async () => {
    @Controller('/texts')
    class Texts {
      @Get('/:id')
      read(id: string, count: number) {
        return [id, count]
      }
    }
    @Controller('/lists')
    class Lists {
      @Route({ method: 'GET', path: '/' })
      read(ids: string[]) {
        return ids
      }
    }
    @Controller('/drafts')
    class Drafts {
      @Post()
      add(draft: Draft) {
        return draft
      }
    }
    const { code } = await expectRefusal(serving(Texts), [
      'Parameter 1 of Texts.read (GET /texts/:id) is declared as string and has no decorator, so it gets the request',
      'Parameter 2 of Texts.read (GET /texts/:id) is declared as number and has no decorator, so it gets the reply',
      'Write @Body(), @Query(name), @Param(name) or @Inject(token) before it',
    ])
    expect(code).to.equal('ALC_ERR_INJECTION_UNKNOWN')
    await expectRefusal(serving(Lists), ['Parameter 1 of Lists.read (GET /lists/) is declared as Array'])
    await expectRefusal(serving(Drafts), ['Parameter 1 of Drafts.add (POST /drafts) is declared as Draft'])
  })

  it('fails the boot if the handler of a base class does', async () => {
    class Base {
      @Get()
      read(id: string) {
        return id
      }
    }
    @Controller('/texts')
    class Texts extends Base {}
    expect((await bootFailure(serving(Texts))).message).to.include('Parameter 1 of Texts.read (GET /texts)')
  })

  it('boots with the request and the reply, also as interfaces and as `unknown`', async () => {
    interface Named {
      readonly params: unknown
    }
    @Controller('/named')
    class Texts {
      @Get('/:id')
      read(request: Named, _reply: unknown) {
        return request.params
      }

      @Get('/all/:id')
      all(request: Request, reply: Reply) {
        reply.send(request.params)
      }
    }
    const read = await answersOf(serving(Texts), ['GET /named/7', 'GET /named/all/7'])
    expect(read).to.deep.equal(['200 {"id":"7"}', '200 {"id":"7"}'])
  })

  it('boots if it takes a socket', async () => {
    @Controller('/chat')
    class Chat {
      @Get('/', { websocket: true })
      talk(socket: Socket) {
        socket.send('')
      }
    }
    @Module({ plugins: [websocket], controllers: [Chat] })
    class Root {}
    expect(await answersOf(Root, ['GET /chat'])).to.deep.equal(['404'])
  })
})
