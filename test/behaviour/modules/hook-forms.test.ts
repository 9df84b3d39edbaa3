import { Controller, Get, Hook, Module, Post, type Reply, type Request, Schema, Use } from 'alcove'
import { expect } from 'chai'
import { askOnce, type RootModule } from './app.js'

const points = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
] as const

type Done = (error?: Error | null) => void

/** Resolves once the hook has run; those after the answer run later than inject returns. */
function awaited(): { run: () => void; done: Promise<void> } {
  let run = () => {}
  const done = new Promise<void>((resolve) => {
    run = resolve
  })
  return { run, done }
}

@Controller('/echo')
class Echo {
  @Post()
  echo(request: Request) {
    return { body: request.body }
  }
}

describe('each point of a request has', () => {
  for (const point of points) {
    it(`a hook on a module: ${point}`, async () => {
      const { run, done } = awaited()
      @Module({ controllers: [Echo] })
      class Root {
        @Hook(point)
        async hook() {
          run()
        }
      }
      const answer = await askOnce(Root, 'POST /echo', { payload: { a: 1 } })
      expect(answer.body).to.deep.equal({ body: { a: 1 } })
      await done
    })

    it(`a hook on a controller: ${point}`, async () => {
      const { run, done } = awaited()
      @Controller()
      class Hooked extends Echo {
        @Hook(point)
        async hook() {
          run()
        }
      }
      @Module({ controllers: [Hooked] })
      class Root {}
      await askOnce(Root, 'POST /', { payload: { a: 1 } })
      await done
    })

    it(`a hook on a method: ${point}`, async () => {
      const { run, done } = awaited()
      @Controller()
      class Hooked {
        @Use(point, async () => run())
        @Get('/hooked')
        read() {
          return { a: 1 }
        }
      }
      @Module({ controllers: [Hooked] })
      class Root {}
      await askOnce(Root, 'GET /hooked')
      await done
    })
  }

  it('a hook for errors on a module, on a controller and on a method, in this order', async () => {
    const seen: string[] = []
    const notes = (name: string) => async (_request: Request, _reply: Reply, error: Error) => {
      seen.push(`${name}: ${error.message}`)
    }
    @Use('onError', notes('controller'))
    @Controller()
    class Fails {
      @Use('onError', notes('method'))
      @Get('/fails')
      fail(): never {
        throw new Error('on purpose')
      }
    }
    @Use('onError', notes('module'))
    @Module({ controllers: [Fails] })
    class Root {}
    await askOnce(Root, 'GET /fails')
    expect(seen).to.deep.equal(['module: on purpose', 'controller: on purpose', 'method: on purpose'])
  })
})

describe('a hook method', () => {
  async function trailOf(root: RootModule): Promise<unknown> {
    return (await askOnce(root, 'POST /echo', { payload: {} })).headers['x-ran']
  }

  it('may be synchronous', async () => {
    @Module({ controllers: [Echo] })
    class Root {
      @Hook('onRequest')
      mark(_request: Request, reply: Reply) {
        reply.header('x-ran', 'sync')
      }
    }
    expect(await trailOf(Root)).to.equal('sync')
  })

  it('may be asynchronous', async () => {
    @Module({ controllers: [Echo] })
    class Root {
      @Hook('onRequest')
      async mark(_request: Request, reply: Reply) {
        await new Promise((resolve) => setImmediate(resolve))
        reply.header('x-ran', 'async')
      }
    }
    expect(await trailOf(Root)).to.equal('async')
  })

  it('may take a callback', async () => {
    @Module({ controllers: [Echo] })
    class Root {
      @Hook('onRequest')
      mark(_request: Request, reply: Reply, done: Done) {
        setImmediate(() => {
          reply.header('x-ran', 'callback')
          done()
        })
      }
    }
    expect(await trailOf(Root)).to.equal('callback')
  })

  it('may fail through its callback', async () => {
    @Module({ controllers: [Echo] })
    class Root {
      @Hook('preHandler')
      refuse(_request: Request, _reply: Reply, done: Done) {
        done(Object.assign(new Error('refused'), { statusCode: 402 }))
      }
    }
    const answer = await askOnce(Root, 'POST /echo', { payload: {} })
    expect([answer.status, answer.body]).to.deep.equal([
      402,
      { statusCode: 402, error: 'Payment Required', message: 'refused' },
    ])
  })

  it('on a controller may be synchronous and may take a callback', async () => {
    @Controller()
    class Hooked {
      @Hook('onRequest')
      sync(_request: Request, reply: Reply) {
        reply.header('x-sync', 'yes')
      }
      @Hook('preHandler')
      callback(_request: Request, reply: Reply, done: Done) {
        reply.header('x-callback', 'yes')
        done()
      }
      @Get('/hooked')
      read() {
        return ''
      }
    }
    @Module({ controllers: [Hooked] })
    class Root {}
    const { headers } = await askOnce(Root, 'GET /hooked')
    expect([headers['x-sync'], headers['x-callback']]).to.deep.equal(['yes', 'yes'])
  })

  it('that runs before validation sees the query as it was sent, one after it the coerced one', async () => {
    const seen: unknown[] = []
    @Controller()
    class Numbers {
      @Use('preValidation', async (request) => void seen.push({ ...(request.query as object) }))
      @Use('preHandler', async (request) => void seen.push({ ...(request.query as object) }))
      @Get('/number')
      @Schema({ querystring: { n: { type: 'integer' } } })
      read() {
        return ''
      }
    }
    @Module({ controllers: [Numbers] })
    class Root {}
    await askOnce(Root, 'GET /number?n=1')
    expect(seen).to.deep.equal([{ n: '1' }, { n: 1 }])
  })
})

describe('the source of a method does not decide when it ends', () => {
  it('a hook that reads a property named arguments answers, on a module and on a controller', async () => {
    const seen: unknown[] = []
    @Controller('/tools')
    class Tools {
      @Hook('preHandler')
      audit(request: Request) {
        const { arguments: given } = request.body as { arguments: unknown }
        seen.push(given)
      }

      @Post()
      call(request: Request) {
        return { given: (request.body as { arguments: unknown }).arguments }
      }
    }
    @Module({ controllers: [Tools] })
    class Root {
      @Hook('preHandler')
      log(request: Request) {
        seen.push((request.body as { arguments: unknown }).arguments)
      }
    }
    const answer = await askOnce(Root, 'POST /tools', { payload: { arguments: 7 } })
    expect(answer.body).to.deep.equal({ given: 7 })
    expect(seen).to.deep.equal([7, 7])
  })
})
